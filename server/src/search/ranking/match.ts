import type { HitRanges, MatchReason } from '@baiqicha/contract/company-summary'
import { rangeOfCharacters, rangesOf } from '../analysis/hit-ranges.ts'

/** The ranking tiers. A match on a tier precedes all matches on later ones. */
export const tiers = {
  /** The full name, or the short name of the stock. */
  exactName: 0,
  exactCode: 1,
  exactFormerName: 2,
  /** A full name within pasted text. */
  mentionedName: 3,
  exactBrand: 4,
  /** A short name without 中国 or 集团. */
  exactShortened: 5,
  /**
   * A full name without places and trade, or a short name without places. It is derived, so brands that people really
   * use precede it.
   */
  exactTradeName: 6,
  prefix: 7,
  /** Some characters of a short name, in its order and with its first: 招行 for 招商银行. */
  abbreviation: 8,
  allTerms: 9,
  exactPinyin: 10,
  person: 11,
  phone: 12,
  /** One typo away. Used when nothing, or only little, matches the keyword as typed (typo-correction.ts). */
  fuzzy: 13,
  partialPinyin: 14,
  /** In the scope or the address of a company. */
  longText: 15,
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
