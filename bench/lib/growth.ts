import type { BuildFigures } from './index-store.ts'
import { printTable } from './table.ts'
import { written } from './targets.ts'

/** What was measured over a number of companies. */
export type GrowthPoint = { figures: BuildFigures; p50: number; p99: number }

const FULL_REGISTER = 60_000_000
const MIB = 2 ** 20

type Growing = { what: string; unit: string; per: number; value: (figures: BuildFigures) => number }

/** All of these grow in a straight line; `per`: how many of the smallest unit make the one that is shown. */
const growing: Growing[] = [
  { what: 'index file', unit: 'MiB', per: MIB, value: ({ fileBytes }) => fileBytes },
  { what: 'disk while it is built', unit: 'MiB', per: MIB, value: ({ peakDiskBytes }) => peakDiskBytes },
  { what: 'memory of the building process', unit: 'MiB', per: MIB, value: ({ peakMemoryMib }) => peakMemoryMib * MIB },
  { what: 'memory of each search thread', unit: 'MiB', per: MIB, value: ({ residentBytes }) => residentBytes },
  { what: 'time to build', unit: 's', per: 1, value: ({ seconds }) => seconds },
]

/**
 * How far two sizes tell the third: the straight line through both, drawn on to a register of 60 million. Generated
 * companies stand in no database: of that, every company takes as much as one of the smaller register.
 */
export function printGrowth(small: GrowthPoint, large: GrowthPoint, databaseBytes: number) {
  const [few, many] = [small.figures.companies, large.figures.companies]
  console.log(`\nwhat grows how; ${FULL_REGISTER / 1e6} M by calculation`)
  printTable([
    ['', `${written(few / 1e6)} M`, `${written(many / 1e6)} M`, 'a company more', `${FULL_REGISTER / 1e6} M`],
    ...growing.map(({ what, unit, per, value }) => {
      const [a, b] = [value(small.figures), value(large.figures)]
      const slope = (b - a) / (many - few)
      const each = unit === 's' ? `${written(slope * 1e6)} µs` : `${written(slope)} B`
      const shown = (amount: number) => `${written(amount / per)} ${unit}`
      return [what, shown(a), shown(b), each, shown(b + slope * (FULL_REGISTER - many))]
    }),
    [
      'database (SQLite)',
      `${written(databaseBytes / MIB)} MiB`,
      '–',
      `${written(databaseBytes / few)} B`,
      `${written(((databaseBytes / few) * FULL_REGISTER) / MIB)} MiB`,
    ],
    ['search p50', `${written(small.p50)} ms`, `${written(large.p50)} ms`],
    ['search p99', `${written(small.p99)} ms`, `${written(large.p99)} ms`],
  ])
}
