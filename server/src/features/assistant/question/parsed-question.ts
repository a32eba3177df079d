import type { Fact } from '@baiqicha/contract/company-facts'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordView } from '@baiqicha/contract/records/record'
import type { CompanyType } from '@baiqicha/contract/search-vocabulary'

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
/**
 * In 元; a share in %. null: open. 超过 and 不到 exclude their bound, 以上 and 以内 include it (Civil Code, art. 1259).
 */
export type AmountRange = { least: number | null; most: number | null; excludesLeast: boolean; excludesMost: boolean }

/** Order of a comparison or list. `most` and `least` are about the first fact, or the number of records. */
export const orders = ['most', 'least', 'newest', 'oldest'] as const
export type Order = (typeof orders)[number]

/** What a count is divided by: 各省有多少家. */
export const groupings = ['region', 'industry', 'status'] as const
export type GroupBy = (typeof groupings)[number]

/** Conditions of a count or a list of companies. Words are codes of the vocabulary of the search. */
export type CompanyConditions = {
  region?: string
  industry?: string
  status?: string
  founded?: Days
  capital?: AmountRange
  listed?: boolean
  /** Companies with a current record of the kind. */
  risk?: RecordKindKey
  type?: CompanyType
  /** A line of business that no industry of the table names, as in 做光伏的. The names and scopes have it. */
  keyword?: string
  /** 科创板, 创业板, 北交所 or 主板. */
  board?: string
  /** A published list of companies: 央企名录. */
  list?: string
  listedOn?: Days
  /** Companies that state it, in its order. */
  by?: 'revenue' | 'listedOn'
  /** A name of persons who hold an office, or any: 董事长. Namesakes are not distinguished. */
  person?: string
  office?: string
}

/** One thing that is asked. A question with 和, 另外, 还有 has several. */
export type QuestionPart = {
  /** Stretch of the normalised question: the mentions in it are its companies; without any, those of the part before. */
  start: number
  end: number
  intent: Intent
  facts: readonly Fact[]
  kinds: readonly RecordKindKey[]
  /** Requested data that is never collected: 营业收入, 股价. */
  uncollected: readonly string[]
  /** The term of an explanation, the subject of a how-to, the office of people (董事长), 曾用名 of a name. */
  term: string | null
  days: Days | null
  view: RecordView | null
  amount: AmountRange | null
  /** 被告, 原告 … */
  identity: string | null
  /** A name of a person within the company. */
  person: string | null
  order: Order | null
  /** Number of requested rows: 前十大股东, 最近 3 条; null: not stated. */
  limit: number | null
  groupBy: GroupBy | null
  /** Values of the kind's own filters: { labour: '劳动争议' }, { kind: '名称' }. */
  facets: Readonly<Record<string, string>>
  conditions: CompanyConditions
  /** A premise to be checked against the records, as in …什么时候被吊销的. */
  premise: string | null
}

/** A part that asks nothing. */
export const emptyPart: QuestionPart = {
  start: 0,
  end: 0,
  intent: 'unknown',
  facts: [],
  kinds: [],
  uncollected: [],
  term: null,
  days: null,
  view: null,
  amount: null,
  identity: null,
  person: null,
  order: null,
  limit: null,
  groupBy: null,
  facets: {},
  conditions: {},
  premise: null,
}

/** A stretch of the question that may name a company, with its position in the normalised question. */
export type Mention = {
  text: string
  start: number
  /**
   * Whether it surely names something: a full name, a code, in quotation marks, beside another name, or before 的. An
   * unresolved one is stated as not found; any other may be a word that the grammar lacks.
   */
  isNamed: boolean
  /** Whether it is the name of a place: 上海, with which names of many companies begin. */
  isPlace: boolean
  /** Whether it is of words that questions have: 国资 of 国资占多少. It is a company only if the search finds its whole name. */
  isOrdinary?: boolean
}

/** `likely`: the parts are the likeliest readings. `unread`: none is likely. */
export type Doubt = 'likely' | 'unread'

export type ParsedQuestion = {
  refusal: RefusalReason | null
  /** Whether the sentence of the refusal may stand beside an answer: a forecast, or one of several clauses. */
  isPartlyRefused?: boolean
  /** In order of appearance; of overlapping ones, which are readings of one name, the longest first. */
  mentions: readonly Mention[]
  /** Segments of background, which ask nothing. */
  background?: readonly { start: number; end: number }[]
  /** Whether it refers to companies of earlier turns: 它, 这家, 那…呢, or names none. */
  refersBack: boolean
  /**
   * How many companies of earlier turns it refers to: 这三家 3, 它们 several, as many as the last turns have; null: those of
   * the last turn.
   */
  refersTo: number | 'several' | null
  /** Where its first word for a company stands that is no name: 它, 这家; null: there is none. */
  refersAt: number | null
  /** Whether it repeats the earlier question for other companies: 那比亚迪呢. `parts` are those of the earlier turn then. */
  repeatsEarlier: boolean
  /** Whether it asks on about what the earlier question asked: 什么时候的事, 去年呢. */
  continuesEarlier?: boolean
  /** Years after those that the turn before asks for: 再下一年呢. */
  yearsOn?: number
  parts: readonly QuestionPart[]
  /** Whether it names no company and needs none, as a whole. */
  isGeneral?: boolean
  /** Absent: the question is read for sure. */
  doubt?: Doubt
}

/** A question without mentions and parts. */
export const emptyQuestion: ParsedQuestion = {
  refusal: null,
  mentions: [],
  refersBack: false,
  refersTo: null,
  refersAt: null,
  repeatsEarlier: false,
  parts: [],
}
