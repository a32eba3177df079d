import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { QueryPlan } from '../analysis/query-plan.ts'
import type { CompanyFilters, CompanyHit } from '../company-search.ts'
import type { CompanyIndex, IndexedCompany, RankedCompany } from './company-index.ts'
import { type RelaxedKeyword, readCodeWithin, relaxKeyword } from './keyword-relaxing.ts'
import { type Match, rangesOfMatch, type Tier, tiers } from './match.ts'
import { matchInTier } from './tiers.ts'
import { correctTypo, type TypoCorrection } from './typo-correction.ts'

/** The companies that a keyword finds, in order. */
export type Answer<C> = {
  rows: Iterable<RankedCompany<C>>
  /** The plan that explains the rows. */
  read: QueryPlan
  /** Rows that precede the matches of `read`; a company of these is not listed again. */
  preceding: readonly RankedCompany<C>[]
  didYouMean?: string
  /** The part of the keyword that the rows match: a code in it, or the name without the words around it. */
  usedKeyword?: string
}

/**
 * The matches of the keyword as typed. A code within the text precedes them. If none of them is sure, the words around
 * the name are left out; if that does not help, the matches of a typo correction stand below them.
 */
export function answerKeyword<C extends IndexedCompany, S>(
  index: CompanyIndex<C, S>,
  plan: QueryPlan,
  filters: CompanyFilters,
  now: number,
): Answer<C> {
  const relaxedAnswer = (relaxed: RelaxedKeyword): Answer<C> => ({
    rows: index.ranked(relaxed.plan, filters, now),
    read: relaxed.plan,
    preceding: [],
    usedKeyword: relaxed.keyword,
  })
  const code = readCodeWithin(index, plan, now)
  if (code !== null) return relaxedAnswer(code)
  const found = index.ranked(plan, filters, now)
  const here = takeWeak(found, plan)
  const { first } = here
  const asTyped: Answer<C> = { rows: chain(first, found), read: plan, preceding: [] }
  const isInner = here.first.some((one) => isInnerName(one, plan))
  if (here.hasSure && !isInner) return asTyped
  // A keyword that matches without the filters is neither mistyped nor more than a name.
  const everywhere = Object.keys(filters).length === 0 ? here : takeWeak(index.ranked(plan, {}, now), plan)
  const mayBeMore = isInner || !(everywhere.hasSure || everywhere.first.some(isMention))
  const relaxed = mayBeMore ? relaxKeyword(index, plan, now) : null
  if (relaxed !== null) return relaxedAnswer(relaxed)
  if (here.hasSure || everywhere.hasSure) return asTyped
  if (!here.areAllWeak || !everywhere.areAllWeak) return asTyped
  const correction = correctTypo(index, plan, filters, now)
  if (correction === null || isMentioned(correction, first)) return asTyped
  const weak = first.flatMap((one) => {
    const match = one.match ?? matchInTier(one.tier, one.company, plan, index.pronunciation.readings)
    return match === null ? [] : [{ ...one, match }]
  })
  const preceding = beforeCorrected(weak, correction)
  const rows = withoutRepeats(preceding, index.ranked(correction.plan, filters, now))
  return { rows, read: correction.plan, preceding, didYouMean: correction.keyword }
}

/** The keywords that an answer used instead of the typed one, as far as there are any. */
export const keywordMarks = ({ didYouMean, usedKeyword }: Pick<Answer<never>, 'didYouMean' | 'usedKeyword'>) => ({
  ...(didYouMean !== undefined && { didYouMean }),
  ...(usedKeyword !== undefined && { usedKeyword }),
})

/** The matches of the keyword as typed, whether they are sure or not. */
export const answerExactly = <C extends IndexedCompany, S>(
  index: CompanyIndex<C, S>,
  plan: QueryPlan,
  filters: CompanyFilters,
  now: number,
): Answer<C> => ({ rows: index.ranked(plan, filters, now), read: plan, preceding: [] })

