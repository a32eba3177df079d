import type { CompanyType, RiskFilter } from '@baiqicha/contract/search-vocabulary'

/** What the search index needs of one company. Streamed from the records when the index is built. */
export type IndexableCompany = {
  id: string
  name: string
  formerNames: string[]
  shortNames: string[]
  formerShortNames: string[]
  englishNames: string[]
  aliases: string[]
  /** Current stock codes first, old ones after. */
  stockCodes: string[]
  creditCode: string | null
  registrationNumber: string | null
  legalRepresentative: string | null
  status: string | null
  /** GB/T 2260, six digits; names of province and city come from the reference tables. */
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
  isDemo: boolean
  /**
   * Kinds of which it has a current record; `none`: nothing that is more than history is told of it in those that 风险
   * offers. Whether their sources cover it at all is asked when it is searched: that changes for all companies at once.
   */
  risks: RiskFilter[]
  /** Its shareholders and key persons as they are written, persons and companies. */
  members: string[]
  /** Static rank, smaller first: listed, live, head office, capital, age. */
  prominence: number
}
