import { codesWithin, relaxedKeywords } from '../../domain/names/keyword-relaxation.ts'
import { isTradeOnly } from '../../domain/names/trade-name.ts'
import { type QueryPlan, searchesEveryName, type Vocabulary } from '../analysis/query-plan.ts'
import type { CompanyIndex, IndexedCompany, RankedCompany } from './company-index.ts'
import { type Tier, tiers } from './match.ts'

/** A part of the keyword that finds a company by itself. */
export type RelaxedKeyword = { keyword: string; plan: QueryPlan }

/** A name that is used for a company as a whole. Anything less would turn 京东公司, which is unknown, into 京东方. */
const wholeNames: ReadonlySet<Tier> = new Set([
  tiers.exactName,
  tiers.exactCode,
  tiers.exactFormerName,
  tiers.exactShortened,
  tiers.exactTradeName,
  tiers.exactPinyin,
])
/** From this length on, the start of a name is no accident. */
const LONG_START = 4
/** 万元. Companies of this size are called by abbreviations: 建行, but 天气 is no 天正电气. */
const LARGE_CAPITAL = 1_000_000

type Meant = (best: RankedCompany<IndexedCompany>, key: string, vocabulary: Vocabulary) => boolean

const isWholeName: Meant = ({ tier, company }, key, { isRegion }) => {
  if (tier === tiers.exactBrand) return true
  // 银行, 中国 and 苏州 are what is left of many names.
  if (isTradeOnly(key) || key === '中国' || (tier === tiers.exactTradeName && isRegion(key))) return false
  if (tier === tiers.abbreviation) return company.capital >= LARGE_CAPITAL
  return wholeNames.has(tier) || (tier === tiers.prefix && key.length >= LONG_START)
}

/** The first code within the text that a company has; it precedes everything else in the text. */
export function readCodeWithin<C extends IndexedCompany, S>(
  index: CompanyIndex<C, S>,
  plan: QueryPlan,
  now: number,
): RelaxedKeyword | null {
  if (!searchesEveryName(plan) || plan.isHan) return null
  return firstThat(codesWithin(plan.text), index, plan, now, ({ tier }) => tier === tiers.exactCode)
}

/** The longest part of the keyword that is a name as a whole; null when there is none. */
export function relaxKeyword<C extends IndexedCompany, S>(
  index: CompanyIndex<C, S>,
  plan: QueryPlan,
  now: number,
): RelaxedKeyword | null {
  if (!searchesEveryName(plan) && plan.within !== 'name' && plan.within !== 'formerName') return null
  return firstThat(relaxedKeywords(plan.text), index, plan, now, isWholeName)
}

function firstThat<C extends IndexedCompany, S>(
  keywords: readonly string[],
  index: CompanyIndex<C, S>,
  { within }: QueryPlan,
  now: number,
  isMeant: Meant,
): RelaxedKeyword | null {
  for (const keyword of keywords) {
    const plan = index.plan(keyword, within, {}, now)
    const best = plan === null ? undefined : index.ranked(plan, {}, now).next().value
    if (plan !== null && best !== undefined && isMeant(best, plan.key, index.vocabulary)) return { keyword, plan }
  }
  return null
}
