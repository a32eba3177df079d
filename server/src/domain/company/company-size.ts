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

/** A stated number of people of a company. `year`: null when the source states none. */
export type Headcount = { year: number | null; people: number }

/**
 * Lower bound of a stated range, as in 50-99人; 0 for 少于 50 人. null: the text states no number.
 */
export function headcountOf(staffSize: string | null): number | null {
  const text = (staffSize ?? '').normalize('NFKC').replace(/[\s,]/g, '')
  const number = /\d+/.exec(text)?.[0]
  if (number === undefined) return null
  return /少于|小于|不足|不超过|以下|以内|^</.test(text) ? 0 : Number(number)
}

/** People of the newest year. Of one year the first counts; without a year it counts last. null: none is stated. */
export function newestHeadcount(headcounts: readonly Headcount[]): number | null {
  const [newest] = headcounts.toSorted((a, b) => (b.year ?? 0) - (a.year ?? 0))
  return newest?.people ?? null
}
