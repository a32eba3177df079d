import type { Fact } from '@baiqicha/contract/company-facts'
import type { CompanyStatus } from '@baiqicha/contract/company-status'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordView } from '@baiqicha/contract/records/record'
import type { CompanyType } from '@baiqicha/contract/search-vocabulary'
import type { GroupBy, Intent, Order } from '../parsed-question.ts'

/** What a word of the question states. A word may state several things. */
export type Cue = {
  facts?: readonly Fact[]
  kinds?: readonly RecordKindKey[]
  /** Requested data that is never collected, by the name that the answer uses. */
  uncollected?: string
  intent?: Intent
  /** See `QuestionPart.term`. */
  term?: string
  view?: RecordView
  identity?: string
  facets?: Readonly<Record<string, string>>
  order?: Order
  groupBy?: GroupBy
  status?: CompanyStatus
  listed?: boolean
  type?: CompanyType
  /** GB/T 2260 prefixes; several when places share the name. */
  regions?: readonly string[]
  /** Whether all places of `regions` are meant: 江浙沪. */
  together?: true
  industry?: string
  keyword?: string
  board?: string
  /** A published list of companies. */
  list?: string
  /** A state that a question may presuppose: …什么时候被吊销的. */
  premise?: string
  /** 多少, 哪些, 谁, 什么时候, 是不是, 为什么. */
  asks?: 'howMany' | 'which' | 'who' | 'when' | 'whether' | 'why' | 'what'
  /** 对比, 谁更: two or more companies are compared. */
  compares?: true
  /** 它, 这家: a company of an earlier turn. */
  refers?: true
  /** 公司, 企业. */
  company?: true
  /** 另外, 还有: another question begins. */
  divides?: true
  /** The newest record is asked when the word stands beside a kind; `one`: a single one. */
  newest?: 'one' | 'some'
  /** States nothing and belongs to no name. */
  isFiller?: true
}

/** Words of a list, separated by spaces, with what each of them states. */
export type WordList = readonly (readonly [cue: Cue, words: string])[]
