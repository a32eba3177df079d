import type { FigureName, FigureTable } from '@baiqicha/contract/desk/figures'
import { type Clock, chinaDay, DAY_MS } from '../../../domain/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { StoredFigure } from './day-figures.ts'
import { type FigureQuery, figureTables } from './figure-table.ts'
import { readFigureText } from './figure-text.ts'
import type { parseFunnel } from './funnel.rules.ts'
import type { RollUp } from './roll-up-days.ts'

const MOST_DAYS = 180

export type FigureRequest = FigureQuery & { figure: FigureName }

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The days of a range, or null: no days, the wrong order, or more than 180. */
export function daysOf({ from, to }: Pick<FigureQuery, 'from' | 'to'>): string[] | null {
  if (!isDay(from) || !isDay(to)) return null
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (count < 1 || count > MOST_DAYS) return null
  return Array.from({ length: count }, (_, at) => new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10))
}

type FiguresDeps = {
  db: Database
  clock: Clock
  steps: ReturnType<typeof parseFunnel>
  rollUp: Pick<RollUp, 'refreshToday'>
}

/** Figures of user behaviour from the stored days. */
export function createTrackingFigures({ db, clock, steps, rollUp }: FiguresDeps) {
  async function read(query: FigureQuery, figures: readonly StoredFigure[]) {
    const days = daysOf(query)
    if (days === null) throw new RangeError('a range has 1 to 180 days')
    if (days.includes(chinaDay(clock.now()))) await rollUp.refreshToday().catch(() => undefined)
    const computed = await db
      .selectFrom('tracking_day')
      .select(['day', 'as_of'])
      .where('day', '>=', query.from)
      .where('day', '<=', query.to)
      .where('as_of', 'is not', null)
      .execute()
    const stored =
      figures.length === 0
        ? []
        : await db
            .selectFrom('tracking_figure')
            .selectAll()
            .where('day', '>=', query.from)
            .where('day', '<=', query.to)
            .where('figure', 'in', figures)
            .orderBy('day')
            .execute()
    const rows = stored
      .flatMap(({ day, figure, content }) => readFigureText(content).map((row) => ({ ...row, day, figure })))
      .filter((row) => query.fr === null || row.fr === query.fr)
      .filter((row) => query.platformType === null || row.platformType === query.platformType)
    const asOf = computed.length === 0 ? null : Math.max(...computed.map(({ as_of }) => Number(as_of)))
    return { asOf, days, known: new Set(computed.map(({ day }) => day)), rows }
  }

  /** A figure as the table that the desk, the command and the CSV have in common. @throws RangeError for a range that `daysOf` refuses */
  return async function figureTable({ figure, ...query }: FigureRequest): Promise<FigureTable> {
    const { reads, show } = figureTables[figure]
    const { asOf, ...range } = await read(query, reads)
    const missingDays = range.days.filter((day) => !range.known.has(day))
    return { asOf, missingDays, note: null, lines: null, bar: null, ...(await show(range, { db, steps, query })) }
  }
}
