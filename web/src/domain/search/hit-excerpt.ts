import type { HitRanges } from '@baiqicha/contract/company-summary'

export type HitExcerpt = { text: string; ranges: HitRanges }

/** Separators that an excerpt must not start with. */
const SEPARATORS = /[\s、，。；：）,.;:)…]/

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/**
 * Shortens a text for about `room` characters of space: when its first hit lies beyond them, '…' replaces the text well
 * before the hit. The ranges move with it.
 */
export function excerptAtHit(text: string, ranges: HitRanges, room: number): HitExcerpt {
  const [first] = ranges
  if (first === undefined || first[1] <= room) return { text, ranges }
  let start = first[0] - Math.floor(room / 3)
  if (start <= 1) return { text, ranges }
  if (isLowSurrogate(text.charCodeAt(start))) start += 1
  while (start < first[0] && SEPARATORS.test(text.charAt(start))) start += 1
  const moved = start - 1
  return { text: `…${text.slice(start)}`, ranges: ranges.map(([from, to]) => [from - moved, to - moved]) }
}
