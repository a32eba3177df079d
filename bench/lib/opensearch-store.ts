import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../server/src/domain/clock.ts'
import { loadPronunciation } from '../../server/src/search/analysis/pronunciation.ts'
import type { CompanySource } from '../../server/src/search/company-source.ts'
import { createBulkWriter } from '../../server/src/search/opensearch/bulk-writer.ts'
import { connectOpenSearch } from '../../server/src/search/opensearch/client.ts'
import { buildIndex } from '../../server/src/search/opensearch/index-leader.ts'
import { INDEX_FORMAT, type IndexOrigin, shardsFor } from '../../server/src/search/opensearch/index-mapping.ts'
import { createStateIndex, publishIndex, writeProgress } from '../../server/src/search/opensearch/index-state.ts'
import { type StartedOpenSearch, startOpenSearch } from '../../tools/lib/opensearch.mjs'
import { openCachedStore } from './cached-store.ts'
import { type CompanyOrigin, companiesOf } from './company-sources.ts'
import { fillNamesIndex } from './opensearch-names.ts'

/** Identity of the indices of the bench. */
export const benchOrigin: IndexOrigin = { format: INDEX_FORMAT, scope: 'bench', store: 'bench' }

/** Leaves most of a small machine's memory to the file cache, from which queries read. */
const heapOf = (nodes: number) => (nodes === 1 ? '2g' : '1g')
const SLOW = { requestTimeout: 600_000, maxRetries: 0 }

type FillFigures = { companies: number; seconds: number }

export type OpenSearchStore = { server: StartedOpenSearch; figures: FillFigures }

type StoreRequest = { name: string; origin: CompanyOrigin; state: string; companies: number; nodes: number }

/** Starts OpenSearch on an index over these companies, which is filled once and kept. */
export async function openOpenSearchStore(request: StoreRequest): Promise<OpenSearchStore> {
  const { origin, state, companies, nodes } = request
  const folder = await openCachedStore({
    name: `${request.name}-${nodes}-nodes`,
    madeFrom: JSON.stringify({ origin, state, INDEX_FORMAT, nodes }),
    gibibytes: Math.ceil((companies / 1e6) * 5),
    build: (target) => fill(target, request),
  })
  const figures: FillFigures = JSON.parse(readFileSync(path.join(folder, 'figures.json'), 'utf8'))
  return {
    server: await startOpenSearch({ nodes, heap: heapOf(nodes), dataFolder: path.join(folder, 'data') }),
    figures,
  }
}

async function fill(folder: string, { origin, companies, nodes }: StoreRequest) {
  const dataFolder = path.join(folder, 'data')
  mkdirSync(dataFolder)
  const server = await startOpenSearch({ nodes, heap: heapOf(nodes), dataFolder })
  const client = connectOpenSearch({ url: server.url })
  try {
    await createStateIndex(client, 0)
    const seconds = await fillCompanies(client, origin, shardsOf({ companies, nodes }))
    await fillNamesIndex(client, companiesOf(origin), shardsOf({ companies, nodes }))
    await client.indices.flush({ index: '*' }, SLOW)
    writeFileSync(path.join(folder, 'figures.json'), JSON.stringify({ companies, seconds } satisfies FillFigures))
  } finally {
    await client.close()
    await server.stop()
  }
}

/** Every node has a shard. */
const shardsOf = ({ companies, nodes }: { companies: number; nodes: number }) =>
  Math.max(nodes, shardsFor({ shards: null, replicas: 0, refreshSeconds: 1 }, companies))

/** As the leader of a server fills an index. @returns seconds */
async function fillCompanies(client: ReturnType<typeof connectOpenSearch>, origin: CompanyOrigin, shards: number) {
  const source: CompanySource = {
    scope: benchOrigin.scope,
    lastChange: async () => null,
    changesAfter: async () => [],
    hasMoreThan: async () => false,
    companies: () => companiesOf(origin),
    pruneChanges: async () => {},
  }
  const outage = { failed: (error: unknown) => console.log(error), worked: () => {} }
  const { signal } = new AbortController()
  const startedAt = performance.now()
  const { name, progress } = await buildIndex(
    {
      client,
      clock: systemClock,
      source,
      pronunciation: loadPronunciation(),
      write: createBulkWriter({ client, checkLeader: () => {}, signal, outage }),
      origin: benchOrigin,
      settings: { shards, replicas: 0, refreshSeconds: 1 },
    },
    1,
  )
  const seconds = (performance.now() - startedAt) / 1000
  await writeProgress(client, { index: name, token: 1, progress })
  await publishIndex(client, name)
  return seconds
}
