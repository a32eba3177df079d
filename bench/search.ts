import { parseArgs } from 'node:util'
import type { IndexableCompany } from '../server/src/domain/company/indexable-company.ts'
import { searchKey } from '../server/src/domain/names/company-name.ts'
import type { Readings } from '../server/src/domain/names/pinyin.ts'
import { capitalBandOf, valueFilter } from '../server/src/search/analysis/filters.ts'
import { longTextOf } from '../server/src/search/analysis/hit-ranges.ts'
import { loadPronunciation, type Pronunciation } from '../server/src/search/analysis/pronunciation.ts'
import { planQuery, type QueryPlan } from '../server/src/search/analysis/query-plan.ts'
import { regionWordsOf } from '../server/src/search/analysis/region-words.ts'
import { searchDocumentFrom } from '../server/src/search/analysis/search-document.ts'
import { dayOf, rankOf } from '../server/src/search/analysis/static-rank.ts'
import type { CompanyFilters } from '../server/src/search/company-search.ts'
import { createIndexReader } from '../server/src/search/ranking/index-reader.ts'
import { matchCompany } from '../server/src/search/ranking/tiers.ts'
import { type CompanyOrigin, companiesOf, GENERATOR_VERSION } from './lib/generated-companies.ts'
import { type IndexStore, openIndexStore } from './lib/index-store.ts'
import { openOpenSearchEngines } from './lib/opensearch-engines.ts'
import { reportOpenSearch, sharesOf, TYPOS, warmUp, withoutTypos } from './lib/opensearch-report.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { createReport, formatNumber, giveUp } from './lib/report.ts'
import {
  measureEngines,
  type OpenEngines,
  openPgTrgm,
  openProduct,
  openTypesense,
  type Product,
  pageQuery,
  TOP,
} from './lib/search-engines.ts'
import { drawSearchQueries, type SearchQuery, searchKinds } from './lib/search-queries.ts'
import { openCompanyStore, storeState } from './lib/stores.ts'
import { percentile } from './lib/timing.ts'

/** The right answers, without the index: every company through the ranking tiers. */

type Question = { plan: QueryPlan; filters: CompanyFilters }
type Answer = { tier: number; rank: number; id: string }
type Environment = { origin: CompanyOrigin; pronunciation: Pronunciation; now: number }

/** Keywords that the product answers with other rows than the ranking tiers, or in another order. */
async function wrongAnswers(
  { segment, search, suggest }: Product,
  queries: readonly SearchQuery[],
  { origin, pronunciation, now }: Environment,
): Promise<string[]> {
  const { vocabulary } = createIndexReader([{ segment, deleted: new Set() }], pronunciation)
  const planned = queries.flatMap((query) => {
    const plan = planQuery(query.keyword, vocabulary)
    return plan === null ? [] : [{ query, question: { plan, filters: query.filters } }]
  })
  const questions = planned.map(({ question }) => question)
  const right = await firstCompanies(companiesOf(origin), questions, pronunciation.readings, now)
  return planned.flatMap(({ query }, at) => {
    const expected = JSON.stringify(right[at])
    const page = search({ ...pageQuery(query), exact: true }).hits
    const isPageRight = JSON.stringify(page.map((hit) => hit.companyId)) === expected
    // Suggestions have no filters, and correct or shorten a keyword without matches or with weak ones only.
    const { didYouMean, usedKeyword } = search(pageQuery(query))
    const isOfTyped = didYouMean === undefined && usedKeyword === undefined
    const hasNoList = Object.keys(query.filters).length > 0 || !isOfTyped
    const isListRight = hasNoList || JSON.stringify(suggest(query.keyword).map((hit) => hit.companyId)) === expected
    return isPageRight && isListRight ? [] : [query.keyword]
  })
}

/** Ids of the first companies of each question, by tier and then by rank. */
async function firstCompanies(
  companies: AsyncIterable<IndexableCompany>,
  questions: readonly Question[],
  readings: Readings,
  now: number,
): Promise<string[][]> {
  const prepared = questions.map((question) => ({ ...question, characters: neededCharacters(question.plan) }))
  const best: Answer[][] = questions.map(() => [])
  for await (const company of companies) {
    const text = allText(company)
    let subject: Parameters<typeof matchCompany>[0] | null = null
    for (const [at, { plan, filters, characters }] of prepared.entries()) {
      if (!characters.every((character) => text.includes(character)) || !passes(company, filters, now)) continue
      subject ??= { record: searchDocumentFrom(company), longText: longTextOf(company) }
      const match = matchCompany(subject, plan, readings)
      if (match !== null) insert(best[at] ?? [], { tier: match.tier, rank: rankOf(company), id: company.id })
    }
  }
  return best.map((answers) => answers.map(({ id }) => id))
}

/**
 * Letters may match by pronunciation, and a name may be a part of the keyword; every other character has to occur in a
 * text of the company.
 */
