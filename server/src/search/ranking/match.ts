import type { HitRanges, MatchReason } from '@baiqicha/contract/company-summary'
import { rangeOfCharacters, rangesOf } from '../analysis/hit-ranges.ts'

/** The ranking ladder: each tier beats the next. */
export const tiers = {
  exactName: 0,
  exactCode: 1,
  exactFormerName: 2,
  exactBrand: 3,
  /** What is left of a full name without region and trade; a name somebody really uses comes first. */
  exactTradeName: 4,
  prefix: 5,
  allTerms: 6,
  exactPinyin: 7,
  person: 8,
  phone: 9,
  /** One slip away: answered for a corrected keyword, and only where nothing else answers (correction.ts). */
  fuzzy: 10,
  partialPinyin: 11,
  /** In the scope or the address. */
  longText: 12,
} as const
export type Tier = (typeof tiers)[keyof typeof tiers]

/** What of `reason.text` was met: these keys, this half-open range of characters of its search key, or these places. */
type Highlight = { keys: readonly string[] } | { characters: readonly [number, number] } | { ranges: HitRanges }

export type Match = { tier: Tier; reason: MatchReason; highlight: Highlight }

/** What was met of the text of a match. */
export function rangesOfMatch({ reason, highlight }: Match): HitRanges {
  if ('ranges' in highlight) return highlight.ranges
  return 'keys' in highlight
    ? rangesOf(reason.text, highlight.keys)
    : rangeOfCharacters(reason.text, highlight.characters)
}
