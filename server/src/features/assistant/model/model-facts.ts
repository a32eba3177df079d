import type { Evidence, EvidenceValue } from '../evidence/evidence.ts'
import { estimateTokens } from './model-tokens.rules.ts'

/** One cited field, by the number under which the model knows it. */
export type ModelFact = { n: number; evidenceId: string; field: string }
type ShownFact = { n: number; company: string | null; of: string; label: string; value: string; date: string | null }

/** Tokens of the facts of one request; the rest is for the draft, the question and the instructions. */
const FACT_TOKENS = 8_000

function textOfValue(value: EvidenceValue): string {
  if (value.type === 'text') return value.text
  if (value.type === 'texts') return value.texts.join('、')
  return value.type === 'date' ? value.date : `${value.number}${value.unit}`
}

/** Facts for a language model, numbered from 1, as many as fit. */
export function factsFor(evidence: readonly Evidence[]): { facts: ModelFact[]; shown: ShownFact[] } {
  const facts: ModelFact[] = []
  const shown: ShownFact[] = []
  let tokens = 0
  for (const { id, company, label: of, fields, date } of evidence) {
    for (const [field, { label, value }] of Object.entries(fields)) {
      const fact = { n: facts.length + 1, company: company?.name ?? null, of, label, value: textOfValue(value), date }
      tokens += estimateTokens(JSON.stringify(fact))
      if (tokens > FACT_TOKENS) return { facts, shown }
      facts.push({ n: fact.n, evidenceId: id, field })
      shown.push(fact)
    }
  }
  return { facts, shown }
}