/** A keyword with more weak matches than this is a word of scopes or addresses, not a typo. */
const MOST_WEAK = 20

/** Takes matches up to the first sure one. */
function takeWeak<C extends IndexedCompany>(found: Iterator<RankedCompany<C>, void>, plan: QueryPlan) {
  const first: RankedCompany<C>[] = []
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
function isWeak({ tier, company }: RankedCompany<IndexedCompany>, { key, alternatives }: QueryPlan): boolean {
  if (weakTiers.includes(tier)) return true
  const isWritten = alternatives[0]?.terms.length === 1
  return tier === tiers.allTerms && alternatives.length > 1 && isWritten && !company.record.hasInNames(key)
}

/**
 * A name with a legal form that matches only within longer names may be the name of another company in another legal
 * form: 威腾电气股份有限公司 is not 英威腾.
 */
const isInnerName = ({ tier }: RankedCompany<IndexedCompany>, { key, isHan }: QueryPlan) =>
  tier === tiers.allTerms && isHan && key.endsWith('公司')

function* chain<T>(first: Iterable<T>, rest: Iterable<T>): Generator<T> {
  yield* first
  yield* rest
}

const idOf = ({ company }: RankedCompany<IndexedCompany>) => company.record.id

const isMention = ({ tier }: RankedCompany<IndexedCompany>) => tier === tiers.mentionedName

/** Whether the typo was made beside a full name: 查比亚迪股份有限公司 is no mistyped name. */
function isMentioned<C extends IndexedCompany>(
  { companies: [meant] }: TypoCorrection<C>,
  weak: readonly RankedCompany<C>[],
): boolean {
  return weak.some((one) => isMention(one) && meant !== undefined && idOf(one) === idOf(meant))
}

/**
 * The weak matches and the companies that the typo was made for. A name within the keyword is less than a name for all
 * of it: a mistyped branch stands before its head office.
 */
function beforeCorrected<C extends IndexedCompany>(
  weak: readonly RankedCompany<C>[],
  correction: TypoCorrection<C>,
): RankedCompany<C>[] {
  const weakIds = new Set(weak.map(idOf))
  const corrected = correction.companies.filter((one) => !weakIds.has(idOf(one)))
  return [...weak.filter((one) => !isMention(one)), ...corrected, ...weak.filter(isMention)]
}

/** `preceding`, then all others that match the corrected keyword. */
function* withoutRepeats<C extends IndexedCompany>(
  preceding: readonly RankedCompany<C>[],
  others: Iterable<RankedCompany<C>>,
): Generator<RankedCompany<C>, void, undefined> {
  yield* preceding
  const known = new Set(preceding.map(idOf))
  for (const found of others) if (!known.has(idOf(found))) yield found
}

/** Why a company matches; null when only a hash collision made it a candidate. */
export const explainer =
  ({ readings }: Pronunciation) =>
  ({ company, tier, match }: RankedCompany<IndexedCompany>, plan: QueryPlan): CompanyHit | null => {
    const reason = match ?? matchInTier(tier, company, plan, readings)
    return reason === null ? null : hitOf(company.record.id, reason)
  }

const hitOf = (companyId: string, match: Match): CompanyHit => ({
  companyId,
  matchReason: match.reason,
  hitRanges: rangesOfMatch(match),
})

/** A company that the filters found, without a keyword to explain. */
export const hitByFilters = ({ company: { record } }: RankedCompany<IndexedCompany>): CompanyHit => ({
  companyId: record.id,
  matchReason: { field: 'name', text: record.names[0]?.text ?? '' },
  hitRanges: [],
})

/** The first rows that can be explained. */
export function firstHits<C>(
  rows: Iterable<RankedCompany<C>>,
  explain: (found: RankedCompany<C>) => CompanyHit | null,
  limit: number,
): CompanyHit[] {
  const hits: CompanyHit[] = []
  for (const found of rows) {
    const hit = explain(found)
    if (hit !== null) hits.push(hit)
    if (hits.length >= limit) break
  }
  return hits
}
