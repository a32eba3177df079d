import type { CompanyHit, CompanyHits, CompanyQuery } from '../company-search.ts'
import type { OpenableIndex } from '../refresh/index-manifest.ts'

/** What a query worker is asked. `now` comes with the question, so that the worker needs no clock. */
export type Question =
  | { type: 'search'; query: CompanyQuery; now: number }
  | { type: 'suggest'; keyword: string; limit: number; now: number }

/** What is asked after `use` is answered from that index. */
export type WorkerOrder = Question | { type: 'use'; index: OpenableIndex }

/** A file of an index is not what was written; null where the index could not be opened for another reason. */
export type Damage = { version: string; file: string | null; message: string }

export type Answer =
  | { type: 'search'; hits: CompanyHits }
  | { type: 'suggest'; hits: CompanyHit[] }
  /** No answer, rather than a wrong one. */
  | ({ type: 'damaged' } & Damage)

export type WorkerMessage =
  | { type: 'using'; version: string }
  | ({ type: 'unusable' } & Damage)
  | { type: 'answer'; answer: Answer }
