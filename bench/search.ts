import { parseArgs } from 'node:util'
import { loadPronunciation } from '../server/src/search/analysis/pronunciation.ts'
import { wrongAnswers } from './lib/brute-force.ts'
import { storeState } from './lib/cached-store.ts'
import type { CompanyOrigin } from './lib/company-sources.ts'
import { GENERATOR_VERSION } from './lib/generated-companies.ts'
import { type IndexStore, openIndexStore } from './lib/index-store.ts'
import { openOpenSearchEngines } from './lib/opensearch-engine.ts'
import { reportOpenSearch, TYPOS, warmUp, withoutTypos } from './lib/opensearch-report.ts'
import { openOpenSearchStore } from './lib/opensearch-store.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { openPgTrgm } from './lib/pg-trgm.ts'
import { createReport, formatNumber, giveUp } from './lib/report.ts'
import { type Engine, measureEngines, openProduct, trigramEngine, typesenseEngine } from './lib/search-engines.ts'
import { drawSearchQueries, searchKinds } from './lib/search-queries.ts'
import { openCompanyStore } from './lib/stores.ts'
import { percentile } from './lib/timing.ts'
import { openTypesense } from './lib/typesense.ts'

/**
 * `npm run bench:search [-- --companies million|ten-million|both --data <folder> --starter --seed N --queries N --quick
 * --nodes N --no-opensearch --typesense <program>]`: how long a search takes over a register and over ten times as many
 * generated companies, beside OpenSearch on this machine and, over the register, beside PostgreSQL's
 * pg_trgm and the Typesense of this path. Answers are compared with brute force, and first rows of OpenSearch with ours. `--starter` measures the starter
 * set alone, `--quick` fewer queries and a hundredth of the generated companies; `--nodes` is the number of data nodes.
 */
const { values } = parseArgs({
  options: {
    ...commonOptions,
    companies: { type: 'string', default: 'both' },
    queries: { type: 'string', default: '2000' },
    quick: { type: 'boolean', default: false },
    nodes: { type: 'string', default: '1' },
    opensearch: { type: 'boolean', default: true },
    typesense: { type: 'string' },
  },
  allowNegative: true,
})
const seed = seedOf(values)
const isQuick = values.quick || values.starter
const perKind = Math.ceil((isQuick ? 280 : Number(values.queries)) / searchKinds.length)
/** Some queries of pg_trgm take half a second. */
const TRIGRAM_QUERIES_PER_KIND = 20
const GENERATED = { count: isQuick ? 100_000 : 10_000_000, seed: 20_261_120 }
const NODES = Number(values.nodes)

type Run = {
  name: string
  origin: CompanyOrigin
  store: IndexStore
  /** Changes with the companies. */
  state: string
  targets: { p50?: number; p99: number; typosP99: number; buildMib?: number }
  checkedPerKind: number
  besideNames: boolean
  openSearchTargets: { p50: number; p99: number } | null
}

const pronunciation = loadPronunciation()
const now = Date.now()
const sharesOf = (times: readonly number[]) =>
  times.length === 0 ? '–' : [0.5, 0.95, 0.99].map((share) => formatNumber(percentile(times, share))).join(' / ')
const countBytes = (bytes: number, companies: number) => `${formatNumber(bytes / companies)} B`

