import { codesWithin, relaxedKeywords } from '../../domain/names/keyword.ts'
import { isTradeOnly } from '../../domain/names/trade-name.ts'
import { type QueryPlan, searchesEveryName, type Vocabulary } from '../analysis/query-plan.ts'
import type { IndexReader } from './index-reader.ts'
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

/** The best match of a part. `capital`: 万元; NaN: not stated. */
type BestMatch = { tier: Tier; company: { readonly capital: number } }

type Meant = (best: BestMatch, key: string, vocabulary: Pick<Vocabulary, 'isRegion'>) => boolean

/** Whether the part names that company. */
export const isWholeName: Meant = ({ tier, company }, key, { isRegion }) => {
  if (tier === tiers.exactBrand) return true
  // 银行, 中国 and 苏州 are what is left of many names.
  if (isTradeOnly(key) || key === '中国' || (tier === tiers.exactTradeName && isRegion(key))) return false
  if (tier === tiers.abbreviation) return company.capital >= LARGE_CAPITAL
  return wholeNames.has(tier) || (tier === tiers.prefix && key.length >= LONG_START)
}

/** Possible codes within the text, in order. */
export const codesOfPlan = (plan: QueryPlan): readonly string[] =>
  !searchesEveryName(plan) || plan.isHan ? [] : codesWithin(plan.text)

/** Parts of the text that may be a name as a whole, the longest first. */
export const partsOfPlan = (plan: QueryPlan): readonly string[] =>
  searchesEveryName(plan) || plan.within === 'name' || plan.within === 'formerName' ? relaxedKeywords(plan.text) : []

/** The first code within the text that a company has; it precedes everything else in the text. */
export function readCodeWithin(index: IndexReader, plan: QueryPlan, now: number): RelaxedKeyword | null {
  return firstThat(codesOfPlan(plan), index, plan, now, ({ tier }) => tier === tiers.exactCode)
}

/** The longest part of the keyword that is a name as a whole; null when there is none. */
export function relaxKeyword(index: IndexReader, plan: QueryPlan, now: number): RelaxedKeyword | null {
  return firstThat(partsOfPlan(plan), index, plan, now, isWholeName)
}

function firstThat(
  keywords: readonly string[],
  index: IndexReader,
  { within }: QueryPlan,
  now: number,
  isMeant: Meant,
): RelaxedKeyword | null {
  for (const keyword of keywords) {
    const plan = index.plan(keyword, within)
    const best = plan === null ? undefined : index.ranked(plan, {}, now).rows.next().value
    if (plan !== null && best !== undefined && isMeant(best, plan.key, index.vocabulary)) return { keyword, plan }
  }
  return null
}
