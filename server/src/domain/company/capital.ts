/** How many 万元 one of the unit is. Amounts in other currencies carry their currency in words: 万美元. */
const tenThousands = new Map([
  ['元', 0.0001],
  ['万元', 1],
  ['亿元', 10_000],
])

const CAPITAL_CURRENCY = 'CNY'

/**
 * The amount in 万元 CNY, for bands and sorting. null for another currency (no rate is known) or an unknown unit.
 */
export function comparableCapital(value: number | null, unit: string | null, currency: string | null): number | null {
  if (value === null || (currency ?? CAPITAL_CURRENCY) !== CAPITAL_CURRENCY) return null
  const factor = tenThousands.get(unit ?? '万元')
  return factor === undefined ? null : value * factor
}
