import type { CompanyCount, CompanyHit, CompanyHits, CompanyQuery, CountQuery } from '../company-search.ts'
import type { OpenableIndex } from '../refresh/index-manifest.ts'

/** `now` (milliseconds) travels with the request, so that workers need no clock. */
export type QueryRequest =
  | { type: 'search'; query: CompanyQuery; now: number }
  | { type: 'suggest'; keyword: string; limit: number; now: number }
  | { type: 'count'; query: CountQuery; now: number }

/** Requests after `use` run on that index. */
export type WorkerRequest = QueryRequest | { type: 'use'; index: OpenableIndex }

/**
 * A file of the index does not contain what was written to it. `file` is null when the index could not be opened for
 * another reason.
 */
export type Corruption = { version: string; file: string | null; message: string }

export type QueryResponse =
  | { type: 'search'; hits: CompanyHits }
  | { type: 'suggest'; hits: CompanyHit[] }
  | { type: 'count'; count: CompanyCount }
  /** The index failed a check sum, so there is no result. */
  | ({ type: 'corrupted' } & Corruption)

export type WorkerResponse =
  | { type: 'switched'; version: string }
  | ({ type: 'switch-failed' } & Corruption)
  | { type: 'response'; response: QueryResponse }
