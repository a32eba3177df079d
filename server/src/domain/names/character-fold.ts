import { simplifiedPairs } from './simplified-pairs.ts'

/**
 * Folding of a character for comparison keys: NFKC, simplified, lower case, one kind of bracket; spaces, dots, quotes
 * and invisible characters are removed.
 */

const ignored = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}·•.・‧∙⋅●'"‘’“”`´]/gu
const opening = /[([{<（［【〔〖〈《「『]/gu
const closing = /[)\]}>）］】〕〗〉》」』]/gu
const mark = /\p{M}/u
/** A combining mark without its letter would attach to the preceding character. */
const strayMarks = /^\p{M}+/u
const cluster = /\P{M}\p{M}*|\p{M}+/gu

const SLOW = 0xffff
const DROPPED = 0xfffe
/** Result per UTF-16 unit, computed on first use; 0 means not computed. */
const known = new Uint16Array(0x10000)

const simplifiedOf = new Map<string, string>()
for (const [pair] of simplifiedPairs.matchAll(/../gsu)) {
  const [traditional = '', simplified = ''] = pair
  simplifiedOf.set(traditional, simplified)
}

/** Converts traditional characters one by one. */
export const simplified = (text: string) => Array.from(text, (one) => simplifiedOf.get(one) ?? one).join('')

const foldCluster = (text: string) =>
  simplified(text.normalize('NFKC').toLowerCase())
    .normalize('NFKC')
    .replace(ignored, '')
    .replace(strayMarks, '')
    .replace(opening, '(')
    .replace(closing, ')')

function computeUnit(unit: number) {
  const text = String.fromCharCode(unit)
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff
  if (isSurrogate || mark.test(text)) return SLOW
  const folded = foldCluster(text)
  if (folded === '') return DROPPED
  return folded.length === 1 ? folded.charCodeAt(0) : SLOW
}

function foldUnit(unit: number) {
  const answer = known[unit]
  if (answer !== undefined && answer !== 0) return answer
  const computed = computeUnit(unit)
  known[unit] = computed
  return computed
}

export type FoldedCharacters = {
  key: string
  /** For each UTF-16 unit of `key`, the start of its piece of the text. */
  starts: number[]
  /** The end of that piece, exclusive. */
  ends: number[]
}

function foldByCluster(text: string): FoldedCharacters {
  const folded: FoldedCharacters = { key: '', starts: [], ends: [] }
  for (const found of text.matchAll(cluster)) {
    const piece = foldCluster(found[0])
    for (let unit = 0; unit < piece.length; unit += 1) {
      folded.starts.push(found.index)
      folded.ends.push(found.index + found[0].length)
    }
    folded.key += piece
  }
  return folded
}

/** The key of `text`, with the position of each of its units in `text`. */
export function foldWithOffsets(text: string): FoldedCharacters {
  const units: number[] = []
  const starts: number[] = []
  for (let index = 0; index < text.length; index += 1) {
    const unit = foldUnit(text.charCodeAt(index))
    if (unit === SLOW) return foldByCluster(text)
    if (unit === DROPPED) continue
    units.push(unit)
    starts.push(index)
  }
  return { key: fromUnits(units), starts, ends: starts.map((start) => start + 1) }
}

const latin = /^[a-zA-Z0-9]*$/

/** The comparison key of `text`. */
export function fold(text: string): string {
  const same = sameUntil(text)
  if (same === text.length) return text
  if (latin.test(text)) return text.toLowerCase()
  const units: number[] = []
  for (let index = same; index < text.length; index += 1) {
    const unit = foldUnit(text.charCodeAt(index))
    if (unit === SLOW) return foldByCluster(text).key
    if (unit !== DROPPED) units.push(unit)
  }
  return text.slice(0, same) + fromUnits(units)
}

/** Index of the first unit that folding changes; the length when none changes, as in most names. */
function sameUntil(text: string): number {
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (unit >= DROPPED || foldUnit(unit) !== unit) break
    at += 1
  }
  return at
}

/** Converts in pieces, because a function call accepts a limited number of arguments. */
function fromUnits(units: number[]) {
  if (units.length <= 4096) return String.fromCharCode(...units)
  let text = ''
  for (let at = 0; at < units.length; at += 4096) text += String.fromCharCode(...units.slice(at, at + 4096))
  return text
}
