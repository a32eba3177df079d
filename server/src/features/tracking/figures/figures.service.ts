import { type Clock, chinaDay, DAY_MS } from '../../../domain/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createClientFigures } from '../client-reports.ts'
import { type DropReason, findDroppedEvents } from '../event-queue.ts'
import { OTHER, type StoredFigure } from './day-figures.ts'
import { countPeople, readFigureText, type StoredRow } from './figure-text.ts'
import type { parseFunnel } from './funnel.rules.ts'
import type { RollUp } from './roll-up-days.ts'

const MOST_DAYS = 180
/** A group of fewer people is part of 其他. */
export const SMALLEST_GROUP = 5

/** Days from `from` to `to`, both included. `fr`, `platformType`: null for all. */
export type FiguresQuery = { from: string; to: string; fr: string | null; platformType: string | null }
export type Figures<Row> = {
  /** Until when events are counted; null: no day was computed. */
  asOf: number | null
  /** Days without figures: they are unknown, not 0. */
  missingDays: string[]
  rows: Row[]
}

/** `merged`: number of groups of few people that the row stands for; 0: it is one group. */
type Merged = { merged: number }

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The days of a range, or null: no days, the wrong order, or more than 180. */
export function daysOf({ from, to }: Pick<FiguresQuery, 'from' | 'to'>): string[] | null {
  if (!isDay(from) || !isDay(to)) return null
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (count < 1 || count > MOST_DAYS) return null
  return Array.from({ length: count }, (_, at) => new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10))
}

type DayRow = StoredRow & { day: string; figure: string }

const sum = (rows: readonly DayRow[], field: 'count' | 'timed' | 'ms') => rows.reduce((all, row) => all + row[field], 0)
const peopleOf = (rows: readonly DayRow[]) => countPeople(rows.map(({ people }) => people))

type Group = { name: string; rows: DayRow[]; people: number } & Merged

type FiguresDeps = {
  db: Database
  clock: Clock
  steps: ReturnType<typeof parseFunnel>
  rollUp: Pick<RollUp, 'refreshToday'>
}

export type TrackingFigures = ReturnType<typeof createTrackingFigures>

const sourceRow = (day: string | null, { name, merged }: Group, own: readonly DayRow[]) => ({
  day,
  fr: name,
  visits: sum(own, 'count'),
  people: peopleOf(own),
  merged,
})

/** Groups by size. Those of few people become one, whose people are a union as well. */
function groupsOf(rows: readonly DayRow[], nameOf: (row: DayRow) => string): Group[] {
  const groups = [...Map.groupBy(rows, nameOf)].map(
    ([name, own]): Group => ({ name, rows: own, people: peopleOf(own), merged: 0 }),
  )
  const isSmall = ({ name, people }: Group) => name === OTHER || people < SMALLEST_GROUP
  const smallGroups = groups.filter(isSmall)
  const small = smallGroups.flatMap((group) => group.rows)
  const merged = smallGroups.filter(({ name }) => name !== OTHER).length
  const large = groups
    .filter((group) => !isSmall(group))
    .toSorted((a, b) => sum(b.rows, 'count') - sum(a.rows, 'count'))
  return small.length === 0 ? large : [...large, { name: OTHER, rows: small, people: peopleOf(small), merged }]
}

