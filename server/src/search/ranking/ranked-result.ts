import { TOTAL_LIMIT } from '@baiqicha/contract/search-vocabulary'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { QueryPlan } from '../analysis/query-plan.ts'
import type { CompanyFilters, CompanyHit } from '../company-search.ts'
import type { IndexReader, RankedCompany, RankedMatches } from './index-reader.ts'
import {
  beforeCorrected,
  isInnerName,
  isMention,
  isMentioned,
  type RelaxedKeyword,
  readCodeWithin,
  relaxKeyword,
  takeWeak,
  withoutRepeats,
} from './keyword-relaxing.ts'
import { type Match, rangesOfMatch, type Tier } from './match.ts'
import { type CompanyTexts, matchInTier } from './tiers.ts'
import { correctTypo } from './typo-correction.ts'

/** The companies that a keyword finds, in order. */
export type RankedResult = {
  rows: Iterable<RankedCompany>
  /** Number of rows; null: only reading them counts them. */
  count: RankedMatches['count'] | null
  /** The plan that explains the rows. */
  read: QueryPlan
  didYouMean?: string
  /** Whether the typed keyword may be the name of a company that the index does not have. */
  isOtherName?: boolean
  /** The part of the keyword that the rows match: a code in it, or the name without the words around it. */
  usedKeyword?: string
}

/**
 * The matches of the keyword as typed. A code within the text precedes them. If none of them is sure, the words around
 * the name are left out; if that does not help, the matches of a typo correction stand below them.
 */
export function answerKeyword(index: IndexReader, plan: QueryPlan, filters: CompanyFilters, now: number): RankedResult {
  const relaxedAnswer = (relaxed: RelaxedKeyword): RankedResult => ({
    ...answerExactly(index, relaxed.plan, filters, now),
    usedKeyword: relaxed.keyword,
  })
  const code = readCodeWithin(index, plan, now)
  if (code !== null) return relaxedAnswer(code)
  const found = index.ranked(plan, filters, now)
  const here = takeWeak(found.rows, plan)
  const { first } = here
  const asTyped: RankedResult = { rows: chain(first, found.rows), count: found.count, read: plan }
  const isInner = here.first.some((one) => isInnerName(one, plan))
  if (here.hasSure && !isInner) return asTyped
  // A keyword that matches without the filters is neither mistyped nor more than a name.
  const everywhere = Object.keys(filters).length === 0 ? here : takeWeak(index.ranked(plan, {}, now).rows, plan)
  const mayBeMore = isInner || !(everywhere.hasSure || everywhere.first.some(isMention))
  const relaxed = mayBeMore ? relaxKeyword(index, plan, now) : null
  if (relaxed !== null) return relaxedAnswer(relaxed)
  if (!here.areAllWeak || !everywhere.areAllWeak) return asTyped
  const correction = correctTypo(index, plan, filters, now)
  if (correction === null || isMentioned(correction.companies[0], first)) return asTyped
  const weak = first.flatMap((one) => {
    const match = one.match ?? matchInTier(one.tier, one.company, plan, index.pronunciation.readings)
    return match === null ? [] : [{ ...one, match }]
  })
  const preceding = beforeCorrected(weak, correction.companies)
  const rows = withoutRepeats(preceding, index.ranked(correction.plan, filters, now).rows)
  const { keyword: didYouMean, isOtherName } = correction
  return { rows, count: null, read: correction.plan, didYouMean, isOtherName }
}

/** A total as it is shown: exact up to the limit. */
export const cappedTotal = (total: number) => ({
  total: Math.min(total, TOTAL_LIMIT),
  totalCapped: total > TOTAL_LIMIT,
})

/** The keywords that an answer used instead of the typed one, as far as there are any. */
export type KeywordMarks = Pick<RankedResult, 'didYouMean' | 'isOtherName' | 'usedKeyword'>
export const keywordMarks = ({ didYouMean, isOtherName, usedKeyword }: KeywordMarks) => ({
  ...(didYouMean !== undefined && { didYouMean }),
  ...(isOtherName === true && { isOtherName }),
  ...(usedKeyword !== undefined && { usedKeyword }),
})

/** The matches of the keyword as typed, whether they are sure or not. */
export const answerExactly = (
  index: IndexReader,
  plan: QueryPlan,
  filters: CompanyFilters,
  now: number,
): RankedResult => ({ ...index.ranked(plan, filters, now), read: plan })

function* chain<T>(first: Iterable<T>, rest: Iterable<T>): Generator<T> {
  yield* first
  yield* rest
}

/** A match of either engine. */
type Explained = { company: CompanyTexts; tier: Tier; match: Match | null }

/** Why a company matches; null when only a hash collision made it a candidate. */
export const explainer =
  ({ readings }: Pronunciation) =>
  ({ company, tier, match }: Explained, plan: QueryPlan): CompanyHit | null => {
    const reason = match ?? matchInTier(tier, company, plan, readings)
    return reason === null ? null : hitOf(company.record.id, reason)
  }

const hitOf = (companyId: string, match: Match): CompanyHit => ({
  companyId,
  matchReason: match.reason,
  hitRanges: rangesOfMatch(match),
})

/** A company that the filters found, without a keyword to explain. */
export const hitByFilters = ({ company: { record } }: Pick<Explained, 'company'>): CompanyHit => ({
  companyId: record.id,
  matchReason: { field: 'name', text: record.names[0]?.text ?? '' },
  hitRanges: [],
})

/** The first rows that can be explained. */
export function firstHits(
  rows: Iterable<RankedCompany>,
  explain: (found: RankedCompany) => CompanyHit | null,
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
