import { statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadPronunciation } from '../server/src/search/analysis/pronunciation.ts'
import { giveUp, storeState } from './lib/bench-store.ts'
import type { CompanyOrigin } from './lib/company-sources.ts'
import { GENERATOR_VERSION } from './lib/generated-companies.ts'
import { type GrowthPoint, printGrowth } from './lib/growth.ts'
import { type IndexStore, openIndexStore } from './lib/index-store.ts'
import { openMillionSample, openMillionStore } from './lib/million-store.ts'
import { openPostgresBench } from './lib/postgres-search.ts'
import { openSample, type Sample } from './lib/sample.ts'
import { sampleOf, wrongAnswers, wrongNames } from './lib/search-check.ts'
import { limitEngine, limitOf, openProduct, openThreads, type Product, postgresEngine } from './lib/search-engines.ts'
import { type Engine, measureEngines, measureThroughput, type Queries } from './lib/search-measure.ts'
import { drawSearchQueries, searchKinds } from './lib/search-queries.ts'
import {
  addBuildTargets,
  addTimingTargets,
  type Goals,
  mixOf,
  printBuilds,
  printTimings,
  timesSlower,
} from './lib/search-report.ts'
import { printMachine, printTable } from './lib/table.ts'
import { createTargets, written } from './lib/targets.ts'

/**
 * `npm run bench:search [-- --companies million|ten-million|both --data <folder> --seed N --queries N --quick]`: how long
 * a search takes over a whole register and over ten times as many generated companies, beside PostgreSQL and beside a
 * list in memory that does nothing else. Answers are compared with brute force. Exits with 1 when a target is missed.
 */
const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: 'both' },
    data: { type: 'string' },
    seed: { type: 'string' },
    queries: { type: 'string', default: '2000' },
    quick: { type: 'boolean', default: false },
  },
})
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
const perKind = Math.ceil((values.quick ? 280 : Number(values.queries)) / searchKinds.length)
/** pg_trgm takes seconds for some: of each of the ten kinds it can answer, 200 in all. */
const TRIGRAMS = 'pg_trgm'
const TRIGRAM_QUERIES = 20
const GENERATED_SEED = 20_261_120
const TEN_MILLION = 10_000_000

type Run = {
  title: string
  origin: CompanyOrigin
  sample: Sample
  index: IndexStore
  goals: Goals
  checkedPerKind: number
  hasTrigrams: boolean
}

const pronunciation = loadPronunciation()
const targets = createTargets()
const now = Date.now()

async function measure(run: Run): Promise<GrowthPoint> {
  const { title, origin, sample, index, goals, checkedPerKind, hasTrigrams } = run
  const queries = drawSearchQueries(sample, seed, perKind)
  const warmUps = drawSearchQueries(sample, seed + 1, Math.ceil(perKind / 4))
  const product = openProduct(index.segmentFile, pronunciation, now)
  const startedAt = performance.now()
  const limit = limitOf(product)
  const limitSeconds = (performance.now() - startedAt) / 1000
  const { companies } = index.figures
  const postgres = await openPostgresBench(companies, limit)
  try {
    const bigrams = await postgres.openBigrams()
    const trigrams = hasTrigrams ? await postgres.openTrigrams() : undefined
    const others = [postgresEngine('PostgreSQL bigrams', bigrams)]
    if (trigrams !== undefined) others.push(postgresEngine(TRIGRAMS, trigrams, TRIGRAM_QUERIES))

    console.log(`\n── ${title}: ${companies} companies, seed ${seed}, ${countOf(queries)} queries`)
    const engines = [product.first, product.page, limitEngine(limit), ...others]
    const measured = await measureEngines(engines, queries, warmUps)
    printTimings(engines, measured)
    addTimingTargets(targets, title, measured, goals)
    if (trigrams !== undefined) {
      targets.atLeast(`${title}: p99 of pg_trgm, × ours`, timesSlower(measured, TRIGRAMS), 20, '×')
    }
    await printRates([product.first, limitEngine(limit)], others, product, queries)
    printBuilds([
      { name: 'ours', companies, seconds: index.figures.seconds, bytes: index.figures.fileBytes },
      { name: 'limit (names only)', companies, seconds: limitSeconds, bytes: limit.bytes },
      ...(trigrams === undefined ? [] : [{ name: 'pg_trgm (names only)', companies, ...trigrams }]),
      { name: 'PostgreSQL bigrams (names only)', companies, ...bigrams },
    ])
    addBuildTargets(targets, title, index.figures, goals)

    const checked = sampleOf(queries, checkedPerKind)
    const wrong = [
      ...(await wrongAnswers(product, checked, origin, pronunciation, now)),
      ...(await wrongNames(limit, [trigrams, bigrams], checked)),
    ]
    if (wrong.length > 0) console.log(`\nanswered otherwise than by brute force: ${wrong.join('、')}`)
    const right = `${checked.length - wrong.length} of ${checked.length}`
    targets.holds(`${title}: answers as by brute force`, right, wrong.length === 0)
    return { figures: index.figures, ...mixOf(measured) }
  } finally {
    await postgres.close()
    product.close()
  }
}

/** Queries per second; what runs in this very thread knows only one client. */
async function printRates(here: readonly Engine[], elsewhere: readonly Engine[], product: Product, queries: Queries) {
  const threads = await openThreads(product, now)
  const rows = [['queries/s', '1 client', '8 clients']]
  for (const engine of here) rows.push([engine.name, written(await measureThroughput(engine, queries, 1)), '–'])
  for (const engine of [threads.engine, ...elsewhere]) {
    const [one, eight] = [await measureThroughput(engine, queries, 1), await measureThroughput(engine, queries, 8)]
    rows.push([engine.name, written(one), written(eight)])
  }
  await threads.close()
  console.log()
  printTable(rows)
}

const countOf = (queries: Queries) => [...queries.values()].reduce((sum, all) => sum + all.length, 0)

const wanted = values.companies
if (!['million', 'ten-million', 'both'].includes(wanted)) {
  giveUp(`--companies is million, ten-million or both, not ${wanted}.`)
}
printMachine()
let small: { point: GrowthPoint; databaseBytes: number } | undefined
if (wanted !== 'ten-million') {
  const dataDir = await openMillionStore(values.data)
  const origin: CompanyOrigin = { from: 'store', dataDir }
  const point = await measure({
    title: '1 M',
    origin,
    sample: await openMillionSample(dataDir),
    index: await openIndexStore('million-index', origin, storeState(dataDir)),
    goals: { p50: 0.3, p99: 10, typosP99: 30, buildMemoryMib: 300 },
    checkedPerKind: 10,
    hasTrigrams: true,
  })
  small = { point, databaseBytes: statSync(path.join(dataDir, 'baiqicha.sqlite')).size }
}
if (wanted !== 'million') {
  const count = values.quick ? TEN_MILLION / 100 : TEN_MILLION
  const name = values.quick ? 'hundred-thousand' : 'ten-million'
  const origin: CompanyOrigin = { from: 'generator', count, seed: GENERATED_SEED }
  const state = String(GENERATOR_VERSION)
  const large = await measure({
    title: values.quick ? '0.1 M' : '10 M',
    origin,
    sample: await openSample(`${name}-sample`, origin, state),
    index: await openIndexStore(`${name}-index`, origin, state),
    goals: { p99: 50 },
    checkedPerKind: 2,
    hasTrigrams: false,
  })
  if (small !== undefined) printGrowth(small.point, large, small.databaseBytes)
}
targets.print()
