import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadReadings } from '../server/src/indexing/readings.ts'
import { giveUp } from './lib/bench-store.ts'
import type { CompanyOrigin } from './lib/company-sources.ts'
import { type IndexStore, openIndexStore } from './lib/index-store.ts'
import { openMillionStore } from './lib/million-store.ts'
import { openPostgresBench } from './lib/postgres-search.ts'
import { sampleOf, wrongAnswers, wrongNames } from './lib/search-check.ts'
import { limitEngine, limitOf, openProduct, openThreads, postgresEngine } from './lib/search-engines.ts'
import { type Engine, measureEngines, measureThroughput, type Queries } from './lib/search-measure.ts'
import { drawSearchQueries, searchKinds } from './lib/search-queries.ts'
import { addTimingTargets, type Goals, printTimings, timesSlower } from './lib/search-report.ts'
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
const TRIGRAM_QUERIES = 20
const GENERATED_SEED = 20_261_120
const TEN_MILLION = 10_000_000
const MIB = 2 ** 20

type Run = { title: string; origin: CompanyOrigin; goals: Goals; checkedPerKind: number; hasPostgres: boolean }

const pronunciation = loadReadings()
const targets = createTargets()
const now = Date.now()

async function measure({ title, origin, goals, checkedPerKind, hasPostgres }: Run, store: IndexStore) {
  const queries = drawSearchQueries(store.sample, seed, perKind)
  const warmUps = drawSearchQueries(store.sample, seed + 1, Math.ceil(perKind / 4))
  const product = openProduct(store.layerFile, pronunciation, now)
  const startedAt = performance.now()
  const limit = limitOf(product)
  const limitSeconds = (performance.now() - startedAt) / 1000
  const postgres = hasPostgres ? await openPostgresBench(store.figures.companies, limit.name) : null
  try {
    const trigrams = await postgres?.openTrigrams()
    const bigrams = await postgres?.openBigrams()
    const trigramEngine = trigrams && postgresEngine('pg_trgm', trigrams, TRIGRAM_QUERIES)
    const bigramEngine = bigrams && postgresEngine('PostgreSQL bigrams', bigrams)
    const others = [bigramEngine, trigramEngine].filter((engine) => engine !== undefined)
    const engines: Engine[] = [product.first, product.page, limitEngine(limit), ...others]

    const { companies, seconds, fileBytes, peakMemoryMib } = store.figures
    console.log(`\n── ${title}: ${companies} companies, seed ${seed}, ${count(queries)} queries`)
    const measured = await measureEngines(engines, queries, warmUps)
    printTimings(engines, measured)
    addTimingTargets(targets, title, measured, goals)
    if (trigramEngine !== undefined) {
      targets.atLeast(`${title}: p99 of pg_trgm, × ours`, timesSlower(measured, trigramEngine.name), 20, '×')
    }

    const threads = await openThreads(product, now)
    const rates: string[][] = [['queries/s', '1 client', '8 clients']]
    for (const engine of [product.first, threads.engine, limitEngine(limit), ...others]) {
      const isHere = engine !== threads.engine && !others.includes(engine)
      const [one, eight] = [
        await measureThroughput(engine, queries, 1),
        isHere ? Number.NaN : await measureThroughput(engine, queries, 8),
      ]
      rates.push([engine.name, written(one), written(eight)])
    }
    await threads.close()
    console.log()
    printTable(rates)

    console.log()
    const built = (name: string, buildSeconds: number, bytes: number) => [
      name,
      `${written(buildSeconds)} s`,
      `${written(companies / buildSeconds)}/s`,
      `${Math.round(bytes / MIB)} MiB`,
      `${written(bytes / companies)} B`,
    ]
    printTable([
      ['built', 'in', 'companies', 'size', 'a company'],
      built('ours', seconds, fileBytes),
      built('limit (names only)', limitSeconds, limit.bytes),
      ...(trigrams ? [built('pg_trgm (names only)', trigrams.buildSeconds, trigrams.bytes)] : []),
      ...(bigrams ? [built('PostgreSQL bigrams (names only)', bigrams.buildSeconds, bigrams.bytes)] : []),
    ])
    targets.atLeast(`${title}: index built`, companies / seconds, 20_000, 'companies/s')
    const memory = `${title}: memory of the building process`
    if (goals.buildMemoryMib === undefined) targets.note(memory, peakMemoryMib, 'MiB')
    else targets.atMost(memory, peakMemoryMib, goals.buildMemoryMib, 'MiB')

    const sample = sampleOf(queries, checkedPerKind)
    const postgresSearches = [trigrams, bigrams].filter((search) => search !== undefined)
    const wrong = await wrongAnswers(product, sample, origin, pronunciation, now)
    wrong.push(...(await wrongNames(limit, postgresSearches, sample)))
    if (wrong.length > 0) console.log(`\nanswered otherwise than by brute force: ${wrong.join('、')}`)
    const right = `${sample.length - wrong.length} of ${sample.length}`
    targets.holds(`${title}: answers as by brute force`, right, wrong.length === 0)
  } finally {
    await postgres?.close()
    product.layer.close()
  }
}

const count = (queries: Queries) => [...queries.values()].reduce((sum, all) => sum + all.length, 0)

const wanted = values.companies
if (!['million', 'ten-million', 'both'].includes(wanted)) {
  giveUp(`--companies is million, ten-million or both, not ${wanted}.`)
}
printMachine()
if (wanted !== 'ten-million') {
  const dataDir = await openMillionStore(values.data)
  const origin: CompanyOrigin = { from: 'store', dataDir }
  const state = readFileSync(path.join(dataDir, 'made-from.txt'), 'utf8')
  const run = {
    title: '1 M',
    origin,
    goals: { p50: 0.3, p99: 10, typosP99: 30, buildMemoryMib: 300 },
    checkedPerKind: 10,
    hasPostgres: true,
  }
  await measure(run, await openIndexStore('index-million', origin, state))
}
if (wanted !== 'million') {
  const size = values.quick ? TEN_MILLION / 100 : TEN_MILLION
  const origin: CompanyOrigin = { from: 'generator', count: size, seed: GENERATED_SEED }
  const run = { title: '10 M', origin, goals: { p99: 50 }, checkedPerKind: 2, hasPostgres: false }
  await measure(run, await openIndexStore(values.quick ? 'index-quick' : 'index-ten-million', origin, ''))
}
targets.print()
