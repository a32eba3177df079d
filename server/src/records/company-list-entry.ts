import type { CompanySummary } from '@baiqicha/contract/company-summary'
import { isAmount, textOf } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { CurrentRecord } from './current-records.ts'
import { readFields } from './record-fields.ts'

type ListEntry = NonNullable<CompanySummary['listEntry']>

const numberIn = (value: unknown) => (typeof value === 'number' ? value : null)
const rankOf = ({ rank }: ListEntry) => rank ?? Number.POSITIVE_INFINITY

/** The entry with the best rank, as the head of the company page shows it; null for none. */
export function bestListEntry(records: readonly CurrentRecord[]): ListEntry | null {
  const entries = records.flatMap(({ content }): ListEntry[] => {
    const fields = readFields(recordKinds.listEntry, content)
    const listName = textOf(fields, 'listName')
    const { rank, revenue, revenueYear } = fields
    if (listName === null) return []
    return [
      {
        listName,
        rank: numberIn(rank),
        revenue: isAmount(revenue) ? { value: revenue.value, unit: revenue.unit } : null,
        year: numberIn(revenueYear),
      },
    ]
  })
  return entries.toSorted((a, b) => rankOf(a) - rankOf(b))[0] ?? null
}
