import { verifyStatement } from '../../server/src/features/assistant/answer/verify-statement.ts'
import { type MutationKind, mutateStatement, mutationKinds } from '../../server/test/assistant/mutate-statement.ts'
import { collectRightSentences } from '../../server/test/assistant/right-sentences.ts'
import { openStarterTools } from '../../server/test/assistant/starter-tools.ts'

type KindFigures = { kind: MutationKind; mutated: number; caught: number; misses: { text: string; change: string }[] }

/** How often the verifier supports right sentences, and rejects the same sentences with one token changed. */
export type VerifierFigures = {
  right: number
  /** Rejected right sentences with the reason. */
  rejected: { text: string; reason: string }[]
  kinds: KindFigures[]
}

/**
 * `sentences` composed sentences of the starter and demonstration companies, drawn by seed, and one mutation of each. A
 * sentence of our own templates and of a model are verified by the same rules; `isStrict` adds those of a model.
 */
export async function measureVerifier({
  seed,
  sentences,
  isStrict = false,
}: {
  seed: number
  sentences: number
  isStrict?: boolean
}): Promise<VerifierFigures> {
  const tools = await openStarterTools()
  try {
    const all = await collectRightSentences(tools, { seed, count: sentences })
    const rejected: VerifierFigures['rejected'] = []
    const kinds = mutationKinds.map((kind): KindFigures => ({ kind, mutated: 0, caught: 0, misses: [] }))
    for (const [at, right] of all.entries()) {
      const verdict = verifyStatement(right.statement, right.evidence, { isStrict })
      if (!verdict.isSupported) rejected.push({ text: right.statement.text, reason: verdict.reason })
      // The kind that was measured least, so that rare ones are measured too.
      const [first] = kinds
        .toSorted((a, b) => a.mutated - b.mutated)
        .flatMap((figures) => {
          const mutation = mutateStatement(right, seed + at, figures.kind)
          return mutation === null ? [] : { figures, mutation }
        })
      if (first === undefined) continue
      const { figures, mutation } = first
      figures.mutated += 1
      if (!verifyStatement(mutation.statement, right.evidence, { isStrict }).isSupported) figures.caught += 1
      else {
        const change = `${mutation.from === '' ? '–' : mutation.from} → ${mutation.to === '' ? '–' : mutation.to}`
        figures.misses.push({ text: mutation.statement.text, change })
      }
    }
    return { right: all.length, rejected, kinds }
  } finally {
    await tools.close()
  }
}
