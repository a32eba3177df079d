import type { Statement } from '../../server/src/features/assistant/answer/statement.ts'
import { verifyStatement } from '../../server/src/features/assistant/answer/verify-statement.ts'
import type { Evidence } from '../../server/src/features/assistant/evidence/evidence.ts'
import {
  type Mutation,
  type MutationKind,
  mutateStatement,
  mutationKinds,
  type RightSentence,
} from '../../server/test/assistant/mutate-statement.ts'
import { collectRightSentences } from '../../server/test/assistant/right-sentences.ts'
import { openStarterTools } from '../../server/test/assistant/starter-tools.ts'
import type { Report } from '../lib/report.ts'

/** `caughtOverCited`: by the rules of a model's sentences, if the changed one cites all that was gathered. */
type KindFigures = {
  kind: MutationKind
  mutated: number
  caught: number
  caughtOverCited: number
  misses: { text: string; change: string }[]
}

/** How often the verifier supports right sentences, and rejects the same sentences with one token changed. */
type VerifierFigures = {
  right: number
  /** Rejected right sentences with the reason. */
  rejected: { text: string; reason: string }[]
  kinds: KindFigures[]
}

/** By the rules of a model's sentences but one: these cite more than they state, which a model may not. */
function isSupportedStrictly(statement: Statement, evidence: readonly Evidence[]): boolean {
  const verdict = verifyStatement(statement, evidence, { isStrict: true })
  return verdict.isSupported || verdict.reason === 'unstatedCitation'
}

const citingAll = ({ evidence }: RightSentence) =>
  evidence.map(({ id, fields }) => ({ evidenceId: id, fields: Object.keys(fields) }))
const changeOf = ({ from, to }: Mutation) => `${from === '' ? '–' : from} → ${to === '' ? '–' : to}`

/** `sentences` composed sentences about the starter and demonstration companies, by seed, and one mutation of each. */
export async function measureVerifier({
  seed,
  sentences,
}: {
  seed: number
  sentences: number
}): Promise<VerifierFigures> {
  const tools = await openStarterTools()
  const all = await collectRightSentences(tools, { seed, count: sentences }).finally(() => tools.close())
  const rejected = all.flatMap(({ statement, evidence }) => {
    const verdict = verifyStatement(statement, evidence, { isStrict: false })
    return verdict.isSupported ? [] : { text: statement.text, reason: verdict.reason }
  })
  const kinds = mutationKinds.map(
    (kind): KindFigures => ({ kind, mutated: 0, caught: 0, caughtOverCited: 0, misses: [] }),
  )
  for (const [at, right] of all.entries()) {
    const { evidence } = right
    // The kind that was measured least, so that rare ones are measured too.
    const [first] = kinds
      .toSorted((a, b) => a.mutated - b.mutated)
      .flatMap((figures) => {
        const mutation = mutateStatement(right, seed + at, figures.kind)
        return mutation === null ? [] : { figures, mutation }
      })
    if (first === undefined) continue
    const { figures, mutation } = first
    const { statement } = mutation
    figures.mutated += 1
    if (!verifyStatement(statement, evidence, { isStrict: false }).isSupported) figures.caught += 1
    else figures.misses.push({ text: statement.text, change: changeOf(mutation) })
    const overCited = { ...statement, citations: citingAll(right) }
    if (!isSupportedStrictly(overCited, evidence)) figures.caughtOverCited += 1
  }
  return { right: all.length, rejected, kinds }
}

const percentOf = (part: number, whole: number) => (100 * part) / Math.max(1, whole)
const shownPercent = (part: number, whole: number) => `${percentOf(part, whole).toFixed(2)} %`

/** Adds the figures to a report, the misses verbatim. */
export function reportVerifier(report: Report, { right, rejected, kinds }: VerifierFigures): void {
  const sum = (of: (figures: KindFigures) => number) => kinds.reduce((total, one) => total + of(one), 0)
  const mutated = sum((one) => one.mutated)
  report.table('Verifier: sentences with one token changed', [
    ['kind', 'changed', 'caught', 'caught, citing all that was gathered'],
    ...kinds.map((one) => [
      one.kind,
      String(one.mutated),
      shownPercent(one.caught, one.mutated),
      shownPercent(one.caughtOverCited, one.mutated),
    ]),
  ])
  const misses = kinds.flatMap(({ kind, misses: own }) => own.map(({ change, text }) => [kind, change, text]))
  if (misses.length > 0) report.table('Verifier: changes that were not caught', misses)
  const refused = rejected.map(({ reason, text }) => [reason, text])
  if (refused.length > 0) report.table('Verifier: right sentences that were rejected', refused)
  report.atLeast(
    'changed sentences caught',
    percentOf(
      sum((one) => one.caught),
      mutated,
    ),
    99.5,
    '%',
  )
  report.atLeast(
    'the same, citing all that was gathered',
    percentOf(
      sum((one) => one.caughtOverCited),
      mutated,
    ),
    99.5,
    '%',
  )
  report.atMost('right sentences rejected', percentOf(rejected.length, right), 1, '%')
}
