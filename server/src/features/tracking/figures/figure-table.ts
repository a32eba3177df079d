import type { FigureName, FigureTable } from '@baiqicha/contract/desk/figures'
import { minuteOf } from '../../../domain/clock.ts'
import { daysOf, type FiguresQuery, SMALLEST_GROUP, type TrackingFigures } from './figures.service.ts'

export type FigureRequest = FiguresQuery & { figure: FigureName }
type Cell = FigureTable['rows'][number][number]
type Table = Omit<FigureTable, 'note' | 'bar' | 'lines'> & Partial<Pick<FigureTable, 'note' | 'bar' | 'lines'>>

/** Channels with a line of their own. */
const DRAWN_SOURCES = 5

const channelName = (fr: string) => (fr === '' ? '未标记' : fr)
/** 其他 says what it stands for: with few visitors it may be the only row. */
const groupName = (name: string, merged: number) =>
  merged === 0 ? name : `${name}（${merged} 项，各少于 ${SMALLEST_GROUP} 人）`
/** Milliseconds, or the score of CLS, which is below 10. */
const rounded = (value: number) => (value < 10 ? Math.round(value * 1_000) / 1_000 : Math.round(value))

const tables: Record<FigureName, (figures: TrackingFigures, query: FiguresQuery) => Promise<Table>> = {
  async overview(figures, query) {
    const { rows, ...common } = await figures.overview(query)
    const days = daysOf(query) ?? []
    const ofDay = new Map(rows.map((row) => [row.day, row]))
    const cellsOf = (day: string | null): Cell[] => {
      const { visits, people, newPeople, pageviews, clicks } = ofDay.get(day) ?? {}
      return [visits, people, newPeople, pageviews, clicks].map((value) => value ?? null)
    }
    const line = (name: string, key: 'visits' | 'people' | 'newPeople') => ({
      name,
      values: days.map((day) => ofDay.get(day)?.[key] ?? null),
    })
    return {
      ...common,
      note: '多日的人数为各日人数的并集，不是相加。',
      head: ['日期', '访问', '人', '新访客', '页面浏览', '点击'],
      rows: [['合计', ...cellsOf(null)], ...days.map((day) => [day, ...cellsOf(day)])],
      lines: { days, series: [line('访问', 'visits'), line('人', 'people'), line('新访客', 'newPeople')] },
    }
  },
  async funnel(figures, query) {
    const { rows, ...common } = await figures.funnel(query)
    return {
      ...common,
      note: '在一次访问内计数。登录与领礼取自账号记录。',
      head: ['步骤', '访问（依次）', '人（依次）', '访问（不论先后）', '人（不论先后）'],
      rows: rows.map((row) => [
        row.step,
        row.visitsInOrder,
        row.peopleInOrder,
        row.visitsInAnyOrder,
        row.peopleInAnyOrder,
      ]),
      bar: 1,
    }
  },
  async pages(figures, query) {
    const { rows, ...common } = await figures.pages(query)
    return {
      ...common,
      note: '停留为到下一页的平均秒数，末页未知，不计为 0。',
      head: ['页面', '浏览', '人', '平均停留（秒）'],
      rows: rows.map((row) => [groupName(row.pageKey, row.merged), row.views, row.people, row.seconds]),
      bar: 1,
    }
  },
  async clicks(figures, query) {
    const { rows, ...common } = await figures.clicks(query)
    return {
      ...common,
      head: ['元素', '点击', '人'],
      rows: rows.map((row) => [groupName(row.trackId, row.merged), row.clicks, row.people]),
      bar: 1,
    }
  },
  async sources(figures, query) {
    const { rows, ...common } = await figures.sources(query)
    const days = daysOf(query) ?? []
    const missing = new Set(common.missingDays)
    const visits = new Map(rows.map((row) => [`${row.fr} ${row.day}`, row.visits]))
    const channels = rows.filter(({ day }) => day === null)
    const visitsByDay = (fr: string) => days.map((day) => (missing.has(day) ? null : (visits.get(`${fr} ${day}`) ?? 0)))
    return {
      ...common,
      note: '日期下为当日的访问次数。',
      head: ['来源', '访问', '人', ...days.map((day) => day.slice(5))],
      rows: channels.map(({ fr, visits: all, people, merged }) => [
        groupName(channelName(fr), merged),
        all,
        people,
        ...visitsByDay(fr),
      ]),
      lines: {
        days,
        series: channels.slice(0, DRAWN_SOURCES).map(({ fr }) => ({ name: channelName(fr), values: visitsByDay(fr) })),
      },
      bar: 1,
    }
  },
  async devices(figures, query) {
    const { rows, ...common } = await figures.devices(query)
    return {
      ...common,
      head: ['设备', '访问', '人'],
      rows: rows.map((row) => [groupName(row.platform, row.merged), row.visits, row.people]),
      bar: 1,
    }
  },
  async vitals(figures, query) {
    const { rows, ...common } = await figures.vitals(query)
    return {
      ...common,
      note: 'p75：四分之三的打开不超过此值，单位毫秒；CLS 为分值。',
      head: ['指标', '页面', '次数', 'p75'],
      rows: rows.map((row) => [row.name, row.pageKey, row.count, rounded(row.p75)]),
    }
  },
  async errors(figures, query) {
    const { rows, ...common } = await figures.errors(query)
    return {
      ...common,
      head: ['信息', '页面', '次数', '最近'],
      rows: rows.map((row) => [row.message, row.pageKey, row.count, minuteOf(row.lastAt)]),
      bar: 2,
    }
  },
  async ingest(figures, query) {
    const { rows, ...common } = await figures.ingest(query)
    const days = daysOf(query) ?? []
    const ofDay = new Map(rows.map((row) => [row.day, row]))
    const line = (name: string, valueOf: (row: (typeof rows)[number]) => number) => ({
      name,
      values: days.map((day) => {
        const row = ofDay.get(day)
        return row === undefined ? null : valueOf(row)
      }),
    })
    return {
      ...common,
      note: '重复与超限的事件不计入统计，未存储的事件缺失。',
      head: ['日期', '页面浏览', '点击', '设备变更', '重复', '超限', '未存储'],
      rows: rows.map((row) => [
        row.day,
        row.pageviews,
        row.clicks,
        row.deviceChanges,
        row.repeated,
        row.limited,
        row.lost,
      ]),
      lines: {
        days,
        series: [
          line('收到', (row) => row.pageviews + row.clicks + row.deviceChanges),
          line('丢弃', (row) => row.repeated + row.limited + row.lost),
        ],
      },
    }
  },
}

/** A figure as the table that the desk, the command and the CSV have in common. @throws RangeError as `TrackingFigures` */
export async function figureTable(figures: TrackingFigures, { figure, ...query }: FigureRequest): Promise<FigureTable> {
  return { note: null, lines: null, bar: null, ...(await tables[figure](figures, query)) }
}
