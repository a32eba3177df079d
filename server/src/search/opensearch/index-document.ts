import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { type CompanyTokens, companyTokensOf } from '../analysis/company-tokens.ts'
import { longTextOf } from '../analysis/long-text.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { codesOf, searchDocumentFrom } from '../analysis/search-document.ts'
import { encodeSearchDocument } from '../analysis/search-document-codec.ts'
import { dayOf, rankOf } from '../analysis/static-rank.ts'

/** A company as a document of OpenSearch; its `_id` is the company id. */
export type IndexDocument = CompanyTokens & {
  /** Company id, to sort companies of equal rank. */
  id: string
  /** Codes that are found by their beginning. */
  codes: readonly string[]
  /** Static rank, smaller first. The index is sorted by it. */
  rank: number
  /** yyyymmdd; null: not stated. */
  founded_on: number | null
  /** Registered capital in 万元 CNY; null: not stated. */
  capital: number | null
  /** Search keys of every word for the region of the company. */
  regions: readonly string[]
  /** `encodeSearchDocument`; stored, not indexed. */
  record: string
  /** `longTextOf`; stored, not indexed. */
  long_text: string
}

export function indexDocumentOf(company: IndexableCompany, pronunciation: Pronunciation): IndexDocument {
  const record = searchDocumentFrom(company)
  return {
    ...companyTokensOf(company, pronunciation),
    id: company.id,
    codes: codesOf(record).flatMap(({ field, key }) => (field === 'organisationCode' ? [] : [key])),
    rank: rankOf(company),
    founded_on: dayOf(company.foundedOn),
    capital: company.capital,
    regions: record.regions,
    record: encodeSearchDocument(record),
    long_text: longTextOf(company),
  }
}
