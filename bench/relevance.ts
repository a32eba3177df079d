import { parseArgs } from 'node:util'
import { type KindResult, measureRelevance, meetsTarget } from '../server/test/relevance/measure.ts'
import { openStoreSearch } from '../server/test/relevance/store-search.ts'
import { sharedWithSearch } from '../server/test/relevance/typos.ts'
import { openStarterSearch } from '../server/test/search/starter-store.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { createReport } from './lib/report.ts'
import { openCompanyStore } from './lib/stores.ts'

/**
 * `npm run bench:relevance [-- --data <folder> --seed N --per-kind N --misses N]`: how often the first row, and one of
 * the first three, is right, for queries drawn from the facts of the starter set, or with `--data` of all companies of
 * the register in that folder. Every company of which the fact is true is right.
 */
const { values } = parseArgs({
  options: {
    data: commonOptions.data,
    seed: commonOptions.seed,
    'per-kind': { type: 'string', default: '200' },
    misses: { type: 'string', default: '20' },
  },
})
const { data } = values
const seed = seedOf(values)
const perKind = Number(values['per-kind'])
/** Fewer queries of a kind say too little to meet a target. */
const ENOUGH = 100

const population = data === undefined ? 'starter' : 'register'
const { companies, search, close } =
  data === undefined
    ? await openStarterSearch()
    : await openStoreSearch((await openCompanyStore({ data, starter: false })).dataDir, { demo: true })
const report = createReport({
  name: data === undefined ? 'relevance' : 'relevance-register',
  isWhole: perKind >= ENOUGH,
  settings: {
    seed,
    companies: companies.length,
    'queries per kind': perKind,
    'source of 错字（形近）': `pairs of school books; the search knows ${sharedWithSearch().toFixed(0)} % of them`,
    'source of 错字（同音）': 'pinyin-pro, which the readings of the search are made from',
  },
})
const results = await measureRelevance({ search, companies, population, seed, perKind })
await close()

const percent = (value: number) => `${value.toFixed(1)} %`
const aim = (value: number | undefined) => (value === undefined ? '–' : `${value} %`)
const isMet = (result: KindResult) => meetsTarget(result) && result.queries >= ENOUGH
const verdict = (result: KindResult) => (result.target === null ? '' : isMet(result) ? 'met' : 'NOT MET')
report.table(`Kinds of queries, ${population}`, [
  ['kind', 'queries', 'first', 'target', 'first three', 'target', ''],
  ...results.map((result) => [
    result.kind,
    String(result.queries),
    percent(result.first),
    aim(result.target?.first),
    percent(result.firstThree),
    aim(result.target?.firstThree),
    verdict(result),
  ]),
])
report.table('Typos that are part of another name, which are not asked', [
  ['kind', 'share'],
  ...results.filter(({ asTyped }) => asTyped > 0).map(({ kind, asTyped }) => [kind, percent(asTyped)]),
])
for (const { kind, misses } of results) {
  const shown = misses.slice(0, Number(values.misses))
  if (shown.length > 0) console.log(`\n${kind}: ${shown.length} of ${misses.length} misses`)
  for (const { keyword, drawnFrom, returned } of shown) {
    console.log(`  ${keyword} (${drawnFrom}) → ${returned.join(' | ') || '–'}`)
  }
}
const aimed = results.filter(({ target }) => target !== null)
const met = aimed.filter(isMet)
report.check('kinds that meet their target', `${met.length} of ${aimed.length}`, met.length === aimed.length)
report.finish()
