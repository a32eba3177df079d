import * as z from 'zod/mini'
import { kindTable, type RecordKindKey } from './kind-table.ts'

/** What a source that covers a company states of a kind, where it leaves records out. */
const coverageLimitSchema = z.object({
  /** Kinds of change or of matter that the source states, as in 证券简称变更; empty: every one. */
  items: z.array(z.string()),
  /** Dates of the first and last record, as exact as stated (2014, 2014-11, 2014-11-03); null: open. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
})
export type CoverageLimit = z.infer<typeof coverageLimitSchema>

/** Absent or empty: a source that covers the company states every record of the kind. */
export const coverageLimitsSchema = z.optional(z.array(coverageLimitSchema))
export type CoverageLimits = z.infer<typeof coverageLimitsSchema>

/** Whether the covering sources leave records of the kind out, so that 0 records is not 0 of the kind. */
export const isLimited = (limits: CoverageLimits): limits is CoverageLimit[] => (limits ?? []).length > 0

/** Changes of the short name of a stock, which exchanges announce; all other changes are those of the register. */
const SHORT_NAME_CHANGE = '证券简称变更'

const itemsOf = (limits: CoverageLimits): string[] => {
  const all = limits ?? []
  return all.some(({ items }) => items.length === 0) ? [] : [...new Set(all.flatMap(({ items }) => items))]
}

/** What was searched: 证券简称变更, or the title of the kind. */
export function coveredTitle(kind: RecordKindKey, limits: CoverageLimits): string {
  const items = itemsOf(limits)
  return items.length === 0 ? kindTable[kind].title : items.join('、')
}

/** Records of the kind beside the known ones. */
export const otherTitle = (kind: RecordKindKey): string => `其他${kindTable[kind].title}`

/** What no source states of the kind, as in 工商变更; null: the sources leave no kind of matter out. */
export function uncoveredTitle(kind: RecordKindKey, limits: CoverageLimits): string | null {
  const items = itemsOf(limits)
  if (items.length === 0) return null
  if (kind === 'changeRecord' && items.every((item) => item === SHORT_NAME_CHANGE)) return '工商变更'
  return otherTitle(kind)
}

/** Periods of the covering sources, as in 2014-11 至 2024-05; null: none is limited. */
export function coveredPeriod(limits: CoverageLimits): string | null {
  const all = limits ?? []
  if (all.some(({ from, to }) => from === null && to === null)) return null
  const periods = all.map(({ from, to }) => {
    if (from === null) return `${to ?? ''} 及以前`
    return to === null ? `${from} 起` : `${from} 至 ${to}`
  })
  return periods.length === 0 ? null : [...new Set(periods)].join('、')
}

/** 2014-11 至 2024-05 以外, 2020 以前 or 2022 以后; null: the sources leave no time out. */
function uncoveredTime(limits: CoverageLimits): string | null {
  const period = coveredPeriod(limits)
  const [first, ...others] = limits ?? []
  if (period === null || first === undefined) return null
  if (others.length > 0 || (first.from !== null && first.to !== null)) return `${period} 以外`
  return first.to === null ? `${first.from ?? ''} 以前` : `${first.to} 以后`
}

/** What the sources leave out of the kind, as in 工商变更 and 2014-11 至 2024-05 以外的证券简称变更. */
export function uncoveredParts(kind: RecordKindKey, limits: CoverageLimits): string[] {
  const time = uncoveredTime(limits)
  const parts = [uncoveredTitle(kind, limits), time === null ? null : `${time}的${coveredTitle(kind, limits)}`]
  return parts.filter((part) => part !== null)
}
