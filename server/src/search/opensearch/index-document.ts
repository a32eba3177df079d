import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { analyzeCompany } from '../analysis/company-terms.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { regionWordsOf } from '../analysis/region-words.ts'
import { dayOf } from '../analysis/static-rank.ts'
import type { Term } from '../analysis/term.ts'

/**
 * A company as a document of OpenSearch; its `_id` is the company id. Terms and record are those of a segment, so both
 * engines propose and verify the same companies.
 */
export type IndexDocument = {
  /** Company id, to sort companies of equal rank. */
  id: string
  /** Tokens of all terms, filters included, separated by spaces. */
  terms: string
  /** Static rank, smaller first. The index is sorted by it. */
  rank: number
  /** yyyymmdd; 0: not stated. */
  founded_on: number
  /** Registered capital in 万元 CNY; null: not stated. */
  capital: number | null
  /** Search keys of every word for the region of the company. */
  regions: readonly string[]
  /** `encodeRecord`; stored, not indexed. */
  record: string
  /** `longTextOf`; stored, not indexed. */
  long_text: string
}

/** A term as a token of the whitespace analyser. */
export const termToken = (term: Term): string => term.toString(36)

export function indexDocumentOf(company: IndexableCompany, pronunciation: Pronunciation): IndexDocument {
  const { rank, record, longText, terms } = analyzeCompany(company, pronunciation)
  return {
    id: company.id,
    terms: Array.from(terms, termToken).join(' '),
    rank,
    founded_on: dayOf(company.foundedOn) ?? 0,
    capital: company.capital,
    regions: regionWordsOf(company).keys,
    record,
    long_text: longText,
  }
}
