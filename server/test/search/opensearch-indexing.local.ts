import { onTestFinished } from 'vitest'
import type { Lease } from '../../src/platform/database/lease.ts'
import { loadPronunciation } from '../../src/search/analysis/pronunciation.ts'
import type { CompanySource } from '../../src/search/company-source.ts'
import { connectOpenSearch } from '../../src/search/opensearch/client.ts'
import {
  type OpenSearchIndexing,
  type OpenSearchIndexingOptions,
  startOpenSearchIndexing,
} from '../../src/search/opensearch/opensearch-indexing.ts'

const pronunciation = loadPronunciation()
const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** A lease that this process always has. */
export const heldLease = (token = 1): Lease => ({
  renew: async () => true,
  token: () => token,
  release: async () => {},
})

type LocalIndexingOptions = { url: string; source: CompanySource } & Partial<OpenSearchIndexingOptions>

/** Fills and follows in this thread; polls only when `refresh` is called, unless an interval is given. Closed after the test. */
export function startLocalIndexing({ url, ...options }: LocalIndexingOptions): OpenSearchIndexing {
  const client = options.client ?? connectOpenSearch({ url, requestTimeout: 30_000 })
  const indexing = startOpenSearchIndexing({
    client,
    lease: heldLease(),
    origin: { scope: options.source.scope, store: 'store' },
    settings: { shards: null, replicas: 0, refreshSeconds: 1 },
    estimateCompanies: async () => 0,
    pronunciation,
    clock: { now: () => 1000 },
    log: silent,
    pollEveryMs: Number.POSITIVE_INFINITY,
    renewEveryMs: 100,
    retryMs: 5,
    ...options,
  })
  onTestFinished(async () => {
    await indexing.close()
    await client.close()
  })
  return indexing
}