/** Figures of user behaviour from the stored days. */
export function createTrackingFigures({ db, clock, steps, rollUp }: FiguresDeps) {
  const clientFigures = createClientFigures(db)

  /** @throws RangeError for a range that `daysOf` refuses */
  async function read(query: FiguresQuery, figures: readonly StoredFigure[]) {
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
      .flatMap(({ day, figure, content }) => readFigureText(content).map((row): DayRow => ({ ...row, day, figure })))
      .filter((row) => query.fr === null || row.fr === query.fr)
      .filter((row) => query.platformType === null || row.platformType === query.platformType)
    const known = new Set(computed.map(({ day }) => day))
    const asOf = computed.length === 0 ? null : Math.max(...computed.map(({ as_of }) => Number(as_of)))
    return {
      asOf,
      missingDays: days.filter((day) => !known.has(day)),
      days: days.filter((day) => known.has(day)),
      rows,
    }
  }

  async function grouped<Row>(
    query: FiguresQuery,
    figure: StoredFigure,
    toRow: (group: Group) => Row,
  ): Promise<Figures<Row>> {
    const { asOf, missingDays, rows } = await read(query, [figure])
    return { asOf, missingDays, rows: groupsOf(rows, ({ value }) => value).map(toRow) }
  }

  return {
    /** `day` is null for the whole range: its people are the union of the days, not their sum. */
    async overview(query: FiguresQuery) {
      const { asOf, missingDays, days, rows } = await read(query, ['visits', 'newPeople', 'events'])
      const overviewOf = (day: string | null) => {
        const own = day === null ? rows : rows.filter((row) => row.day === day)
        const of = (figure: StoredFigure) => own.filter((row) => row.figure === figure)
        const events = (type: string) =>
          sum(
            of('events').filter(({ value }) => value === type),
            'count',
          )
        return {
          day,
          visits: sum(of('visits'), 'count'),
          people: peopleOf(of('visits')),
          newPeople: peopleOf(of('newPeople')),
          pageviews: events('pageview'),
          clicks: events('click'),
        }
      }
      return { asOf, missingDays, rows: [...days.map(overviewOf), overviewOf(null)] }
    },
    async funnel(query: FiguresQuery) {
      const { asOf, missingDays, rows } = await read(query, ['inOrder', 'anyOrder'])
      const of = (figure: StoredFigure, at: number) =>
        rows.filter((row) => row.figure === figure && row.value === String(at))
      return {
        asOf,
        missingDays,
        rows: steps.map(({ name }, at) => ({
          step: name,
          visitsInOrder: sum(of('inOrder', at), 'count'),
          peopleInOrder: peopleOf(of('inOrder', at)),
          visitsInAnyOrder: sum(of('anyOrder', at), 'count'),
          peopleInAnyOrder: peopleOf(of('anyOrder', at)),
        })),
      }
    },
    /** `seconds`: mean of the views with a known time; null: none is known. */
    pages: (query: FiguresQuery) =>
      grouped(query, 'pages', ({ name: pageKey, rows, people, merged }) => {
        const timed = sum(rows, 'timed')
        const seconds = timed === 0 ? null : Math.round(sum(rows, 'ms') / timed / 100) / 10
        return { pageKey, views: sum(rows, 'count'), people, seconds, merged }
      }),
    clicks: (query: FiguresQuery) =>
      grouped(query, 'clicks', ({ name: trackId, rows, people, merged }) => ({
        trackId,
        clicks: sum(rows, 'count'),
        people,
        merged,
      })),
    devices: (query: FiguresQuery) =>
      grouped(query, 'devices', ({ name: platform, rows, people, merged }) => ({
        platform,
        visits: sum(rows, 'count'),
        people,
        merged,
      })),
    /** `day` as for `overview`. */
    async sources(query: FiguresQuery) {
      const { asOf, missingDays, rows } = await read(query, ['visits'])
      const sources = groupsOf(rows, ({ fr }) => fr).flatMap((group) => [
        sourceRow(null, group, group.rows),
        ...[...Map.groupBy(group.rows, ({ day }) => day)].map(([day, ofDay]) => sourceRow(day, group, ofDay)),
      ])
      return { asOf, missingDays, rows: sources }
    },
    async vitals(query: FiguresQuery) {
      const { asOf, missingDays } = await read(query, [])
      return { asOf, missingDays, rows: await clientFigures.vitals(query) }
    },
    async errors(query: FiguresQuery) {
      const { asOf, missingDays } = await read(query, [])
      return { asOf, missingDays, rows: await clientFigures.errors(query) }
    },
    /** `lost`: events that were not stored because the queue was full or the store failed. */
    async ingest(query: FiguresQuery) {
      const [{ asOf, missingDays, days, rows }, dropped] = await Promise.all([
        read(query, ['events']),
        findDroppedEvents(db, query),
      ])
      const droppedOf = (day: string, ...reasons: DropReason[]) =>
        dropped
          .filter((row) => row.day === day && reasons.some((reason) => reason === row.reason))
          .reduce((all, { count }) => all + count, 0)
      const of = (day: string, type: string) =>
        sum(
          rows.filter((row) => row.day === day && row.value === type),
          'count',
        )
      return {
        asOf,
        missingDays,
        rows: days.map((day) => ({
          day,
          pageviews: of(day, 'pageview'),
          clicks: of(day, 'click'),
          deviceChanges: of(day, 'device_change'),
          repeated: droppedOf(day, 'repeated'),
          limited: droppedOf(day, 'limited'),
          lost: droppedOf(day, 'queueFull', 'storeFailing'),
        })),
      }
    },
  }
}
