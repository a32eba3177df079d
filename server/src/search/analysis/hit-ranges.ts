import type { HitRanges } from '@baiqicha/contract/company-summary'
import type { FoldedCharacters } from '../../domain/names/character-fold.ts'
import { foldForSearch, searchKey } from '../../domain/names/company-name.ts'

/** Whether each UTF-16 unit of `text` is one unit of its search key, so that offsets are the same in both. */
const isPlain = (text: string) => /^[0-9A-Za-z\u4e00-\u9fff]+$/.test(text)

/**
 * Half-open ranges of `text` that match the keys, in UTF-16 units, ascending. A key that does not occur as a whole is
 * marked character by character, in order.
 */
export function rangesOf(text: string, keys: readonly string[]): HitRanges {
  const [only = ''] = keys
  if (keys.length === 1 && isPlain(text)) {
    const at = searchKey(text).indexOf(only)
    if (at >= 0) return [[at, at + only.length]]
  }
  const folded = foldForSearch(text)
  const isMarked = new Uint8Array(text.length)
  for (const key of keys) {
    for (const [first, last] of occurrencesOf(folded.key, key)) mark(isMarked, folded, first, last)
  }
  return rangesFrom(isMarked)
}

/** The range of characters `from` to `to` (exclusive) of the search key, as ranges of `text`. */
export function rangeOfCharacters(text: string, [from, to]: readonly [number, number]): HitRanges {
  const folded = foldForSearch(text)
  const characters = Array.from(folded.key)
  const first = characters.slice(0, from).join('').length
  const isMarked = new Uint8Array(text.length)
  mark(isMarked, folded, first, first + characters.slice(from, to).join('').length - 1)
  return rangesFrom(isMarked)
}

/** Includes signs between the units: （集团） and its neighbours are one range. */
function mark(isMarked: Uint8Array, { starts, ends }: FoldedCharacters, first: number, last: number) {
  isMarked.fill(1, starts[first] ?? 0, ends[last] ?? 0)
}

/** First and last unit of each occurrence of `key` in `text`: the whole key once, else each of its characters. */
function occurrencesOf(text: string, key: string): [number, number][] {
  const at = text.indexOf(key)
  if (at >= 0) return [[at, at + key.length - 1]]
  const occurrences: [number, number][] = []
  let from = 0
  for (let index = 0; index < key.length; index += 1) {
    const found = text.indexOf(key.charAt(index), from)
    if (found < 0) continue
    occurrences.push([found, found])
    from = found + 1
  }
  return occurrences
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
