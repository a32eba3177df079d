import { formatAmount } from '../../lib/format.ts'

/** 10,000 万元 are 1 亿元. */
const WAN_PER_YI = 10_000

/** The revenue of an entry of a list in 亿元, which readers of annual figures use; files state 万元. */
export function listRevenue(revenue: { value: number; unit: string } | null): string | null {
  if (revenue === null) return null
  return revenue.unit === '万元' && revenue.value >= WAN_PER_YI
    ? formatAmount(revenue.value / WAN_PER_YI, '亿元')
    : formatAmount(revenue.value, revenue.unit)
}
