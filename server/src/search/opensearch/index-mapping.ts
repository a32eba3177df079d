import { FORMAT_VERSION } from '../segment/segment-format.ts'
import type { IndexDocument } from './index-document.ts'

/** Queries go to this alias. It points to one complete index. */
export const SEARCH_ALIAS = 'baiqicha-companies'
/** Indices of companies are named by this and the fencing token of the leader that built them. */
export const INDEX_PREFIX = 'baiqicha-companies-'
/** Index with one document per index of companies: how complete it is (index-state.ts). */
export const STATE_INDEX = 'baiqicha-search-state'

/** Raise this with every change of the mapping or of `IndexDocument`. Terms and records have the format of segments. */
const DOCUMENT_VERSION = 1
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

export type IndexSettings = {
  shards: number
  replicas: number
  /** Seconds until a written document can be found. */
  refreshSeconds: number
}

/**
 * Deleted documents of a bulk that arrives late: OpenSearch forgets the version of a deletion after this time, and would
 * then accept an older version of the company. A leader stops writing when it has lost its lease, and a request ends
 * within a minute, so an hour is ample; each deletion costs about 100 bytes of heap until then.
 */
const DELETED_VERSIONS = '1h'

const notIndexed = { type: 'keyword', index: false, doc_values: false, store: true } as const

const fields = {
  // Read from the sort order only. A company is found by `_id`.
  id: { type: 'keyword', index: false },
  // No positions, frequencies or lengths: a term matches or does not, and the rank orders.
  terms: { type: 'text', analyzer: 'whitespace', index_options: 'docs', norms: false },
  rank: { type: 'long' },
  founded_on: { type: 'integer' },
  capital: { type: 'double' },
  regions: { type: 'keyword' },
  record: notIndexed,
  long_text: notIndexed,
} as const satisfies Record<keyof IndexDocument, object>

/** Body of the request that creates an index. */
export const createIndexBody = ({ shards, replicas, refreshSeconds }: IndexSettings, origin: IndexOrigin) => ({
  settings: {
    index: {
      number_of_shards: shards,
      number_of_replicas: replicas,
      refresh_interval: `${refreshSeconds}s`,
      // Documents are stored in the order of results, so a tier stops at its first matches.
      sort: { field: ['rank', 'id'], order: ['asc', 'asc'] satisfies ['asc', 'asc'] },
      gc_deletes: DELETED_VERSIONS,
    },
  },
  mappings: {
    dynamic: 'strict' as const,
    _meta: origin,
    // The record and the long text are stored fields: reading one of them does not read the other, and the terms, the
    // largest part of a document, are not stored at all.
    _source: { enabled: false },
    properties: fields,
  },
})
