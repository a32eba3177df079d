import type { Client } from '@opensearch-project/opensearch'
import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import { loadPronunciation } from '../../src/search/analysis/pronunciation.ts'
import { indexDocumentOf } from '../../src/search/opensearch/index-document.ts'
import { createIndexBody, INDEX_FORMAT, INDEX_PREFIX } from '../../src/search/opensearch/index-mapping.ts'
import type { IndexState } from '../../src/search/opensearch/index-state.ts'
import {
  type OpenSearchCompanySearch,
  openOpenSearchCompanySearch,
} from '../../src/search/opensearch/opensearch-company-search.ts'

const pronunciation = loadPronunciation()
const silent = { warn: () => {}, error: () => {} }
/** Creating an index takes seconds on a busy machine. */
const patiently = { requestTimeout: 60_000, maxRetries: 0 }
const BULK = 1000

let created = 0

type Filled = { name: string; state: IndexState; remove(): Promise<void> }

/** Creates an index over exactly these companies. */
export async function fillOpenSearchIndex(
  client: Client,
  companies: readonly IndexableCompany[],
  shards = 1,
): Promise<Filled> {
  created += 1
  const name = `${INDEX_PREFIX}test-${process.pid}-${created}`
  const origin = { format: INDEX_FORMAT, scope: 'test', store: 'test' }
  await client.indices.create(
    { index: name, body: createIndexBody({ shards, replicas: 0, refreshSeconds: 3600 }, origin) },
    patiently,
  )
  for (let from = 0; from < companies.length; from += BULK) {
    const part = companies.slice(from, from + BULK)
    const body = part.flatMap((company) => [{ index: { _id: company.id } }, indexDocumentOf(company, pronunciation)])
    const { body: written } = await client.bulk({ index: name, body }, patiently)
    if (written.errors) throw new Error(`bulk: ${JSON.stringify(written.items[0])}`)
  }
  await client.indices.refresh({ index: name }, patiently)
  const state: IndexState = {
    status: 'ready',
    name,
    shards,
    documents: companies.length,
    complete: true,
    companies: companies.length,
    position: null,
    builtAt: 0,
  }
  return {
    name,
    state,
    remove: async () => void (await client.indices.delete({ index: name }, { ...patiently, ignore: [404] })),
  }
}

/** A search over an index that is ready. */
export async function openOpenSearchOver(
  client: Client,
  readState: () => Promise<IndexState>,
  now: () => number,
): Promise<OpenSearchCompanySearch> {
  const search = openOpenSearchCompanySearch({
    client,
    readState,
    lagSeconds: () => 0,
    queueLimit: 1000,
    clock: { now },
    log: silent,
  })
  await search.whenReady()
  return search
}
