import type { FigureName, FigureTable } from '@baiqicha/contract/desk/figures'
import { type Clock, chinaDay, DAY_MS, minuteOf } from '../../../domain/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createClientFigures } from '../client-reports.ts'
import { type DropReason, findDroppedEvents } from '../event-queue.ts'
import { OTHER, type StoredFigure } from './day-figures.ts'
import { countPeople, readFigureText, type StoredRow } from './figure-text.ts'
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

/** A group of fewer people is part of 其他. */
const SMALLEST_GROUP = 5
/** Channels with a line of their own. */
const DRAWN_SOURCES = 5

/** Days from `from` to `to`, both included. `fr`, `platformType`: null for all. */
type FigureQuery = { from: string; to: string; fr: string | null; platformType: string | null }

type DayRow = StoredRow & { day: string; figure: string }
/** `known`: days with figures. The others are unknown, not 0. */
type ReadDays = { days: readonly string[]; known: ReadonlySet<string>; rows: readonly DayRow[] }
/** What some figures show besides the rows of days. */
type Context = { db: Database; steps: ReturnType<typeof parseFunnel>; query: FigureQuery }
type Shown = Pick<FigureTable, 'head' | 'rows'> & Partial<Pick<FigureTable, 'note' | 'bar' | 'lines'>>
type Figure = { reads: readonly StoredFigure[]; show: (read: ReadDays, context: Context) => Shown | Promise<Shown> }

const sum = (rows: readonly DayRow[], field: 'count' | 'timed' | 'ms') => rows.reduce((all, row) => all + row[field], 0)
const countOf = (rows: readonly DayRow[]) => sum(rows, 'count')
const peopleOf = (rows: readonly DayRow[]) => countPeople(rows.map(({ people }) => people))

/** `merged`: number of groups of few people that it stands for; 0: it is one group. */
type Group = { name: string; rows: DayRow[]; people: number; merged: number }

/** Groups by size. Those of few people become one, whose people are a union as well. */
function groupsOf(rows: readonly DayRow[], nameOf: (row: DayRow) => string = ({ value }) => value): Group[] {
  const groups = [...Map.groupBy(rows, nameOf)].map(
    ([name, own]): Group => ({ name, rows: own, people: peopleOf(own), merged: 0 }),
  )
  const isSmall = ({ name, people }: Group) => name === OTHER || people < SMALLEST_GROUP
  const smallGroups = groups.filter(isSmall)
  const small = smallGroups.flatMap((group) => group.rows)
  const merged = smallGroups.filter(({ name }) => name !== OTHER).length
  const large = groups.filter((group) => !isSmall(group)).toSorted((a, b) => countOf(b.rows) - countOf(a.rows))
  return small.length === 0 ? large : [...large, { name: OTHER, rows: small, people: peopleOf(small), merged }]
}

const channelName = (fr: string) => (fr === '' ? '未标记' : fr)
/** 其他 says what it stands for: with few visitors it may be the only row. */
const groupName = ({ name, merged }: Group) =>
  merged === 0 ? name : `${name}（${merged} 项，各少于 ${SMALLEST_GROUP} 人）`
/** Milliseconds, or the score of CLS, which is below 10. */
const rounded = (value: number) => (value < 10 ? Math.round(value * 1_000) / 1_000 : Math.round(value))
/** Mean of the views with a known time; null: none is known. */
function secondsOf(rows: readonly DayRow[]): number | null {
  const timed = sum(rows, 'timed')
  return timed === 0 ? null : Math.round(sum(rows, 'ms') / timed / 100) / 10
}

function overviewOf(rows: readonly DayRow[]) {
  const of = (figure: StoredFigure) => rows.filter((row) => row.figure === figure)
  const events = (type: string) => countOf(of('events').filter(({ value }) => value === type))
  return {
    visits: countOf(of('visits')),
    people: peopleOf(of('visits')),
    newPeople: peopleOf(of('newPeople')),
    pageviews: events('pageview'),
    clicks: events('click'),
  }
}

