import type { CompanyStatus } from '@baiqicha/contract/company-status'
import type { HitRanges, MatchReason } from '@baiqicha/contract/company-summary'
import type {
  AgeBand,
  CapitalBand,
  CompanyType,
  ContactFilter,
  ListingFilter,
  RiskFilter,
  SearchRange,
  SearchSort,
  StaffBand,
} from '@baiqicha/contract/search-vocabulary'
import { type Refusal, unavailable } from '../platform/http/refusal.ts'

/** `real`: companies of the public register. `demo`: fictional companies of the demonstration data. */
export type CompanyPopulation = 'real' | 'demo'

export type CompanyFilters = {
  /** GB/T 2260 prefix: two, four or six digits. */
  region?: string
  /** GB/T 4754 section letter or two-digit division. */
  industry?: string
  status?: CompanyStatus
  /** 存续, or no source states a status. */
  activeOrUnstated?: true
  capital?: CapitalBand
  age?: AgeBand
  listed?: ListingFilter
  type?: CompanyType
  /** Companies that publish a contact of this type. */
  contact?: ContactFilter
  /** Employees of the newest year that is known. */
  staff?: StaffBand
  /**
   * Companies with a current record of this kind. `none`: companies without a record of any kind that the 风险 filter offers, of
   * those that sources cover for all of these kinds.
   */
  risk?: RiskFilter
  /** Days of foundation, both included (YYYY-MM-DD); null: open. */
  foundedBetween?: { from: string | null; to: string | null }
  /** Registered capital in 万元 CNY; null: open. Companies whose capital no source states do not pass. */
  capitalBetween?: CapitalRange
  population?: CompanyPopulation
}

export type CapitalRange = {
  least: number | null
  most: number | null
  excludesLeast: boolean
  excludesMost: boolean
}

/** `companyFacts`: names, codes and scopes, never persons, numbers or addresses. */
export type SearchedFacts = SearchRange | 'companyFacts'

export type CompanyQuery = {
  /**
   * As typed; the search normalises it. Characters after KEYWORD_LIMIT are ignored. null: every company that passes the
   * filters, in the order of the static rank.
   */
  keyword: string | null
  filters: CompanyFilters
  /** Searches this kind of fact only; all kinds when absent. */
  within?: SearchedFacts
  sort: SearchSort
  offset: number
  limit: number
  /** Matches the keyword as it is: no typo correction, and no words are left out. */
  exact: boolean
}

export type CompanyHit = { companyId: string; matchReason: MatchReason; hitRanges: HitRanges }

export type CompanyHits = {
  hits: CompanyHit[]
  /** Exact up to TOTAL_LIMIT; the limit itself when `totalCapped`. */
  total: number
  totalCapped: boolean
  /** The corrected keyword that the hits match; absent when they match the keyword as typed. */
  didYouMean?: string
  /** Whether the typed keyword may be the name of a company that the index does not have. */
  isOtherName?: boolean
  /** The part of the keyword that the hits match, when nothing matches all of it or a code is in it. */
  usedKeyword?: string
  tooBroad?: boolean
}

/** Filters of one group of a count, on top of those of the query: a province, a section, a status. */
export type CountGroup = Pick<CompanyFilters, 'region' | 'industry' | 'status'>

export type CountQuery = Pick<CompanyQuery, 'keyword' | 'filters' | 'within' | 'sort' | 'limit'> & {
  groups: readonly CountGroup[]
  /** Milliseconds after which the count stops. */
  budgetMs: number
}

export type CompanyCount = {
  /** Exact number of matches; null: the count took too long. */
  total: number | null
  /** In the order of the groups; null: not counted. */
  groups: readonly number[] | null
  /** The first of the order; empty if not counted. */
  hits: readonly CompanyHit[]
}

/** The search cannot run now. This is never the same as "no results". */
export class SearchUnavailable extends Error {
  readonly reason: 'preparing' | 'overloaded'
  readonly retryAfterSeconds: number
  constructor(reason: 'preparing' | 'overloaded', retryAfterSeconds: number) {
    super(`search ${reason}`)
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const PREPARING_SECONDS = 3
export const searchPreparing = () => new SearchUnavailable('preparing', PREPARING_SECONDS)

export type SearchIndexState = {
  ready: boolean
  /** Whether an index has answered queries since the start of the process. */
  hasBeenReady: boolean
  companies: number
  /** Segments in use: one base and the smaller, newer ones. */
  segments: number
  /** Age of the oldest change that is not searchable yet; 0 when every change is. */
  lagSeconds: number
  /** Requests in the queue of the worker threads. */
  waiting: number
}

/**
 * Search over company names, codes and people. Hits are ordered by ranking tier, then by static rank, then by id: the
 * order is total and the same on every call. @throws SearchUnavailable when no index is ready (`preparing`) or the
 * queue is full (`overloaded`).
 */
export interface CompanySearch {
  search(query: CompanyQuery): Promise<CompanyHits>
  suggest(keyword: string, limit: number): Promise<CompanyHit[]>
  /** Counts every match exactly, unless that takes longer than its budget. */
  count(query: CountQuery): Promise<CompanyCount>
  state(): SearchIndexState
  close(): Promise<void>
}

/** A search that this process has started. */
export interface StartedCompanySearch extends CompanySearch {
  /** Resolves when an index is in use for the first time. */
  whenReady(): Promise<void>
}

const refusalOf = ({ reason, retryAfterSeconds }: SearchUnavailable): Refusal =>
  unavailable(reason === 'preparing' ? '索引准备中，请稍后重试' : '当前搜索人数较多，请稍后重试', retryAfterSeconds)

/** Turns an unavailable index into HTTP 503, so that it is never mistaken for an empty result. */
export async function refuseIfUnavailable<T>(response: Promise<T>): Promise<T> {
  try {
    return await response
  } catch (error) {
    throw error instanceof SearchUnavailable ? refusalOf(error) : error
  }
}
