import type { HitRanges } from '@baiqicha/contract/company-summary'
import { foldForSearch } from '../domain/company-name.ts'
import type { Match } from './ladder.ts'

/** What was met of the text of a match. */
export const rangesOfMatch = ({ reason, met }: Match): HitRanges =>
  'keys' in met ? rangesOf(reason.text, met.keys) : rangeOfCharacters(reason.text, met.characters)

/** Where the keys stand in `text` as it is written: first place of each, else their characters in order. */
export function rangesOf(text: string, keys: readonly string[]): HitRanges {
  const folded = foldForSearch(text)
  const isMarked = new Uint8Array(text.length)
  for (const key of keys) {
    for (const unit of unitsOf(folded.key, key)) {
      isMarked.fill(1, folded.starts[unit] ?? 0, folded.ends[unit] ?? 0)
    }
  }
  return rangesFrom(isMarked)
}

/** The range of characters of the search key of `text`, in units of `text`. */
function rangeOfCharacters(text: string, [from, to]: readonly [number, number]): HitRanges {
  const folded = foldForSearch(text)
  const characters = Array.from(folded.key)
  const start = characters.slice(0, from).join('').length
  const end = characters.slice(0, to).join('').length
  const isMarked = new Uint8Array(text.length)
  for (let unit = start; unit < end; unit += 1) isMarked.fill(1, folded.starts[unit] ?? 0, folded.ends[unit] ?? 0)
  return rangesFrom(isMarked)
}

function unitsOf(text: string, key: string): number[] {
  const at = text.indexOf(key)
  if (at >= 0) return Array.from(key, (_, index) => at + index)
  const units: number[] = []
  let from = 0
  for (let index = 0; index < key.length; index += 1) {
    const found = text.indexOf(key.charAt(index), from)
    if (found < 0) continue
    units.push(found)
    from = found + 1
  }
  return units
}

function rangesFrom(isMarked: Uint8Array): HitRanges {
  const ranges: HitRanges = []
  let start = -1
  for (let index = 0; index <= isMarked.length; index += 1) {
    if (isMarked[index] === 1) {
      if (start < 0) start = index
    } else if (start >= 0) {
      ranges.push([start, index])
      start = -1
    }
  }
  return ranges
}
