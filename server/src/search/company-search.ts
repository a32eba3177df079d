import type { CompanyStatus } from '@baiqicha/contract/company-status'
import type { HitRanges, MatchReason } from '@baiqicha/contract/company-summary'
import type {
  AgeBand,
  CapitalBand,
  CompanyType,
  ListingFilter,
  RiskFilter,
  SearchRange,
  SearchSort,
} from '@baiqicha/contract/search-vocabulary'

/** Companies that one source or another may cover: those of the register, or fictional ones. */
export type CompanyPopulation = 'real' | 'demo'

export type CompanyFilters = {
  /** GB/T 2260 prefix: two, four or six digits. */
  region?: string
  /** GB/T 4754 section letter or two-digit division. */
  industry?: string
  status?: CompanyStatus
  capital?: CapitalBand
  age?: AgeBand
  listed?: ListingFilter
  type?: CompanyType
  /** A current record of this kind. */
  risk?: Exclude<RiskFilter, 'none'>
  /** No record of those that 风险 offers, among the companies for which all of them are connected: these. */
  nothingFound?: readonly CompanyPopulation[]
}

export type CompanyQuery = {
  /** As typed; the engine normalises. At most KEYWORD_LIMIT characters. */
  keyword: string
  filters: CompanyFilters
  /** The one kind of fact the keyword is looked for in; left out: all. */
  within?: SearchRange
  sort: SearchSort
  offset: number
  limit: number
  /** Answer for this keyword alone, never for a corrected one. */
  exact: boolean
}

export type CompanyHit = { companyId: string; matchReason: MatchReason; hitRanges: HitRanges }

export type CompanyHits = {
  hits: CompanyHit[]
  /** Exact up to TOTAL_LIMIT, then capped. */
  total: number
  totalCapped: boolean
  /** The keyword the hits answer, where it is not the one asked. */
  didYouMean?: string
  tooBroad?: boolean
}

/** Why a search could not be answered now. Neither ever means "nothing found". */
export class SearchUnavailable extends Error {
  readonly reason: 'preparing' | 'overloaded'
  readonly retryAfterSeconds: number
  constructor(reason: 'preparing' | 'overloaded', retryAfterSeconds: number) {
    super(`search ${reason}`)
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type SearchIndexState = {
  ready: boolean
  companies: number
  /** Parts it consists of. */
  segments: number
  builtAt: number | null
  version: string | null
  /** Age of the oldest change that cannot be found yet; 0 where there is none. */
  lagSeconds: number
  /** Questions that wait for a thread. */
  waiting: number
}

/**
 * Search over company names, codes and people. Ranks by the ladder of PRODUCT D; order is total and stable.
 * @throws SearchUnavailable while no index is ready ('preparing') or its queue is full ('overloaded').
 */
export interface CompanySearch {
  search(query: CompanyQuery): Promise<CompanyHits>
  suggest(keyword: string, limit: number): Promise<CompanyHit[]>
  state(): SearchIndexState
  close(): Promise<void>
}
