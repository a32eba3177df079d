import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { phoneKeys } from '../../domain/contacts/contact-value.ts'
import { searchKey } from '../../domain/names/company-name.ts'
import { initialsOf, type Readings, spell, spelledSounds } from '../../domain/names/pinyin.ts'
import { withOneLeftOut } from '../../domain/names/typos.ts'
import { filterTermsOf } from './filters.ts'
import { longTextOf, longTextWords } from './hit-ranges.ts'
import type { Pronunciation } from './pronunciation.ts'
import {
  codesOf,
  englishKeys,
  englishWords,
  namesWithPinyin,
  peopleOf,
  type SearchDocument,
  searchDocumentFrom,
  shortNamesOf,
} from './search-document.ts'
import { encodeSearchDocument } from './search-document-codec.ts'
import { rankOf } from './static-rank.ts'
import {
  abbreviationTerm,
  bigramTerm,
  characterTerm,
  hashedPartTerm,
  hashedWholeTerm,
  initialsTerm,
  type NgramKind,
  type PartKind,
  partTerm,
  startTerm,
  syllablesTerm,
  type Term,
  TextHash,
  wholeTerm,
} from './term.ts'

/** A company as a segment stores it. */
export type AnalyzedCompany = {
  /** Static rank: smaller first; companies of equal rank are ordered by id. */
  rank: number
  record: string
  /**
   * Address and scope, stored apart from the record because few queries read them; empty when the company has neither.
   */
  longText: string
  /** Every term of the company, in no order; a term may occur twice. */
  terms: Term[]
}

export function analyzeCompany(company: IndexableCompany, pronunciation: Pronunciation): AnalyzedCompany {
  const record = searchDocumentFrom(company)
  const terms = [...factTermsOf(company, record), ...nameTermsOf(record, pronunciation)]
  addNameBigrams(terms, record)
  addBigrams(terms, 'scope', company.scope)
  addBigrams(terms, 'address', company.address)
  return { rank: rankOf(company), record: encodeSearchDocument(record), longText: longTextOf(company), terms }
}

/** Terms of everything but names and long texts. */
export function factTermsOf(company: IndexableCompany, record: SearchDocument): Term[] {
  const terms = filterTermsOf(company)
  terms.push(partTerm('company', company.id))
  addCodes(terms, record)
  for (const region of record.regions) terms.push(partTerm('region', region))
  for (const name of peopleOf(record)) terms.push(wholeTerm('person', searchKey(name)))
  for (const phone of company.phones) for (const key of phoneKeys(phone)) terms.push(wholeTerm('phone', key))
  return terms
}

/** Terms of the names of a record, without their bigrams. */
export function nameTermsOf(record: SearchDocument, pronunciation: Pronunciation): Term[] {
  const terms: Term[] = []
  for (const { field, key, start } of record.names) {
    if (field === 'name' || field === 'shortName') terms.push(wholeTerm('exactName', key))
    if (field === 'formerName') terms.push(wholeTerm('exactFormerName', key))
    for (let at = 0; at < key.length; at += 1) terms.push(characterTerm('name', key, at))
    for (const text of startsOf(key, start)) terms.push(startTerm(text.slice(0, 1)))
  }
  addBrands(terms, record, pronunciation)
  addAbbreviations(terms, record)
  addPinyin(terms, record, pronunciation)
  addEnglish(terms, record)
  return terms
}

/** A name as a whole and without its leading region. */
const startsOf = (key: string, start: number): string[] =>
  [key, ...(start > 0 ? [key.slice(start)] : [])].filter((text) => text !== '')

function addNameBigrams(terms: Term[], { names }: SearchDocument) {
  for (const { key, start } of names) {
    for (let at = 0; at + 1 < key.length; at += 1) terms.push(bigramTerm('name', key, at))
    for (const text of startsOf(key, start)) if (text.length > 1) terms.push(startTerm(text.slice(0, 2)))
  }
}

/**
 * Brands up to this length are indexed with each character left out. Longer ones are found by their bigrams when a
 * character is wrong.
 */
export const LONGEST_TYPO = 6

function addBrands(terms: Term[], { brands, shortenedNames, tradeNames }: SearchDocument, { readings }: Pronunciation) {
  const keys = new Set<string>()
  for (const { key } of brands) {
    terms.push(wholeTerm('exactBrand', key))
    keys.add(key)
  }
  for (const { key } of shortenedNames) {
    terms.push(partTerm('shortened', key))
    keys.add(key)
  }
  for (const { key } of tradeNames) {
    terms.push(wholeTerm('exactTradeName', key))
    keys.add(key)
  }
  for (const key of keys) {
    addSpellings(terms, key, readings)
    if (key.length < 2 || key.length > LONGEST_TYPO) continue
    for (const variant of withOneLeftOut(key)) terms.push(partTerm('deletion', variant))
  }
}

function addAbbreviations(terms: Term[], record: SearchDocument) {
  for (const { key } of shortNamesOf(record)) {
    for (let at = 1; at < key.length; at += 1) terms.push(abbreviationTerm(key.charCodeAt(0), key.charCodeAt(at)))
  }
}

