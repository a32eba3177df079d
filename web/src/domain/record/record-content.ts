import {
  type CoverageLimits,
  coveredPeriod,
  isLimited,
  uncoveredTitle,
} from '@baiqicha/contract/records/coverage-limits'
import type { Amount, FieldValue, Party, Passage, RecordEvent } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { joinStated } from '../../lib/format.ts'

/** Readers of field values by type. A value of another shape counts as absent. */

type Item = string | Party | Passage | RecordEvent
const itemsOf = (value: FieldValue | undefined): readonly Item[] => (Array.isArray(value) ? value : [])

export const textsOf = (value: FieldValue | undefined): string[] =>
  itemsOf(value).filter((item): item is string => typeof item === 'string' && isShown(item))

export const partiesOf = (value: FieldValue | undefined): Party[] =>
  itemsOf(value).filter((item): item is Party => typeof item === 'object' && 'role' in item)

export const passagesOf = (value: FieldValue | undefined): Passage[] =>
  itemsOf(value).filter((item): item is Passage => typeof item === 'object' && 'title' in item)

export const eventsIn = (value: FieldValue | undefined): RecordEvent[] =>
  itemsOf(value).filter((item): item is RecordEvent => typeof item === 'object' && 'content' in item)

export const amountOf = (value: FieldValue | undefined): Amount | null =>
  typeof value === 'object' && value !== null && 'unit' in value ? value : null

export const numberValueOf = (value: FieldValue | undefined): number | null =>
  typeof value === 'number' ? value : null

const isShown = (text: string) => text.trim() !== '' && text.trim() !== '-'

/** Whether a field has a value; a field without one has no row. */
export function hasContent(value: FieldValue | undefined): value is Exclude<FieldValue, null> {
  if (value === undefined || value === null) return false
  if (typeof value === 'string') return isShown(value)
  return Array.isArray(value) ? value.length > 0 : true
}

type Covered = { connected?: boolean | undefined; limits?: CoverageLimits }

/** Whether 0 records are 0 of the kind: a source covers the company and leaves nothing out. */
export const isZeroKnown = ({ connected, limits }: Covered): boolean => connected !== false && !isLimited(limits)

/** 工商变更未接入, or the period that the sources cover; null: they leave nothing out. */
export function limitsText(kind: RecordKindKey, limits: CoverageLimits): string | null {
  const rest = uncoveredTitle(kind, limits)
  const period = coveredPeriod(limits)
  return joinStated([period !== null && `仅含 ${period}`, rest !== null && `${rest}未接入`], '；') || null
}

/** The newest of some dates, each as exact as its source states it: 2021, 2026-06 or 2026-06-30; null when none is known. */
export const newestDay = (days: readonly (string | null)[]): string | null =>
  days
    .filter((day) => day !== null)
    .toSorted()
    .at(-1) ?? null
