import type { Client } from '@opensearch-project/opensearch'
import { onTestFinished } from 'vitest'
import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import type { Lease } from '../../src/platform/database/lease.ts'
import { loadPronunciation } from '../../src/search/analysis/pronunciation.ts'
import type { StartedCompanySearch } from '../../src/search/company-search.ts'
import type { CompanySource } from '../../src/search/company-source.ts'
import { connectOpenSearch } from '../../src/search/opensearch/client.ts'
import {
  createIndexBody,
  INDEX_FORMAT,
  INDEX_PREFIX,
  indexDocumentOf,
} from '../../src/search/opensearch/index-mapping.ts'
import type { IndexState } from '../../src/search/opensearch/index-state.ts'
import { openOpenSearchCompanySearch } from '../../src/search/opensearch/opensearch-company-search.ts'
import {
  type OpenSearchIndexing,
  type OpenSearchIndexingOptions,
  startOpenSearchIndexing,
} from '../../src/search/opensearch/opensearch-indexing.ts'

const pronunciation = loadPronunciation()
const quiet = { error: () => {} }
/** Creating an index takes seconds on a busy machine. */
const patiently = { requestTimeout: 60_000, maxRetries: 0 }
const BULK = 1000

let created = 0

type Filled = {
  name: string
  state: IndexState
  /** Writes these companies and deletes those. */
  change: (written: readonly IndexableCompany[], deleted: readonly string[]) => Promise<void>
  remove: () => Promise<void>
}

/** Creates an index over exactly these companies. */
export async function fillOpenSearchIndex(
  client: Client,
  companies: readonly IndexableCompany[],
  shards = 1,
): Promise<Filled> {
  created += 1
  const name = `${INDEX_PREFIX}test-${process.pid}-${created}`
  const origin = { format: INDEX_FORMAT, scope: 'test', store: 'test' }
  await client.indices.create({ index: name, body: createIndexBody(shards, origin) }, patiently)
  const change = async (written: readonly IndexableCompany[], deleted: readonly string[]) => {
    const operations = [
      ...deleted.map((id): object[] => [{ delete: { _id: id } }]),
      ...written.map((company): object[] => [{ index: { _id: company.id } }, indexDocumentOf(company, pronunciation)]),
    ]
    for (let from = 0; from < operations.length; from += BULK) {
      const { body } = await client.bulk({ index: name, body: operations.slice(from, from + BULK).flat() }, patiently)
      if (body.errors) throw new Error(`bulk: ${JSON.stringify(body.items[0])}`)
    }
    await client.indices.refresh({ index: name }, patiently)
  }
  await change(companies, [])
  const state: IndexState = {
    status: 'ready',
    name,
    shards,
    documents: companies.length,
    position: null,
    builtAt: 0,
  }
  return {
    name,
    state,
    change,
    remove: async () => void (await client.indices.delete({ index: name }, { ...patiently, ignore: [404] })),
  }
}

/** A search over an index that is ready. */
export async function openOpenSearchOver(
  client: Client,
  readState: () => Promise<IndexState>,
  now: () => number,
): Promise<StartedCompanySearch> {
  const search = openOpenSearchCompanySearch({
    client,
    readState,
    lagSeconds: () => 0,
    clock: { now },
    log: quiet,
    outage: { failed: () => {}, worked: () => {} },
  })
  await search.whenReady()
  return search
}

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
