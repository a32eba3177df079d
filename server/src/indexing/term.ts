/**
 * A term is what a company can be found by, as one number: 5 bits of kind and 32 of value.
 * Character pairs are their own value; everything else is a hash, so that what a term proposes is verified.
 */
export type Term = number

const kinds = {
  character: 0,
  pair: 1,
  /** A name begins with this character, with this pair. */
  firstCharacter: 2,
  firstPair: 3,
  exactName: 4,
  exactCode: 5,
  exactFormerName: 6,
  exactBrand: 7,
  exactTradeName: 17,
  codePrefix: 8,
  person: 9,
  /** A word of an English name, or its beginning. */
  word: 10,
  region: 11,
  exactPinyin: 12,
  syllables: 13,
  initials: 14,
  /** A short name with one character left out: what a slip of the finger has in common with it. */
  slip: 15,
  filter: 16,
} as const
export type TermKind = keyof typeof kinds

const VALUES = 2 ** 32

const term = (kind: TermKind, value: number): Term => kinds[kind] * VALUES + value

/** FNV-1a over UTF-16 units. */
function hash(text: string) {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}

export const hashTerm = (kind: TermKind, text: string): Term => term(kind, hash(text))

export const characterTerm = (key: string, at: number): Term => term('character', key.charCodeAt(at))
export const pairTerm = (key: string, at: number): Term =>
  term('pair', key.charCodeAt(at) * 0x10000 + key.charCodeAt(at + 1))

/** The terms under which names that begin with `key` stand. */
export const startTerm = (key: string): Term =>
  key.length === 1
    ? term('firstCharacter', key.charCodeAt(0))
    : term('firstPair', key.charCodeAt(0) * 0x10000 + key.charCodeAt(1))
