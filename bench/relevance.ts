import { parseArgs } from 'node:util'
import { measureRelevance, meetsTarget } from '../server/test/relevance/measure.ts'
import { openStarterSearch } from '../server/test/relevance/starter-search.ts'
import { openStoreSearch } from '../server/test/relevance/store-search.ts'
import { openMillionStore } from './lib/million-store.ts'
import { metOrNot, printMachine, printTable } from './lib/table.ts'

/**
 * `npm run bench:relevance [-- --data <folder> --seed N --per-kind N --misses]`: how often the first rows are right, for
 * queries drawn from the facts of the starter set, or with --data of every row of the register in that folder. Right is
 * every company of which the fact is true. Exits with 1 when a target is missed.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    seed: { type: 'string' },
    'per-kind': { type: 'string' },
    misses: { type: 'boolean' },
  },
})
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
const perKind = Number(values['per-kind'] ?? 200)

printMachine()
const { companies, search, close } =
  values.data === undefined
    ? await openStarterSearch()
    : await openStoreSearch(await openMillionStore(values.data), { demo: true })
console.log(`${companies.length} companies, seed ${seed}, ${perKind} queries per kind`)
const results = await measureRelevance({ search, companies, seed, perKind })
await close()

const percent = (value: number) => `${value.toFixed(1)} %`
printTable([
  ['kind', 'queries', 'first', 'target', 'first three', 'target', ''],
  ...results.map((result) => [
    result.kind,
    String(result.queries),
    percent(result.first),
    `${result.target.first} %`,
    percent(result.firstThree),
    `${result.target.firstThree} %`,
    metOrNot(meetsTarget(result)),
  ]),
])
if (values.misses === true) {
  for (const { kind, misses } of results) for (const miss of misses) console.log(`${kind}: ${miss}`)
}
if (!results.every((result) => meetsTarget(result) && result.queries >= 100)) process.exitCode = 1
