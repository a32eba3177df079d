import type { CompanyHit, CompanyHits, CompanyQuery } from '../company-search.ts'
import type { OpenableIndex } from '../refresh/index-manifest.ts'

/** What a query worker is asked. `now` comes with the question, so that the worker needs no clock. */
export type QueryRequest =
  | { type: 'search'; query: CompanyQuery; now: number }
  | { type: 'suggest'; keyword: string; limit: number; now: number }

/** What is asked after `use` is answered from that index. */
export type WorkerRequest = QueryRequest | { type: 'use'; index: OpenableIndex }

/** A file of an index is not what was written; null where the index could not be opened for another reason. */
export type Corruption = { version: string; file: string | null; message: string }

export type QueryResponse =
  | { type: 'search'; hits: CompanyHits }
  | { type: 'suggest'; hits: CompanyHit[] }
  /** No answer, rather than a wrong one. */
  | ({ type: 'corrupted' } & Corruption)

export type WorkerResponse =
  | { type: 'switched'; version: string }
  | ({ type: 'switch-failed' } & Corruption)
  | { type: 'response'; response: QueryResponse }
