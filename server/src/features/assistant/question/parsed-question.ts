import type { Fact } from '@baiqicha/contract/company-facts'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordView } from '@baiqicha/contract/records/record'

export const intents = [
  'facts',
  'shareholders',
  'ownership',
  'investments',
  'people',
  'branches',
  'changes',
  'riskOverview',
  'records',
  'comparison',
  'count',
  'list',
  'newest',
  'explanation',
  'coverage',
  'howTo',
  'unknown',
] as const
export type Intent = (typeof intents)[number]

/** Reasons to refuse without looking anything up. */
export const refusalReasons = [
  'privateData',
  'contact',
  'privatePerson',
  'mergeNamesakes',
  'verdictOnPerson',
  'invention',
  'forecast',
  'violence',
  'sex',
  'politics',
  'selfHarm',
  'unlawfulUse',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Days, both included; null: open. */
export type Days = { from: string | null; to: string | null }
/** In 元; a share in %. */
export type AmountRange = { least: number | null; most: number | null }

/** Conditions of a count or a list of companies. Words are codes of the vocabulary of the search. */
export type CompanyConditions = {
  region?: string
  industry?: string
  status?: string
  founded?: Days
  capital?: AmountRange
  listed?: boolean
  risk?: RecordKindKey
}

/** One thing that is asked. A question with 和, 另外, 还有 has several. */
export type QuestionPart = {
  intent: Intent
  facts: readonly Fact[]
  kinds: readonly RecordKindKey[]
  /** Requested data that is never collected: 营业收入, 股价. */
  uncollected: readonly string[]
  /** The term of an explanation, the subject of a how-to. */
  term: string | null
  days: Days | null
  view: RecordView | null
  amount: AmountRange | null
  /** 被告, 原告 … */
  identity: string | null
  /** A name of a person within the company. */
  person: string | null
  /** Order of a comparison or list. */
  order: 'most' | 'least' | 'newest' | 'oldest' | null
  conditions: CompanyConditions
  /** A premise to be checked against the records, as in …什么时候被吊销的. */
  premise: string | null
}

export type ParsedQuestion = {
  refusal: RefusalReason | null
  /** Stretches of the question that may name a company, longest first, in order of their appearance. */
  mentions: readonly { text: string; start: number }[]
  /** Whether it refers to companies of earlier turns: 它, 这家, 那…呢, or names none. */
  refersBack: boolean
  parts: readonly QuestionPart[]
}
