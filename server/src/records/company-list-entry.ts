import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { isAmount, textOf } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { comparableCapital } from '../domain/company/capital.ts'
import type { CurrentRecord } from './current-records.ts'
import { readFields } from './record-fields.ts'

type ListEntry = NonNullable<CompanySummary['listEntry']>

const textOfNumber = (value: unknown) => (typeof value === 'number' ? String(value) : null)

/** The entry with the best rank, as the head of the company page shows it; null for none. */
export function bestListEntry(records: readonly CurrentRecord[]): ListEntry | null {
  const entries = records.flatMap(({ content }) => {
    const fields = readFields(recordKinds.listEntry, content)
    const name = textOf(fields, 'listName')
    if (name === null) return []
    const { revenue, revenueYear, rank } = fields
    const place = typeof rank === 'number' ? rank : null
    const inWan = isAmount(revenue) ? comparableCapital(revenue.value, revenue.unit, null) : null
    const title = place === null ? '在列' : `第 ${place} 位`
    const entry: ListEntry = { name, title, year: textOfNumber(revenueYear), amount: textOfNumber(inWan) }
    return [{ place: place ?? Number.POSITIVE_INFINITY, entry }]
  })
  return entries.toSorted((a, b) => a.place - b.place)[0]?.entry ?? null
}
