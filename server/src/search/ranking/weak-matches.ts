import type { QueryPlan } from '../analysis/query-plan.ts'
import type { SearchDocument } from '../analysis/search-document.ts'
import { type Tier, tiers } from './match.ts'

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
