/**
 * A term is what a company can be found by, as one number below 2^53: 3 bits of space, 47 of value, 3 of kind.
 * What is asked for together differs in its last bits only, and so stands together in an index file.
 */
export type Term = number

/** Facts that are compared as a whole: one keyword is looked up as each of them. */
const wholeKinds = {
  exactName: 0,
  exactFormerName: 1,
  exactBrand: 2,
  exactTradeName: 3,
  exactCode: 4,
  exactPinyin: 5,
  /** Who represents the company, holds shares of it or works for it: which of them, only the record tells. */
  person: 6,
  phone: 7,
} as const
const partKinds = {
  codePrefix: 0,
  /** A word of an English name, or its beginning. */
  word: 1,
  region: 2,
  /** A short name with one character left out: what a slip of the finger has in common with it. */
  deletion: 3,
  filter: 4,
  /** The company itself, by its id. */
  company: 5,
} as const
const ngramKinds = {
  /** Somewhere in a name, at its beginning. */
  name: 0,
  prefix: 1,
  scope: 2,
  address: 3,
} as const
const soundKinds = { syllables: 0, initials: 1 } as const

export type WholeKind = keyof typeof wholeKinds
export type PartKind = keyof typeof partKinds
export type NgramKind = keyof typeof ngramKinds

const spaces = { whole: 0, part: 1, pair: 2, sound: 3 } as const
const VALUES = 2 ** 47
const KINDS = 8

const term = (space: number, value: number, kind: number): Term => (space * VALUES + value) * KINDS + kind

/** 47 bits: two texts of a thousand million meet by chance once in a hundred thousand tries. */
export class TextHash {
  #low: number
  #high: number

  /** Of the empty text, or of what was hashed so far. */
  constructor(low = -0x7ee3623b, high = 0x27d4eb2f) {
    this.#low = low
    this.#high = high
  }

  /** Goes on with the part of a text from `from` to `to`, excluded. */
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

  /** A hash that goes on by itself from here. */
  copy() {
    return new TextHash(this.#low, this.#high)
  }

  get value() {
    const low = this.#low ^ (this.#low >>> 16)
    return (this.#high & 0x7fff) * 0x1_0000_0000 + (low >>> 0)
  }
}

const hash = (text: string) => new TextHash().add(text).value

/** The terms of one text as several kinds, hashed once. */
export function wholeTerms(text: string): (kind: WholeKind) => Term {
  const value = hash(text)
  return (kind) => term(spaces.whole, value, wholeKinds[kind])
}

export const wholeTerm = (kind: WholeKind, text: string): Term => term(spaces.whole, hash(text), wholeKinds[kind])
export const partTerm = (kind: PartKind, text: string): Term => term(spaces.part, hash(text), partKinds[kind])
/** The same of a text that is hashed already. */
export const hashedWholeTerm = (kind: WholeKind, { value }: TextHash): Term =>
  term(spaces.whole, value, wholeKinds[kind])
export const hashedPartTerm = (kind: PartKind, { value }: TextHash): Term => term(spaces.part, value, partKinds[kind])

/** Two characters side by side, or one of them alone. */
export const bigramTerm = (kind: NgramKind, key: string, at: number): Term =>
  term(spaces.pair, key.charCodeAt(at) * 0x10000 + key.charCodeAt(at + 1), ngramKinds[kind])
export const characterTerm = (kind: NgramKind, key: string, at: number): Term =>
  term(spaces.pair, key.charCodeAt(at) * 0x10000, ngramKinds[kind])

/** The terms under which names that begin with `key` stand. */
export const startTerm = (key: string): Term =>
  key.length === 1 ? characterTerm('prefix', key, 0) : bigramTerm('prefix', key, 0)

/** Numbers of two syllables that follow one another; 0 for the second where the first begins a name. */
export const syllablesTerm = (first: number, second: number): Term =>
  term(spaces.sound, first * 0x10000 + second, soundKinds.syllables)
/** Three characters in a row begin with these letters, each a letter or digit. */
export const initialsTerm = (one: number, two: number, three: number): Term =>
  term(spaces.sound, (one * 0x100 + two) * 0x100 + three, soundKinds.initials)
