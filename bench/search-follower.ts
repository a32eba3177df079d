import { parseArgs } from 'node:util'
import { startPostgres } from '../server/test/databases/postgres-server.ts'
import { startOpenSearch } from '../tools/lib/opensearch.mjs'
import { fillCompanies, writeChanges } from './lib/changing-companies.ts'
import { startFollower } from './lib/opensearch-follower.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { createReport } from './lib/report.ts'
import { percentile } from './lib/timing.ts'

/**
 * `npm run bench:follower [-- --companies N --changes N --seconds N --nodes 3 --seed N --quick]`: how fast the index of
 * OpenSearch is filled from PostgreSQL, and how long a change takes until a search finds it while 1,500 companies change
 * every second. `--quick`: a hundredth of the companies, for a quarter of the time.
 */
const { values } = parseArgs({
  options: {
    seed: commonOptions.seed,
    companies: { type: 'string', default: '1000000' },
    changes: { type: 'string', default: '1500' },
    seconds: { type: 'string', default: '60' },
    nodes: { type: 'string', default: '1' },
    heap: { type: 'string', default: '1g' },
    quick: { type: 'boolean', default: false },
  },
})
const seed = seedOf(values)
const count = Number(values.companies) / (values.quick ? 100 : 1)
const seconds = Number(values.seconds) / (values.quick ? 4 : 1)
const perSecond = Number(values.changes)
const nodes = Number(values.nodes)
const LAG_SECONDS = 5

const settings = { seed, companies: count, 'changes per second': perSecond, seconds, nodes, heap: values.heap }
const report = createReport({ name: 'search-follower', isWhole: !values.quick, settings })

const postgres = await startPostgres()
const openSearch = await startOpenSearch({ nodes, heap: values.heap })
try {
  const companies = await fillCompanies(postgres.url, count, seed)
  const startedAt = performance.now()
  const follower = await startFollower({ searchUrl: openSearch.urls.join(','), databaseUrl: postgres.url })
  await follower.whenReady()
  report.figure('Filling', count / ((performance.now() - startedAt) / 1000), 'companies/s')

  const probes = follower.startProbes()
  const written = await writeChanges(companies, { perSecond, seconds, onProbe: probes.add })
  const lags = await probes.end()
  report.figure('Written', written.changes / written.seconds, 'changes/s')
  report.table('Seconds from the commit of a change until a search finds it', [
    ['probes', 'not found', 'p50', 'p95', 'largest'],
    [
      String(lags.found.length),
      String(lags.missing),
      ...[0.5, 0.95, 1].map((share) => percentile(lags.found, share).toFixed(2)),
    ],
  ])
  report.atMost(
    'Lag, largest',
    lags.missing > 0 ? Number.POSITIVE_INFINITY : percentile(lags.found, 1),
    LAG_SECONDS,
    's',
  )
  await follower.close()
  await companies.close()
} finally {
  await openSearch.stop()
  await postgres.stop()
}
report.finish()
