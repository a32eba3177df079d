import { hasEnded } from './company-status.ts'

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

export type ProminenceFacts = {
  name: string
  status: string | null
  businessType: string | null
  isListed: boolean
  /** Whether a published list of large companies names it: 央企名录, 中国民营企业500强 … */
  isOnCompanyList: boolean
  /** 万元 CNY. */
  capital: number | null
  foundedOn: string | null
}

/** 100 亿元, in 万元. */
const LARGEST_CAPITAL = 1_000_000

const isBranch = (facts: ProminenceFacts) =>
  /分公司|分支机构|办事处/.test(facts.businessType ?? '') || /(分公司|分店|营业部|办事处)$/.test(facts.name)

/**
 * Static rank of a company, 0 to 1023, smaller first: listed or on a list of large companies, not ended, head office,
 * capital, age. Depends on the stored facts only, never on the date, so that a repeated import changes nothing.
 */
export function prominenceOf(facts: ProminenceFacts): number {
  const lessKnown = facts.isListed || facts.isOnCompanyList ? 0 : 512
  const ended = hasEnded(facts.status) ? 256 : 0
  const branch = isBranch(facts) ? 128 : 0
  // Seven powers of ten from 1 万 to 100 亿. Unknown capital counts as the most for a company of a list, which names the
  // largest companies without their capital, and as the least for any other.
  const capital = facts.capital ?? (facts.isOnCompanyList ? LARGEST_CAPITAL : 0)
  const magnitude = capital < 1 ? 0 : Math.min(7, 1 + Math.floor(Math.log10(capital)))
  const year = facts.foundedOn === null ? 2030 : Number(facts.foundedOn.slice(0, 4))
  const youth = Math.max(0, Math.min(15, Math.floor((year - 1950) / 5)))
  return lessKnown + ended + branch + (7 - magnitude) * 16 + youth
}
