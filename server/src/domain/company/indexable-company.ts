import type { CompanyType, ContactFilter, RiskFilter } from '@baiqicha/contract/search-vocabulary'

/** Input of the search index for one company. */
export type IndexableCompany = {
  id: string
  name: string
  formerNames: string[]
  shortNames: string[]
  formerShortNames: string[]
  englishNames: string[]
  aliases: string[]
  /** Current stock codes first, then old ones. */
  stockCodes: string[]
  creditCode: string | null
  registrationNumber: string | null
  legalRepresentative: string | null
  status: string | null
  /** GB/T 2260, six digits; reference tables supply the names of province and city. */
  regionCode: string | null
  regionName: string | null
  industryCode: string | null
  industrySection: string | null
  /** 万元 CNY. */
  capital: number | null
  foundedOn: string | null
  isListed: boolean
  type: CompanyType | null
  scope: string | null
  address: string | null
  /** As published, in any notation. */
  phones: string[]
  website: string | null
  /** Types of the contacts that may be shown today. */
  contacts: ContactFilter[]
  /** Employees of the newest year that is known; of a range, its lower bound. null: not stated. */
  employees: number | null
  /** Largest revenue in a published list of companies, 万元, and its year; null: none is stated. */
  revenue: number | null
  revenueYear: number | null
  /** Names of the published lists of companies that have it: 央企名录. */
  lists: string[]
  /** 科创板, 主板 …, and the first day of trading of the stocks that are listed today. */
  boards: string[]
  listedOn: string | null
  isDemo: boolean
  /**
   * Kinds with a current record. `none`: the kinds offered under 风险 have no record except history. Whether sources
   * cover the company at all is decided per query, because that changes for all companies at once.
   */
  risks: RiskFilter[]
  /** Names of shareholders and key persons as stated, persons and companies. */
  members: string[]
  /** Static rank, smaller first: listed, active, head office, capital, age. */
  prominence: number
}