async function measure({ name, origin, store, state, targets, checkedPerKind, ...run }: Run) {
  const { companies, seconds, peakMib, fileBytes } = store.figures
  const settings = {
    seed,
    companies,
    'queries per kind': perKind,
    'nodes of OpenSearch': values.opensearch ? NODES : 0,
  }
  const report = createReport({ name, isWhole: !isQuick, settings })
  const queries = drawSearchQueries(store.sample, seed, perKind)
  const warmUps = drawSearchQueries(store.sample, seed + 1, Math.ceil(perKind / 4))
  const product = openProduct(store.file, pronunciation, now)
  const trigrams = run.besideNames ? await openPgTrgm(companies, product.name) : null
  const typesense =
    run.besideNames && values.typesense !== undefined
      ? await openTypesense(values.typesense, companies, product.name)
      : null
  const trigram = trigrams === null ? [] : [trigramEngine(trigrams, TRIGRAM_QUERIES_PER_KIND)]
  const words = typesense === null ? [] : [typesenseEngine(typesense)]
  const opensearch = values.opensearch ? await openEngines(store, { name, origin, state }) : null
  if (opensearch !== null) await warmUp([opensearch.names, opensearch.first, opensearch.page], warmUps)
  const servers = opensearch === null ? [] : [opensearch.names, opensearch.first, opensearch.page]
  const engines = [product.first, product.page, ...trigram, ...words, ...servers]
  const timings = await measureEngines(engines, queries, warmUps)

  const timesOf = (engine: Engine, kinds: readonly string[]) =>
    kinds.flatMap((kind) => timings.get(engine)?.get(kind) ?? [])
  const p50 = (engine: Engine, kinds: readonly string[]) => percentile(timesOf(engine, kinds), 0.5)
  const p99 = (engine: Engine, kinds: readonly string[]) => percentile(timesOf(engine, kinds), 0.99)
  const line = (title: string, kinds: readonly string[]) => [
    title,
    ...engines.map((engine) => sharesOf(timesOf(engine, kinds))),
  ]
  report.table('p50 / p95 / p99 in milliseconds', [
    ['', ...engines.map((engine) => engine.name)],
    ...searchKinds.map((kind) => line(kind, [kind])),
    line(`all but ${TYPOS}`, withoutTypos),
  ])
  report.table('Index, bytes a company', [
    ['ours', countBytes(fileBytes, companies)],
    ...(trigrams === null ? [] : [['pg_trgm, names only', countBytes(trigrams.bytes, companies)]]),
    ...(typesense === null ? [] : [['Typesense, names only, memory', countBytes(typesense.bytes, companies)]]),
    ...(opensearch === null
      ? []
      : [
          ['OpenSearch', countBytes(opensearch.bytes.companies, companies)],
          ['OpenSearch, names only', countBytes(opensearch.bytes.names, companies)],
        ]),
  ])
  if (opensearch !== null) {
    const measured = { queries, warmUps, timesOf }
    const further = { others: words, targets: run.openSearchTargets }
    await reportOpenSearch({ report, product, opensearch, store, now, measured, ...further })
    await opensearch.close()
  }

  report.atMost('p50', p50(product.first, withoutTypos), targets.p50, 'ms')
  report.atMost('p99', p99(product.first, withoutTypos), targets.p99, 'ms')
  report.atMost(`p99, ${TYPOS}`, p99(product.first, [TYPOS]), targets.typosP99, 'ms')
  for (const other of trigram) {
    // Over the queries that both answered: the first of each kind.
    const ours = searchKinds.flatMap((kind) => timesOf(product.first, [kind]).slice(0, timesOf(other, [kind]).length))
    report.atLeast(`p99 of ${other.name} / ours`, p99(other, searchKinds) / percentile(ours, 0.99), 20, '×')
  }
  report.atLeast('index built', companies / seconds, 20_000, 'companies/s')
  report.atMost('memory of the building process', peakMib, targets.buildMib, 'MiB')

  const checked = [...queries.values()].flatMap((all) => all.slice(0, checkedPerKind))
  const wrong = await wrongAnswers(product, checked, { origin, pronunciation, now })
  await trigrams?.close()
  await typesense?.close()
  product.close()
  const right = `${checked.length - wrong.length} of ${checked.length}`
  report.check('answers as by brute force', right, wrong.length === 0)
  if (wrong.length > 0) console.log(`\nother answers than brute force: ${wrong.join('、')}`)
  report.finish()
}

async function openEngines(store: IndexStore, { name, origin, state }: Pick<Run, 'name' | 'origin' | 'state'>) {
  const { companies } = store.figures
  return openOpenSearchEngines(
    await openOpenSearchStore({ name: `opensearch-${name}-${companies}`, origin, state, companies, nodes: NODES }),
  )
}

async function measureStore() {
  const { dataDir } = await openCompanyStore({ data: values.data, starter: values.starter })
  const origin: CompanyOrigin = { from: 'store', dataDir }
  const state = storeState(dataDir)
  await measure({
    name: 'search',
    origin,
    state,
    store: await openIndexStore(values.starter ? 'starter-index' : 'million-index', origin, state),
    targets: { p50: 0.3, p99: 10, typosP99: 30, buildMib: 300 },
    checkedPerKind: 10,
    besideNames: true,
    openSearchTargets: values.starter || NODES > 1 ? null : { p50: 8, p99: 40 },
  })
}

async function measureGenerated() {
  const origin: CompanyOrigin = { from: 'generator', ...GENERATED }
  await measure({
    name: 'search-ten-million',
    origin,
    state: String(GENERATOR_VERSION),
    store: await openIndexStore(`generated-${GENERATED.count}-index`, origin, String(GENERATOR_VERSION)),
    targets: { p99: 50, typosP99: 50 },
    checkedPerKind: 2,
    besideNames: false,
    openSearchTargets: null,
  })
}

const wanted = values.starter ? 'million' : values.companies
if (!['million', 'ten-million', 'both'].includes(wanted)) {
  giveUp(`--companies is million, ten-million or both, not ${wanted}.`)
}
if (wanted !== 'ten-million') await measureStore()
if (wanted !== 'million') await measureGenerated()
