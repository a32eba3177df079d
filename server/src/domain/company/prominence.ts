import { hasEnded } from './company-status.ts'

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
