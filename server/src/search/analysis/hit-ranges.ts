import type { HitRanges, MatchField } from '@baiqicha/contract/company-summary'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { maskMobilesIn } from '../../domain/masking/masking.ts'
import type { FoldedCharacters } from '../../domain/names/character-fold.ts'
import { foldForSearch, nameKey, searchKey } from '../../domain/names/company-name.ts'

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

/** A text that is searched in the last tier only. */
type LongFact = { field: Extract<MatchField, 'scope' | 'address'>; text: string }

const SEPARATOR = '\n'
const oneLine = (text: string | null) => maskMobilesIn((text ?? '').replaceAll(SEPARATOR, ' '))

/** Address and scope as one text, mobile numbers masked; empty when the company has neither. */
export const longTextOf = ({ address, scope }: Pick<IndexableCompany, 'address' | 'scope'>): string =>
  address === null && scope === null ? '' : oneLine(address) + SEPARATOR + oneLine(scope)

/** The inverse of `longTextOf`. The scope comes first: it says more about a company than its address. */
export function longFactsOf(longText: string): LongFact[] {
  const [address = '', scope = ''] = longText.split(SEPARATOR)
  const facts: LongFact[] = [
    { field: 'scope', text: scope },
    { field: 'address', text: address },
  ]
  return facts.filter(({ text }) => text !== '')
}

/** Offset of the scope in a long text. */
export const scopeStart = (longText: string): number => longText.indexOf(SEPARATOR) + 1

/** The pieces between punctuation marks, as search keys. A keyword matches within one piece only. */
export const longTextWords = (text: string): string[] => nameKey(text).split(/[^\p{L}\p{N}\p{M}]+/u)

/** The first text that contains every term; null when none does. */
export function findLongFact(facts: readonly LongFact[], terms: readonly string[]): LongFact | null {
  return (
    facts.find(({ text }) => {
      const key = terms.every((term) => text.includes(term)) ? text : nameKey(text)
      return terms.every((term) => key.includes(term))
    }) ?? null
  )
}

/** Characters of an excerpt, and how many of them precede the first hit. */
const EXCERPT_LENGTH = 60
const EXCERPT_LEAD = 12
const ELLIPSIS = '…'

/** The text around the first hit, and the hits as half-open ranges of the excerpt. */
export function excerptOf(text: string, terms: readonly string[]): { text: string; ranges: HitRanges } {
  const ranges = rangesOf(text, terms)
  if (text.length <= EXCERPT_LENGTH) return { text, ranges }
  const first = ranges[0]?.[0] ?? 0
  const from = outsideCharacter(text, Math.max(0, Math.min(first - EXCERPT_LEAD, text.length - EXCERPT_LENGTH)))
  const to = outsideCharacter(text, Math.min(text.length, from + EXCERPT_LENGTH))
  const [before, after] = [from > 0 ? ELLIPSIS : '', to < text.length ? ELLIPSIS : '']
  const shifted = ranges.flatMap(([start, end]): HitRanges => {
    const [hitStart, hitEnd] = [Math.max(start, from), Math.min(end, to)]
    return hitStart < hitEnd ? [[hitStart - from + before.length, hitEnd - from + before.length]] : []
  })
  return { text: before + text.slice(from, to) + after, ranges: shifted }
}

/** Moves an offset out of the middle of a surrogate pair. */
const outsideCharacter = (text: string, at: number) => (/^[\udc00-\udfff]/.test(text.slice(at, at + 1)) ? at - 1 : at)
