import type { BusinessInfo, CompanyDetail } from '@baiqicha/contract/company-detail'
import type { Coverage, SearchAnswer, SearchQuery } from '@baiqicha/contract/company-search'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { ListedKindKey, RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordDetail, RecordList, RecordView } from '@baiqicha/contract/records/record'
import type { CompanyCount, CompanyPopulation, CountQuery } from '../../../search/company-search.ts'
import type { CountableCompany } from '../question/link/ranked-companies.ts'

export type RecordListQuery = {
  kind: ListedKindKey
  companyId: string
  view: RecordView
  identity: string | null
  facets: ReadonlyMap<string, string>
  page: number
  pageSize: number
}

/** Companies of a search by conditions. */
export type CoveredConditions = {
  population: CompanyPopulation
  region: string | undefined
  isListed: boolean | undefined
}

/** Services of the pages: with their masks, expiry rules and demonstration switch. null: not shown or unknown. */
export type ToolDeps = {
  /** YYYY-MM-DD, in China. */
  today: () => string
  findDetail: (id: string) => Promise<Omit<CompanyDetail, 'viewCount'> | null>
  findBusinessInfo: (id: string) => Promise<BusinessInfo | null>
  listRecords: (query: RecordListQuery) => Promise<RecordList | null>
  findRecord: (record: { kind: ListedKindKey; id: string; companyId: string }) => Promise<RecordDetail | null>
  listSummaries: (ids: readonly string[]) => Promise<CompanySummary[]>
  /** Whether two characters share a reading. */
  soundsAlike: (one: string, other: string) => boolean
  search: (query: SearchQuery) => Promise<SearchAnswer | null>
  count: (query: CountQuery) => Promise<CompanyCount>
  /** The companies that boards and published lists have; null: not read yet. */
  rankedCompanies: () => Promise<readonly CountableCompany[] | null>
  /** Whether the index is complete. */
  isIndexReady: () => boolean
  coverage: () => Promise<Coverage>
  /** Titles of what no source states of real companies, and of what sources state of some or all of them. */
  listKindCoverage: () => Promise<{ unconnected: readonly string[]; connected: readonly string[] }>
  /** Whether a source of the kind covers every company of the conditions. */
  coversAll: (kind: RecordKindKey, of: CoveredConditions) => Promise<boolean>
  /** Name of a region or an industry code as a search filter has it; null: unknown. */
  regionName: (code: string) => string | null
  industryName: (code: string) => string | null
  /** Codes of the provinces, and of the cities of one; codes of the sections of industries, and divisions of one. */
  regionGroups: (within: string | undefined) => readonly { code: string; name: string }[]
  industryGroups: (within: string | undefined) => readonly { code: string; name: string }[]
}