const figureTables: Record<FigureName, Figure> = {
  overview: {
    reads: ['visits', 'newPeople', 'events'],
    show({ days, known, rows }) {
      const unknown = { visits: null, people: null, newPeople: null, pageviews: null, clicks: null }
      const ofDays = days.map((day) => (known.has(day) ? overviewOf(rows.filter((row) => row.day === day)) : unknown))
      const line = (name: string, key: 'visits' | 'people' | 'newPeople') => ({
        name,
        values: ofDays.map((values) => values[key]),
      })
      return {
        note: '多日的人数为各日人数的并集，不是相加。',
        head: ['日期', '访问', '人', '新访客', '页面浏览', '点击'],
        rows: [
          ['合计', ...Object.values(overviewOf(rows))],
          ...ofDays.map((values, at) => [days[at] ?? null, ...Object.values(values)]),
        ],
        lines: { days: [...days], series: [line('访问', 'visits'), line('人', 'people'), line('新访客', 'newPeople')] },
      }
    },
  },
  funnel: {
    reads: ['inOrder', 'anyOrder'],
    show: ({ rows }, { steps }) => ({
      note: '在一次访问内计数。登录与领礼取自账号记录。',
      head: ['步骤', '访问（依次）', '人（依次）', '访问（不论先后）', '人（不论先后）'],
      rows: steps.map(({ name }, at) => {
        const of = (figure: StoredFigure) => rows.filter((row) => row.figure === figure && row.value === String(at))
        const [inOrder, anyOrder] = [of('inOrder'), of('anyOrder')]
        return [name, countOf(inOrder), peopleOf(inOrder), countOf(anyOrder), peopleOf(anyOrder)]
      }),
      bar: 1,
    }),
  },
  pages: {
    reads: ['pages'],
    show: ({ rows }) => ({
      note: '停留为到下一页的平均秒数，末页未知，不计为 0。',
      head: ['页面', '浏览', '人', '平均停留（秒）'],
      rows: groupsOf(rows).map((group) => [groupName(group), countOf(group.rows), group.people, secondsOf(group.rows)]),
      bar: 1,
    }),
  },
  clicks: {
    reads: ['clicks'],
    show: ({ rows }) => ({
      head: ['元素', '点击', '人'],
      rows: groupsOf(rows).map((group) => [groupName(group), countOf(group.rows), group.people]),
      bar: 1,
    }),
  },
  sources: {
    reads: ['visits'],
    show({ days, known, rows }) {
      const channels = groupsOf(rows, ({ fr }) => fr).map((group) => {
        const ofDays = Map.groupBy(group.rows, ({ day }) => day)
        const values = days.map((day) => (known.has(day) ? countOf(ofDays.get(day) ?? []) : null))
        return { ...group, name: channelName(group.name), values }
      })
      return {
        note: '日期下为当日的访问次数。',
        head: ['来源', '访问', '人', ...days.map((day) => day.slice(5))],
        rows: channels.map((channel) => [groupName(channel), countOf(channel.rows), channel.people, ...channel.values]),
        lines: {
          days: [...days],
          series: channels.slice(0, DRAWN_SOURCES).map(({ name, values }) => ({ name, values })),
        },
        bar: 1,
      }
    },
  },
  devices: {
    reads: ['devices'],
    show: ({ rows }) => ({
      head: ['设备', '访问', '人'],
      rows: groupsOf(rows).map((group) => [groupName(group), countOf(group.rows), group.people]),
      bar: 1,
    }),
  },
  vitals: {
    reads: [],
    async show(_read, { db, query }) {
      const vitals = await createClientFigures(db).vitals(query)
      return {
        note: 'p75：四分之三的打开不超过此值，单位毫秒；CLS 为分值。',
        head: ['指标', '页面', '次数', 'p75'],
        rows: vitals.map((row) => [row.name, row.pageKey, row.count, rounded(row.p75)]),
      }
    },
  },
  errors: {
    reads: [],
    async show(_read, { db, query }) {
      const errors = await createClientFigures(db).errors(query)
      return {
        head: ['信息', '页面', '次数', '最近'],
        rows: errors.map((row) => [row.message, row.pageKey, row.count, minuteOf(row.lastAt)]),
        bar: 2,
      }
    },
  },
  ingest: {
    reads: ['events'],
    async show({ days, known, rows }, { db, query }) {
      const dropped = await findDroppedEvents(db, query)
      const received = (day: string, type: string) =>
        countOf(rows.filter((row) => row.day === day && row.value === type))
      const droppedFor = (day: string, ...reasons: DropReason[]) =>
        dropped
          .filter((row) => row.day === day && reasons.some((reason) => reason === row.reason))
          .reduce((all, { count }) => all + count, 0)
      const ofDays = days.map((day) => ({
        day,
        kept: ['pageview', 'click', 'device_change'].map((type) => received(day, type)),
        // The last were not stored: the queue was full or the store failed.
        gone: [droppedFor(day, 'repeated'), droppedFor(day, 'limited'), droppedFor(day, 'queueFull', 'storeFailing')],
      }))
      const line = (name: string, key: 'kept' | 'gone') => ({
        name,
        values: ofDays.map((row) => (known.has(row.day) ? row[key].reduce((all, count) => all + count, 0) : null)),
      })
      return {
        note: '重复与超限的事件不计入统计，未存储的事件缺失。',
        head: ['日期', '页面浏览', '点击', '设备变更', '重复', '超限', '未存储'],
        rows: ofDays.filter(({ day }) => known.has(day)).map(({ day, kept, gone }) => [day, ...kept, ...gone]),
        lines: { days: [...days], series: [line('收到', 'kept'), line('丢弃', 'gone')] },
      }
    },
  },
}
