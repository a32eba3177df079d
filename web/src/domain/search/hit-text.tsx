import type { HitRanges } from '@baiqicha/contract/company-summary'
import styles from './hit-text.module.css'

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

type TextPiece = { text: string; isHit: boolean }

/**
 * Splits a text at its hit ranges. The pieces always join to the text: ranges outside it are clamped, overlapping
 * ranges are merged, and surrogate pairs stay whole.
 */
export function splitAtHits(text: string, ranges: HitRanges): TextPiece[] {
  const wholeStart = (at: number) => (isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at)
  const wholeEnd = (at: number) => (isLowSurrogate(text.charCodeAt(at)) ? at + 1 : at)
  const pieces: TextPiece[] = []
  let done = 0
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const start = Math.max(done, wholeStart(Math.max(0, from)))
    const end = Math.min(text.length, wholeEnd(to))
    if (end <= start) continue
    if (start > done) pieces.push({ text: text.slice(done, start), isHit: false })
    const last = pieces[pieces.length - 1]
    if (start === done && last?.isHit === true) last.text += text.slice(start, end)
    else pieces.push({ text: text.slice(start, end), isHit: true })
    done = end
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isHit: false })
  return pieces
}

/** Text with its hits highlighted. Renders text only, never markup. */
export function HitText({ text, ranges }: { text: string; ranges: HitRanges }) {
  let at = 0
  return splitAtHits(text, ranges).map((piece) => {
    const key = at
    at += piece.text.length
    return piece.isHit ? (
      <em key={key} className={styles.hit}>
        {piece.text}
      </em>
    ) : (
      piece.text
    )
  })
}
