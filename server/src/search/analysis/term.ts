/**
 * A key of the index, as one integer below 2^53: 3 bits of space (whole text, part, n-gram or sound), 47 of value, 3 of
 * kind. The kinds of one value differ in the last bits only, so their postings are on one page.
 */
export type Term = number

/** Facts that are compared as a whole. One keyword is looked up as each of these kinds. */
const wholeKinds = {
  exactName: 0,
  exactFormerName: 1,
  exactBrand: 2,
  exactTradeName: 3,
  exactCode: 4,
  exactPinyin: 5,
  /** Legal representative, shareholder or key person. The record decides which of them. */
  person: 6,
  phone: 7,
} as const
const partKinds = {
  codePrefix: 0,
  /** A word of an English name, or a prefix of one. */
  word: 1,
  region: 2,
  /** A short name with one character left out. A name and its mistyped form have one of these in common. */
  deletion: 3,
  filter: 4,
  /** The company itself, by its id. */
  company: 5,
  /** A short name without 中国 or 集团. */
  shortened: 6,
} as const
const ngramKinds = {
  /** `name`: anywhere in a name. `prefix`: at the start of a name. */
  name: 0,
  prefix: 1,
  scope: 2,
  address: 3,
  /** The first character of a short name, and one of the others. */
  abbreviation: 4,
} as const
const soundKinds = { syllables: 0, initials: 1 } as const

export type WholeKind = keyof typeof wholeKinds
export type PartKind = keyof typeof partKinds
export type NgramKind = keyof typeof ngramKinds

const spaces = { whole: 0, part: 1, ngram: 2, sound: 3 } as const
const VALUES = 2 ** 47
const KINDS = 8

const term = (space: number, value: number, kind: number): Term => (space * VALUES + value) * KINDS + kind

/** A 47-bit hash. Among 10^9 terms, one lookup in 100,000 meets a collision. */
export class TextHash {
  #low: number
  #high: number

  /** Starts from the empty text, or from the state of another hash. */
  constructor(low = -0x7ee3623b, high = 0x27d4eb2f) {
    this.#low = low
    this.#high = high
  }

  /** Continues with `text` from `from` to `to` (exclusive). */
  add(text: string, from = 0, to = text.length) {
    let low = this.#low
    let high = this.#high
    for (let at = from; at < to; at += 1) {
      const unit = text.charCodeAt(at)
      low = Math.imul(low ^ unit, 0x01000193)
      high = Math.imul(high ^ unit, 0x85ebca6b)
      high ^= high >>> 15
    }
    this.#low = low
    this.#high = high
    return this
  }

  /** An independent hash with the state of this one. */
  copy() {
    return new TextHash(this.#low, this.#high)
  }

  get value() {
    const low = this.#low ^ (this.#low >>> 16)
    return (this.#high & 0x7fff) * 0x1_0000_0000 + (low >>> 0)
  }
}

const hash = (text: string) => new TextHash().add(text).value

/** The terms of one text as several kinds; hashes the text once. */
export function wholeTerms(text: string): (kind: WholeKind) => Term {
  const value = hash(text)
  return (kind) => term(spaces.whole, value, wholeKinds[kind])
}

export const wholeTerm = (kind: WholeKind, text: string): Term => term(spaces.whole, hash(text), wholeKinds[kind])
export const partTerm = (kind: PartKind, text: string): Term => term(spaces.part, hash(text), partKinds[kind])
/** The term of a text that is hashed already. */
export const hashedWholeTerm = (kind: WholeKind, { value }: TextHash): Term =>
  term(spaces.whole, value, wholeKinds[kind])
export const hashedPartTerm = (kind: PartKind, { value }: TextHash): Term => term(spaces.part, value, partKinds[kind])

/** The bigram at `at`. Its value is the two UTF-16 units themselves, so it cannot collide. */
export const bigramTerm = (kind: NgramKind, key: string, at: number): Term =>
  term(spaces.ngram, key.charCodeAt(at) * 0x10000 + key.charCodeAt(at + 1), ngramKinds[kind])
export const characterTerm = (kind: NgramKind, key: string, at: number): Term =>
  term(spaces.ngram, key.charCodeAt(at) * 0x10000, ngramKinds[kind])

/** The term of short names with this first character and, anywhere after it, this other one; code units. */
export const abbreviationTerm = (first: number, other: number): Term =>
  term(spaces.ngram, first * 0x10000 + other, ngramKinds.abbreviation)

/** The term of names that start with `key`, which has one or two characters. */
export const startTerm = (key: string): Term =>
  key.length === 1 ? characterTerm('prefix', key, 0) : bigramTerm('prefix', key, 0)

/** Two consecutive syllables by number. A second number of 0 marks the first syllable of a name. */
export const syllablesTerm = (first: number, second: number): Term =>
  term(spaces.sound, first * 0x10000 + second, soundKinds.syllables)
/** The initials of three consecutive characters, as code units of letters or digits. */
export const initialsTerm = (one: number, two: number, three: number): Term =>
  term(spaces.sound, (one * 0x100 + two) * 0x100 + three, soundKinds.initials)