const neededCharacters = ({ key, mentions, syllables, initials }: QueryPlan): string[] =>
  syllables.length > 0 || initials !== null || mentions.length > 0 ? [] : [...new Set(key)]

/** All text that a keyword can match, and all other facts. */
const allText = (company: IndexableCompany): string =>
  searchKey(Object.values(company).flat().join(' ')) + regionWordsOf(company).keys.join('')

function isBefore(a: Answer, b: Answer): boolean {
  if (a.tier !== b.tier) return a.tier < b.tier
  return a.rank === b.rank ? a.id < b.id : a.rank < b.rank
}

function insert(best: Answer[], answer: Answer) {
  const at = best.findIndex((other) => isBefore(answer, other))
  best.splice(at < 0 ? best.length : at, 0, answer)
  if (best.length > TOP) best.pop()
}

/** The filters that queries are drawn with. */
function passes(company: IndexableCompany, filters: CompanyFilters, now: number): boolean {
  const { region, industry, capital, listed } = filters
  if (region !== undefined && !(company.regionCode ?? '').startsWith(region)) return false
  if (industry !== undefined && company.industrySection !== industry) return false
  if (listed !== undefined && company.isListed !== (listed === 'listed')) return false
  if (capital !== undefined && (company.capital === null || capitalBandOf(company.capital) !== capital)) return false
  const passesValues = valueFilter(filters, now)
  const foundedOn = () => dayOf(company.foundedOn) ?? 0
  return (
    passesValues?.({ foundedOn, capital: () => company.capital ?? Number.NaN, rank: () => rankOf(company) }) ?? true
  )
}

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
  const { besideNames } = run
  const trigrams = besideNames ? [await openPgTrgm(companies, product.name)] : []
  const program = besideNames ? values.typesense : undefined
  const typesense = program === undefined ? [] : [await openTypesense(program, companies, product.name)]
  const request = { name, origin, state, companies, nodes: NODES }
  const opensearch = values.opensearch ? [await openOpenSearchEngines(request)] : []
  for (const { engines } of opensearch) await warmUp(engines, warmUps)
  const others: OpenEngines[] = [...trigrams, ...typesense, ...opensearch]
  const engines = [product.first, product.page, ...others.flatMap((one) => one.engines)]
  const timesOf = await measureEngines(engines, queries, warmUps)

  const line = (title: string, kinds: readonly string[]) => [
    title,
    ...engines.map((engine) => sharesOf(timesOf(engine, kinds))),
  ]
  report.table('p50 / p95 / p99 in milliseconds', [
    ['', ...engines.map((engine) => engine.name)],
    ...searchKinds.map((kind) => line(kind, [kind])),
    line(`all but ${TYPOS}`, withoutTypos),
  ])
  const bytes = [['ours', fileBytes] as const, ...others.flatMap((one) => Object.entries(one.bytes))]
  const sizes = bytes.map(([title, size]) => [title, `${formatNumber(size / companies)} B`])
  report.table('Index, bytes a company', sizes)
  for (const one of opensearch) {
    const besides = typesense.flatMap(({ engines: all }) => all)
    const measured = { report, product, opensearch: one, others: besides, store, now, queries, warmUps, timesOf }
    await reportOpenSearch({ ...measured, targets: run.openSearchTargets })
  }
  for (const { close } of others) await close()

  report.atMost('p50', percentile(timesOf(product.first, withoutTypos), 0.5), targets.p50, 'ms')
  report.atMost('p99', percentile(timesOf(product.first, withoutTypos), 0.99), targets.p99, 'ms')
  report.atMost(`p99, ${TYPOS}`, percentile(timesOf(product.first, [TYPOS]), 0.99), targets.typosP99, 'ms')
  for (const other of trigrams.flatMap(({ engines: all }) => all)) {
    // Over the queries that both answered: the first of each kind.
    const ours = searchKinds.flatMap((kind) => timesOf(product.first, [kind]).slice(0, timesOf(other, [kind]).length))
    const ratio = percentile(timesOf(other, searchKinds), 0.99) / percentile(ours, 0.99)
    report.atLeast(`p99 of ${other.name} / ours`, ratio, 20, '×')
  }
  report.atLeast('index built', companies / seconds, 20_000, 'companies/s')
  report.atMost('memory of the building process', peakMib, targets.buildMib, 'MiB')

  const checked = [...queries.values()].flatMap((all) => all.slice(0, checkedPerKind))
  const wrong = await wrongAnswers(product, checked, { origin, pronunciation, now })
  product.close()
  const right = `${checked.length - wrong.length} of ${checked.length}`
  report.check('answers as by brute force', right, wrong.length === 0)
  if (wrong.length > 0) console.log(`\nother answers than brute force: ${wrong.join('、')}`)
  report.finish()
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
