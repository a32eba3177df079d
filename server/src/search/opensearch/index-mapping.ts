import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { companyTokensOf } from '../analysis/company-tokens.ts'
import { longTextOf } from '../analysis/hit-ranges.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { codesOf, searchDocumentFrom } from '../analysis/search-document.ts'
import { encodeSearchDocument } from '../analysis/search-document-codec.ts'
import { dayOf, rankOf } from '../analysis/static-rank.ts'
import { FORMAT_VERSION } from '../segment/segment-format.ts'
import type { SearchIndexSettings } from './client.ts'

/** This alias points to one complete index. */
export const SEARCH_ALIAS = 'baiqicha-companies'
/** Indices of companies are named by this and the fencing token of the leader that built them. */
export const INDEX_PREFIX = 'baiqicha-companies-'

/** Raise this with every change of the mapping or of `IndexDocument`. Terms and records have the format of segments. */
const DOCUMENT_VERSION = 2
const DOCUMENT_VERSIONS = 1000
/** An index of a lower format is rebuilt; one of a higher format belongs to a newer release and is not touched. */
export const INDEX_FORMAT = FORMAT_VERSION * DOCUMENT_VERSIONS + DOCUMENT_VERSION

/** What the documents of an index come from; stored in `_meta` of its mapping when it is created. */
export type IndexOrigin = {
  format: number
  /** `CompanySource.scope` */
  scope: string
  /** Identity of the database. */
  store: string
}

/** A shard of this size has about 20 GB, and a query of one shard runs on one core. */
const COMPANIES_PER_SHARD = 10_000_000
/** Growth that is tolerated before a new index with more shards is built. */
const GROWTH = 2

export const shardsFor = ({ shards }: SearchIndexSettings, companies: number): number =>
  shards ?? Math.max(1, Math.ceil(companies / COMPANIES_PER_SHARD))

/** Whether an index may remain: its number of shards is the one that is set, or enough for its companies. */
export const isShardCountFitting = ({ shards }: SearchIndexSettings, actual: number, companies: number): boolean =>
  shards === null ? companies <= actual * COMPANIES_PER_SHARD * GROWTH : shards === actual

/**
 * OpenSearch forgets the version of a deletion after this time, and would then accept an older version of the company. A
 * leader stops writing when it has lost its lease, and a request ends within a minute, so an hour is ample.
 */
const DELETED_VERSIONS = '1h'

/** No frequencies or lengths: a term matches or does not, and the rank orders. */
const terms = { type: 'text', analyzer: 'whitespace', index_options: 'docs', norms: false } as const
/** Bigrams with positions, for phrases. */
const texts = { type: 'text', analyzer: 'whitespace', norms: false } as const
const notIndexed = { type: 'keyword', index: false, doc_values: false, store: true } as const

const fields = {
  /** Company id, to sort companies of equal rank. A company is found by `_id`. */
  id: { type: 'keyword', index: false },
  terms,
  former_terms: terms,
  names: texts,
  former_names: texts,
  scope: texts,
  address: texts,
  /** Codes that are found by their beginning. */
  codes: { type: 'keyword', doc_values: false },
  /** Static rank, smaller first. The index is sorted by it. */
  rank: { type: 'long' },
  /** yyyymmdd; null: not stated. */
  founded_on: { type: 'integer' },
  /** Registered capital in 万元 CNY; null: not stated. */
  capital: { type: 'double' },
  /** Search keys of every word for the region of the company. */
  regions: { type: 'keyword' },
  /** `encodeSearchDocument` */
  record: notIndexed,
  /** `longTextOf` */
  long_text: notIndexed,
} as const satisfies Record<keyof IndexDocument, object>

/** Body of the request that creates an index. It is filled without copies and without being searchable, which takes half the time. */
export const createIndexBody = (shards: number, origin: IndexOrigin) => ({
  settings: {
    index: {
      number_of_shards: shards,
      number_of_replicas: 0,
      refresh_interval: '-1',
      // A list without a keyword stops at its last row.
      sort: { field: ['rank', 'id'], order: ['asc', 'asc'] satisfies ['asc', 'asc'] },
      gc_deletes: DELETED_VERSIONS,
    },
  },
  mappings: {
    dynamic: 'strict' as const,
    _meta: origin,
    // Only the record and the long text are read back; terms are the largest part of a document.
    _source: { enabled: false },
    properties: fields,
  },
})

/** A company as a document of OpenSearch; its `_id` is the company id. */
export function indexDocumentOf(company: IndexableCompany, pronunciation: Pronunciation) {
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

export type IndexDocument = ReturnType<typeof indexDocumentOf>
