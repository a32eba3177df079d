import { codesWithin, relaxedKeywords } from '../../domain/names/keyword.ts'
import { isTradeOnly } from '../../domain/names/trade-name.ts'
import { type QueryPlan, searchesEveryName, type Vocabulary } from '../analysis/query-plan.ts'
import type { SearchDocument } from '../analysis/search-document.ts'
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

/** A match of a keyword, best first in a list. */
type Ranked = { tier: Tier; company: { readonly record: SearchDocument } }

/** A keyword with more weak matches than this is a word of scopes or addresses, not a typo. */
const MOST_WEAK = 20
/** Matches that `takeWeak` takes at most. */
export const MOST_TAKEN = MOST_WEAK + 1

/** Takes matches up to the first sure one. */
export function takeWeak<R extends Ranked>(found: Iterator<R, void>, plan: QueryPlan) {
  const first: R[] = []
  for (let next = found.next(); next.done !== true; next = found.next()) {
    first.push(next.value)
    const hasSure = !isWeak(next.value, plan)
    if (first.length > MOST_WEAK || hasSure) return { first, areAllWeak: false, hasSure }
  }
  return { first, areAllWeak: true, hasSure: false }
}

const weakTiers: readonly Tier[] = [tiers.mentionedName, tiers.partialPinyin, tiers.longText]

/**
 * A name within the keyword, a part of a pinyin, a word of a scope or an address, or a keyword that only a region cut
 * out of it makes match.
 */
function isWeak({ tier, company }: Ranked, { key, alternatives }: QueryPlan): boolean {
  if (weakTiers.includes(tier)) return true
  const isWritten = alternatives[0]?.terms.length === 1
  return tier === tiers.allTerms && alternatives.length > 1 && isWritten && !company.record.hasInNames(key)
}

/**
 * A name with a legal form that matches only within longer names may be the name of another company in another legal
 * form: 威腾电气股份有限公司 is not 英威腾.
 */
export const isInnerName = ({ tier }: Ranked, { key, isHan }: QueryPlan): boolean =>
  tier === tiers.allTerms && isHan && key.endsWith('公司')

const idOf = ({ company }: Ranked) => company.record.id

export const isMention = ({ tier }: Ranked): boolean => tier === tiers.mentionedName

/** Whether the typo was made beside a full name: 查比亚迪股份有限公司 is no mistyped name. `meant`: the best correction. */
export const isMentioned = (meant: Ranked | undefined, weak: readonly Ranked[]): boolean =>
  weak.some((one) => isMention(one) && meant !== undefined && idOf(one) === idOf(meant))

/**
 * The weak matches and the companies that the typo was made for. A name within the keyword is less than a name for all
 * of it: a mistyped branch stands before its head office.
 */
export function beforeCorrected<R extends Ranked>(weak: readonly R[], companies: readonly R[]): R[] {
  const weakIds = new Set(weak.map(idOf))
  const corrected = companies.filter((one) => !weakIds.has(idOf(one)))
  return [...weak.filter((one) => !isMention(one)), ...corrected, ...weak.filter(isMention)]
}

/** `preceding`, then all others that match the corrected keyword. */
export function* withoutRepeats<R extends Ranked>(
  preceding: readonly R[],
  others: Iterable<R>,
): Generator<R, void, undefined> {
  yield* preceding
  const known = new Set(preceding.map(idOf))
  for (const found of others) if (!known.has(idOf(found))) yield found
}
