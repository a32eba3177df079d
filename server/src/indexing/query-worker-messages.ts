import type { CompanyHit, CompanyHits, CompanyQuery } from './company-search.ts'
import type { IndexHeader } from './index-format.ts'

/** What a query worker is asked. `now` comes with the question, so that the worker needs no clock. */
export type Question =
  | { type: 'search'; query: CompanyQuery; now: number }
  | { type: 'suggest'; keyword: string; limit: number; now: number }

export type Answer =
  | { type: 'search'; hits: CompanyHits }
  | { type: 'suggest'; hits: CompanyHit[] }
  /** The index file is not what was written: no answer, rather than a wrong one. */
  | { type: 'damaged'; message: string }

export type WorkerMessage =
  | { type: 'ready'; header: IndexHeader }
  | { type: 'unusable'; message: string }
  | { type: 'answer'; answer: Answer }
