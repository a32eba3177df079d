import type { IndexSettings } from './index-mapping.ts'

/** Settings of the operator. */
export type SearchIndexSettings = Omit<IndexSettings, 'shards'> & {
  /** null: one per ten million companies. */
  shards: number | null
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
