import type { HitRanges, MatchReason } from '@baiqicha/contract/company-summary'
import { rangeOfCharacters, rangesOf } from '../analysis/hit-ranges.ts'

/** The ranking tiers. A match on a tier precedes all matches on later ones. */
export const tiers = {
  exactName: 0,
  exactCode: 1,
  exactFormerName: 2,
  exactBrand: 3,
  /** A full name without region and trade. It is derived, so brands that people really use precede it. */
  exactTradeName: 4,
  prefix: 5,
  allTerms: 6,
  exactPinyin: 7,
  person: 8,
  phone: 9,
  /** One typo away. Used only when nothing matches the keyword as typed (typo-correction.ts). */
  fuzzy: 10,
  partialPinyin: 11,
  /** In the scope or the address of a company. */
  longText: 12,
} as const
export type Tier = (typeof tiers)[keyof typeof tiers]

/**
 * The matching part of `reason.text`: these keys, a half-open range of characters of its search key, or half-open
 * ranges of the text itself.
 */
type Highlight = { keys: readonly string[] } | { characters: readonly [number, number] } | { ranges: HitRanges }

export type Match = { tier: Tier; reason: MatchReason; highlight: Highlight }

/** The matching part of `reason.text`, as half-open ranges in UTF-16 units. */
export function rangesOfMatch({ reason, highlight }: Match): HitRanges {
  if ('ranges' in highlight) return highlight.ranges
  return 'keys' in highlight
    ? rangesOf(reason.text, highlight.keys)
    : rangeOfCharacters(reason.text, highlight.characters)
}