/** Adds the terms of every spelling that `pinyinOf` returns, hashed syllable by syllable without building the texts. */
function addSpellings(terms: Term[], key: string, readings: Readings) {
  const sounds = spelledSounds(key, readings)
  if (sounds === null) return
  for (const hash of spell(sounds, new TextHash(), addToHash)) terms.push(hashedWholeTerm('exactPinyin', hash))
  if (sounds.length < 2) return
  for (const hash of spell(initialsOf(sounds), new TextHash(), addToHash)) {
    terms.push(hashedWholeTerm('exactPinyin', hash))
  }
}

const addToHash = (prefix: TextHash, sound: string) => prefix.copy().add(sound)

function addPinyin(terms: Term[], record: SearchDocument, { numbersOf, lettersOf }: Pronunciation) {
  const done = new Set<string>()
  for (const { key } of namesWithPinyin(record)) {
    if (done.has(key)) continue
    done.add(key)
    const numbers = ofEachUnit(key, numbersOf)
    if (numbers.some((sounds) => sounds.length === 0)) continue
    for (const first of numbers[0] ?? []) terms.push(syllablesTerm(first, 0))
    for (let at = 1; at < numbers.length; at += 1) addSyllables(terms, numbers[at - 1] ?? [], numbers[at] ?? [])
    const letters = ofEachUnit(key, lettersOf)
    for (let at = 2; at < letters.length; at += 1) {
      addInitials(terms, letters[at - 2] ?? [], letters[at - 1] ?? [], letters[at] ?? [])
    }
  }
}

function ofEachUnit(key: string, of: (unit: number) => readonly number[]): (readonly number[])[] {
  const all: (readonly number[])[] = []
  for (let at = 0; at < key.length; at += 1) all.push(of(key.charCodeAt(at)))
  return all
}

function addSyllables(terms: Term[], firsts: readonly number[], seconds: readonly number[]) {
  for (const first of firsts) for (const second of seconds) terms.push(syllablesTerm(first, second))
}

function addInitials(terms: Term[], ones: readonly number[], twos: readonly number[], threes: readonly number[]) {
  for (const one of ones) for (const two of twos) for (const three of threes) terms.push(initialsTerm(one, two, three))
}

export const LONGEST_WORD_START = 12

/** The term of companies with a word that starts like this. */
export const wordTerm = (start: string): Term => partTerm('word', start.slice(0, LONGEST_WORD_START))
/**
 * Whether every company with that term has a word that starts like this: longer starts share the term of their first
 * characters.
 */
export const isWholeWordStart = (start: string) => start.length <= LONGEST_WORD_START

const WORD_STARTS = lengthsFrom(1, LONGEST_WORD_START)

function addEnglish(terms: Term[], { englishNames }: SearchDocument) {
  for (const name of englishNames) {
    for (const key of englishKeys(name)) terms.push(wholeTerm('exactBrand', key))
    for (const word of [...englishWords(name), searchKey(name)])
      addPrefixes(terms, 'word', word, WORD_STARTS, word.length)
  }
}

function lengthsFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Adds the terms of the prefixes of `text` with these lengths, which ascend, up to `longest`. */
function addPrefixes(terms: Term[], kind: PartKind, text: string, lengths: readonly number[], longest: number) {
  const hash = new TextHash()
  let hashed = 0
  for (const length of lengths) {
    if (length > longest) return
    terms.push(hashedPartTerm(kind, hash.add(text, hashed, length)))
    hashed = length
  }
}

/** Codes of up to this length have a term for every prefix from 2 characters on, longer codes only for some lengths. */
const SHORT_CODE = 9
const SHORT_CODE_STARTS = lengthsFrom(2, SHORT_CODE)
const LONG_CODE_STARTS = [...SHORT_CODE_STARTS, 10, 11, 13]

/** Every company with a code that starts like this has at least one of these terms. */
export function codeStartTerms(start: string): Term[] {
  const longest = LONG_CODE_STARTS.filter((length) => length <= start.length).at(-1) ?? start.length
  return [...new Set([start, start.slice(0, longest)])].map((text) => partTerm('codePrefix', text))
}

/** Whether the first of those terms belongs to exactly the codes that start like this. */
export const isWholeCodeStart = (start: string) => start.length <= SHORT_CODE || LONG_CODE_STARTS.includes(start.length)

function addCodes(terms: Term[], record: SearchDocument) {
  for (const { field, key } of codesOf(record)) {
    terms.push(wholeTerm('exactCode', key))
    if (field === 'organisationCode') continue
    const lengths = key.length <= SHORT_CODE ? SHORT_CODE_STARTS : LONG_CODE_STARTS
    addPrefixes(terms, 'codePrefix', key, lengths, key.length - 1)
  }
}

function addBigrams(terms: Term[], kind: NgramKind, text: string | null) {
  if (text === null) return
  for (const word of longTextWords(text)) {
    for (let at = 0; at + 1 < word.length; at += 1) terms.push(bigramTerm(kind, word, at))
  }
}
