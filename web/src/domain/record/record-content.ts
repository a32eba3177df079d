import type { Amount, FieldValue, Party, Passage, RecordEvent } from '@baiqicha/contract/records/fields'

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
