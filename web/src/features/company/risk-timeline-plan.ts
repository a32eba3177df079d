import { kindTable, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RiskTimelineRecord } from '@baiqicha/contract/records/record'

/** States of a dot, gravest first. A disputed or removed record has no severity of its own. */
export const timelineStates = ['高', '中', '异议处理中', '提示', '历史'] as const
export type TimelineState = (typeof timelineStates)[number]

const groupKeys = ['execution', 'litigation', 'business'] as const
export type TimelineGroup = (typeof groupKeys)[number]
export const timelineGroups: readonly { key: TimelineGroup; label: string }[] = [
  { key: 'execution', label: '执行' },
  { key: 'litigation', label: '诉讼' },
  { key: 'business', label: '经营' },
]

const executionKinds = new Set<RecordKindKey>(['dishonestExecutor', 'executedPerson', 'consumptionRestriction'])

export function timelineGroupOf(kind: RecordKindKey): TimelineGroup {
  if (executionKinds.has(kind)) return 'execution'
  return kindTable[kind].group === 'legalRisk' ? 'litigation' : 'business'
}

export function timelineStateOf({ view, severity }: Pick<RiskTimelineRecord, 'view' | 'severity'>): TimelineState {
  if (view === 'history') return '历史'
  return view === 'disputed' ? '异议处理中' : (severity ?? '提示')
}

/** Columns of a label each, so that each is wide enough for a finger. */
const MAX_COLUMNS = 6
/** Dots of one row at most, so that two beside each other do not touch at 320 px. */
const MAX_SLOTS = 12
const MONTHS = 12

export type TimelineColumn = { firstYear: number; lastYear: number }
/** The axis: columns of one or more years, each of several slots of whole months. */
export type TimelineAxis = {
  columns: readonly TimelineColumn[]
  slots: number
  monthsPerSlot: number
}

const yearOf = (date: string) => Number(date.slice(0, 4))

/** Axis from the first to the last year of the records, which are not empty. */
export function timelineAxisOf(records: readonly Pick<RiskTimelineRecord, 'publishedAt'>[]): TimelineAxis {
  const years = records.map(({ publishedAt }) => yearOf(publishedAt))
  const last = Math.max(...years)
  const span = last - Math.min(...years) + 1
  const yearsPerColumn = Math.ceil(span / MAX_COLUMNS)
  const count = Math.ceil(span / yearsPerColumn)
  const slotsPerColumn = Math.floor(MAX_SLOTS / count)
  const first = last - count * yearsPerColumn + 1
  return {
    columns: Array.from({ length: count }, (_, at) => {
      const firstYear = first + at * yearsPerColumn
      return { firstYear, lastYear: firstYear + yearsPerColumn - 1 }
    }),
    slots: count * slotsPerColumn,
    monthsPerSlot: (yearsPerColumn * MONTHS) / slotsPerColumn,
  }
}

const firstYearOf = ({ columns: [first] }: TimelineAxis) => first?.firstYear ?? 0

/** Slot of a date of the axis, counted from 0. */
export function slotOf(axis: TimelineAxis, date: string): number {
  const months = (yearOf(date) - firstYearOf(axis)) * MONTHS + Number(date.slice(5, 7)) - 1
  return Math.floor(months / axis.monthsPerSlot)
}

/** Selected slots, both included. */
export type SlotRange = { from: number; to: number }

/** Slots of a column. */
export function slotsOfColumn({ columns, slots }: TimelineAxis, at: number): SlotRange {
  const each = slots / columns.length
  return { from: at * each, to: (at + 1) * each - 1 }
}

/** First and last day of a range: YYYY-MM-DD. */
export function datesOf(axis: TimelineAxis, { from, to }: SlotRange): { first: string; last: string } {
  const day = (months: number, dayOfMonth: number) =>
    new Date(Date.UTC(firstYearOf(axis), months, dayOfMonth)).toISOString().slice(0, 10)
  // Day 0 is the last one of the month before.
  return { first: day(from * axis.monthsPerSlot, 1), last: day((to + 1) * axis.monthsPerSlot, 0) }
}

/** Range between two positions on the axis, each a fraction of its width. */
export function rangeBetween({ slots }: TimelineAxis, one: number, other: number): SlotRange {
  const slotAt = (fraction: number) => Math.min(slots - 1, Math.max(0, Math.floor(fraction * slots)))
  const [from, to] = [slotAt(Math.min(one, other)), slotAt(Math.max(one, other))]
  return { from, to }
}

/** One dot: the records of a group in a slot, drawn as the gravest of them. */
export type TimelineMark = { group: TimelineGroup; slot: number; state: TimelineState; count: number }

const rankOf = (state: TimelineState) => timelineStates.indexOf(state)

export function timelineMarks(axis: TimelineAxis, records: readonly RiskTimelineRecord[]): TimelineMark[] {
  const marks = new Map<string, TimelineMark>()
  for (const record of records) {
    const [group, slot, state] = [
      timelineGroupOf(record.recordKind),
      slotOf(axis, record.publishedAt),
      timelineStateOf(record),
    ]
    const key = `${group} ${slot}`
    const mark = marks.get(key) ?? { group, slot, state, count: 0 }
    mark.count += 1
    if (rankOf(state) < rankOf(mark.state)) mark.state = state
    marks.set(key, mark)
  }
  return [...marks.values()]
}

/** Records of a range, gravest first, newest first among equals. */
export function recordsInRange(
  axis: TimelineAxis,
  { from, to }: SlotRange,
  records: readonly RiskTimelineRecord[],
): RiskTimelineRecord[] {
  return records
    .filter(({ publishedAt }) => {
      const slot = slotOf(axis, publishedAt)
      return slot >= from && slot <= to
    })
    .toSorted(
      (a, b) => rankOf(timelineStateOf(a)) - rankOf(timelineStateOf(b)) || b.publishedAt.localeCompare(a.publishedAt),
    )
}

/** Number of records by state, as in 高 1、历史 2; 无 for none. */
export function countsInWords(records: readonly RiskTimelineRecord[]): string {
  const words = timelineStates.flatMap((state) => {
    const count = records.filter((record) => timelineStateOf(record) === state).length
    return count === 0 ? [] : [`${state} ${count}`]
  })
  return words.length === 0 ? '无' : words.join('、')
}
