/** Factor from each unit to 万元. Units of other currencies contain the currency: 万美元. */
const tenThousands = new Map([
  ['元', 0.0001],
  ['万元', 1],
  ['亿元', 10_000],
])

const CAPITAL_CURRENCY = 'CNY'

/**
 * Amount in 万元 CNY, for bands and sorting. null for another currency (no exchange rate is stored) or an unknown unit.
 */
export function comparableCapital(value: number | null, unit: string | null, currency: string | null): number | null {
  if (value === null || (currency ?? CAPITAL_CURRENCY) !== CAPITAL_CURRENCY) return null
  const factor = tenThousands.get(unit ?? '万元')
  return factor === undefined ? null : value * factor
}
