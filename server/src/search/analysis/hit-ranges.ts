import type { HitRanges } from '@baiqicha/contract/company-summary'
import type { FoldedText } from '../../domain/names/character-fold.ts'
import { foldForSearch, searchKey } from '../../domain/names/company-name.ts'

/** Each unit of such a text is one unit of its key, so that places in the one are places in the other. */
const isPlain = (text: string) => /^[0-9A-Za-z\u4e00-\u9fff]+$/.test(text)

/** Where the keys stand in `text` as it is written: first place of each, else their characters in order. */
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

/** The range of characters of the search key of `text`, in units of `text`. */
export function rangeOfCharacters(text: string, [from, to]: readonly [number, number]): HitRanges {
  const folded = foldForSearch(text)
  const characters = Array.from(folded.key)
  const first = characters.slice(0, from).join('').length
  const isMarked = new Uint8Array(text.length)
  mark(isMarked, folded, first, first + characters.slice(from, to).join('').length - 1)
  return rangesFrom(isMarked)
}

/** With the signs in between: （集团） is one stretch with what stands around it. */
function mark(isMarked: Uint8Array, { starts, ends }: FoldedText, first: number, last: number) {
  isMarked.fill(1, starts[first] ?? 0, ends[last] ?? 0)
}

/** First and last unit of each piece of `key` in `text`. */
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
