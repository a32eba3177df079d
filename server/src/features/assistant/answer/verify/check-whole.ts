import type { Evidence } from '../../evidence/evidence.ts'
import { type CitedField, normalise } from '../statement-tokens.ts'
import type { StatedSoFar } from './check-value.ts'
import { conditionsOf, isCount } from './evidence-roles.ts'
import { companiesAt, kindAt, meaningAt, type TokenSentence, textAt, viewAt } from './token-sentence.ts'
import { type Rejection, rejected } from './verdict.ts'

/** A label, kind, view or company without a value that belongs to it states something by itself: 甲有被执行人记录. */
export function checkUnusedWords(sentence: TokenSentence, { usedWords, fields }: StatedSoFar): Rejection | null {
  if (fields.size === 0) return rejected('unsupportedValue', sentence.tokens.map(({ text }) => text).join(''))
  for (const at of sentence.tokens.keys()) {
    if (usedWords.has(at)) continue
    if (viewAt(sentence, at) !== null) return rejected('unsupportedView', textAt(sentence, at))
    if (companiesAt(sentence, at).length > 0) return rejected('unknownEntity', textAt(sentence, at))
    const meaning = meaningAt(sentence, at)
    const isLabel = kindAt(sentence, at) !== null || (meaning !== null && meaning.label !== null && !meaning.isWord)
    if (isLabel) return rejected('unsupportedValue', textAt(sentence, at))
  }
  return null
}

/** 截至: as old as the oldest source of what the sentence states. */
export function checkAsOf({ asOf, fields }: StatedSoFar): Rejection | null {
  const [oldest] = [...fields].flatMap(({ evidence }) => evidence.date ?? []).toSorted()
  const other = asOf.find((date) => date !== oldest)
  return other === undefined ? null : rejected('unsupportedDate', other)
}

/** A count of a narrowed list states every condition. */
export function checkConditions({ fields }: StatedSoFar): Rejection | null {
  for (const counted of fields) {
    if (!isCount(counted)) continue
    const omitted = conditionsOf(counted.evidence).find(
      (name) => ![...fields].some((one) => one.evidence.id === counted.evidence.id && one.name === name),
    )
    if (omitted !== undefined) return rejected('conditionOmitted', counted.evidence.fields[omitted]?.label ?? omitted)
  }
  return null
}

/** A difference is that of the relation which the sentence states. */
export function checkDifferences({ fields }: StatedSoFar): Rejection | null {
  const stated = [...fields]
  const differences = stated.filter(({ name }) => name.startsWith('difference-'))
  const isOfRelation = ({ evidence, name }: CitedField) =>
    stated.some(
      (one) => one.evidence.id === evidence.id && one.name.startsWith(name.replace('difference-', 'relation-')),
    )
  return differences.length === 0 || differences.some(isOfRelation)
    ? null
    : rejected('unsupportedComparison', differences[0]?.field.label ?? '')
}

/** The explanation of a term names the term; alone, it may be read as a statement about a company. */
export function checkTerms({ fields }: StatedSoFar): Rejection | null {
  const stated = [...fields]
  const explained = stated.find(({ evidence, name }) => evidence.citedType === 'term' && name === 'text')
  const isNamed = stated.some(({ evidence, name }) => evidence.id === explained?.evidence.id && name === 'term')
  return explained === undefined || isNamed ? null : rejected('conditionOmitted', explained.evidence.label)
}

/** In an answer about several companies, a sentence of a model names the company of its values. */
export function checkCompanies(
  { tokens }: TokenSentence,
  { fields, usedWords }: StatedSoFar,
  evidence: readonly Evidence[],
): Rejection | null {
  const companies = new Set(evidence.flatMap(({ company }) => company?.id ?? []))
  if (companies.size < 2) return null
  const named = new Set(
    [...usedWords].flatMap((at) => {
      const token = tokens[at]
      return token?.type === 'text' ? token.meaning.companies : []
    }),
  )
  const omitted = [...fields].find(({ evidence: { company } }) => company !== null && !named.has(company.id))
  return omitted === undefined ? null : rejected('companyOmitted', omitted.evidence.company?.name ?? '')
}

/**
 * A sentence of a model states every field that it cites: it replaces the composed sentences with these fields, so that a
 * field which it cites only would be lost.
 */
export function checkCitations({ cited, tokens }: TokenSentence, { fields }: StatedSoFar): Rejection | null {
  const text = tokens.map((token) => token.text).join('')
  const isNamed = ({ field: { value } }: CitedField) => value.type === 'text' && text.includes(normalise(value.text))
  const unstated = cited.find((one) => !fields.has(one) && !isNamed(one))
  return unstated === undefined ? null : rejected('unstatedCitation', unstated.field.label)
}
