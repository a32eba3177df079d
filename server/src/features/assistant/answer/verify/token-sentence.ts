import { type RecordView, recordViewLabels } from '@baiqicha/contract/records/record'
import type { Evidence } from '../../evidence/evidence.ts'
import { type CitedField, type Meaning, normalise, type StatementToken } from '../statement-tokens.ts'

/** A sentence in tokens, each with its clause and its item of a list, and the fields that it cites. */
export type TokenSentence = {
  tokens: readonly StatementToken[]
  cited: readonly CitedField[]
  citedEvidence: readonly Evidence[]
  clauseOf: readonly number[]
  itemOf: readonly number[]
  /** Labels of the cited kinds of records. */
  kinds: ReadonlySet<string>
}

const clauseEnds = new Set(['，', '。', ';', '!', '?'])
const itemEnds = new Set(['、', '。', ';'])

/** Whether two tokens are texts of one field, as in 职务 董事、总经理: they are of one item. */
function isOneField(one: StatementToken | undefined, other: StatementToken | undefined): boolean {
  if (one?.type !== 'text' || other?.type !== 'text') return false
  return one.meaning.values.some(({ evidence, name }) =>
    other.meaning.values.some((value) => value.evidence.id === evidence.id && value.name === name),
  )
}

export function readTokens(
  tokens: readonly StatementToken[],
  cited: readonly CitedField[],
  citedEvidence: readonly Evidence[],
): TokenSentence {
  const clauseOf: number[] = []
  const itemOf: number[] = []
  let clauses = 0
  let items = 0
  for (const [at, token] of tokens.entries()) {
    clauseOf.push(clauses)
    itemOf.push(items)
    if (token.type !== 'mark') continue
    if (clauseEnds.has(token.text)) clauses += 1
    if (itemEnds.has(token.text) && !isOneField(tokens[at - 1], tokens[at + 1])) items += 1
  }
  const kinds = citedEvidence.flatMap(({ citedType, label }) =>
    citedType === 'record' || citedType === 'records' ? [normalise(label)] : [],
  )
  return { tokens, cited, citedEvidence, clauseOf, itemOf, kinds: new Set(kinds) }
}

export function meaningAt({ tokens }: TokenSentence, at: number): Meaning | null {
  const token = tokens[at]
  return token?.type === 'text' ? token.meaning : null
}

export const textAt = ({ tokens }: TokenSentence, at: number): string => tokens[at]?.text ?? ''

/** Kind of record that a token names; null: none. */
export function kindAt(sentence: TokenSentence, at: number): string | null {
  const text = textAt(sentence, at)
  return meaningAt(sentence, at)?.evidenceLabel === true && sentence.kinds.has(text) ? text : null
}

/** Label that a token is; a view is the label of its count. null: none. */
export function labelAt(sentence: TokenSentence, at: number): string | null {
  const meaning = meaningAt(sentence, at)
  if (meaning === null) return null
  const view = viewAt(sentence, at)
  return meaning.label ?? (view === null ? null : recordViewLabels[view])
}

/** Whether a label stands before a token, with nothing but neutral words between: 记录状态为历史. */
function followsLabel(sentence: TokenSentence, at: number): boolean {
  for (const before of positionsBefore(sentence, at, 'clause')) {
    if (meaningAt(sentence, before)?.label != null) return true
    if (!isNeutralAt(sentence, before)) return false
  }
  return false
}

/** View of records that a token states; null: none, or the token is a value. */
export function viewAt(sentence: TokenSentence, at: number): RecordView | null {
  const meaning = meaningAt(sentence, at)
  if (meaning === null || meaning.view === null) return null
  return meaning.values.length > 0 && followsLabel(sentence, at) ? null : meaning.view
}

export const companiesAt = (sentence: TokenSentence, at: number): readonly string[] =>
  meaningAt(sentence, at)?.companies ?? []

export function isValueAt(sentence: TokenSentence, at: number): boolean {
  const token = sentence.tokens[at]
  if (token?.type === 'number' || token?.type === 'date') return true
  return (meaningAt(sentence, at)?.values.length ?? 0) > 0
}

/** Whether a token neither states nor labels anything, and ends no clause. */
export function isNeutralAt(sentence: TokenSentence, at: number): boolean {
  const token = sentence.tokens[at]
  if (token?.type === 'mark') return !clauseEnds.has(token.text)
  const meaning = meaningAt(sentence, at)
  if (meaning === null || !meaning.isWord) return false
  return meaning.label === null && meaning.values.length === 0 && meaning.companies.length === 0
}

/** Positions before a token, the nearest first, in its clause or in the whole sentence. */
export function* positionsBefore(
  { clauseOf }: TokenSentence,
  at: number,
  within: 'clause' | 'sentence',
): Generator<number> {
  for (let before = at - 1; before >= 0; before -= 1) {
    if (within === 'clause' && clauseOf[before] !== clauseOf[at]) return
    yield before
  }
}

/** Positions after a token in its clause. */
export function* positionsAfter({ clauseOf, tokens }: TokenSentence, at: number): Generator<number> {
  for (let after = at + 1; after < tokens.length && clauseOf[after] === clauseOf[at]; after += 1) yield after
}
