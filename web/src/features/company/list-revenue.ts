import type { RecordFields } from '@baiqicha/contract/records/fields'
import { amountOf, numberValueOf } from '../../domain/record/record-content.ts'
import { formatAmount } from '../../lib/format.ts'

/** 10,000 万元 are 1 亿元. */
const WAN_PER_YI = 10_000

/** The revenue of an entry and its year; in 亿元, which readers of annual figures use; files state 万元. */
export function revenueOf(fields: RecordFields): { value: string | null; year: number | null } {
  const revenue = amountOf(fields['revenue'])
  if (revenue === null) return { value: null, year: null }
  const value =
    revenue.unit === '万元' && revenue.value >= WAN_PER_YI
      ? formatAmount(revenue.value / WAN_PER_YI, '亿元')
      : formatAmount(revenue.value, revenue.unit)
  return { value, year: numberValueOf(fields['revenueYear']) }
}
