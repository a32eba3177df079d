import { parseArgs } from 'node:util'
import { measureRelevance, meetsTarget } from '../server/test/relevance/measure.ts'
import { openStarterSearch } from '../server/test/relevance/starter-search.ts'
import { openStoreSearch } from '../server/test/relevance/store-search.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { createReport } from './lib/report.ts'
import { openCompanyStore } from './lib/stores.ts'

/**
 * `npm run bench:relevance [-- --data <folder> --seed N --per-kind N --misses]`: how often the first row, and one of the
 * first three, is right, for queries drawn from the facts of the starter set, or with `--data` of all companies of the
 * register in that folder. Every company of which the fact is true is right.
 */
const { values } = parseArgs({
  options: {
    data: commonOptions.data,
    seed: commonOptions.seed,
    'per-kind': { type: 'string', default: '200' },
    misses: { type: 'boolean', default: false },
  },
})
const { data } = values
const seed = seedOf(values)
const perKind = Number(values['per-kind'])
/** Fewer queries of a kind say too little to meet a target. */
const ENOUGH = 100

const { companies, search, close } =
  data === undefined
    ? await openStarterSearch()
    : await openStoreSearch((await openCompanyStore({ data, starter: false })).dataDir, { demo: true })
const report = createReport({
  name: data === undefined ? 'relevance' : 'relevance-register',
  isWhole: perKind >= ENOUGH,
  settings: { seed, companies: companies.length, 'queries per kind': perKind },
})
const results = await measureRelevance({ search, companies, seed, perKind })
await close()

const percent = (value: number) => `${value.toFixed(1)} %`
report.table('Kinds of queries', [
  ['kind', 'queries', 'first', 'target', 'first three', 'target', ''],
  ...results.map((result) => [
    result.kind,
    String(result.queries),
    percent(result.first),
    `${result.target.first} %`,
    percent(result.firstThree),
    `${result.target.firstThree} %`,
    meetsTarget(result) && result.queries >= ENOUGH ? 'met' : 'NOT MET',
  ]),
])
if (values.misses) {
  for (const { kind, misses } of results) for (const miss of misses) console.log(`${kind}: ${miss}`)
}
const met = results.filter((result) => meetsTarget(result) && result.queries >= ENOUGH)
report.check('kinds that meet their target', `${met.length} of ${results.length}`, met.length === results.length)
report.finish()
