import { searchKey } from '../domain/company-name.ts'
import { withOneLeftOut } from '../domain/one-edit.ts'
import { pinyinOf, type Readings, soundsOf } from '../domain/pinyin.ts'
import {
  brandsOf,
  type CompanyFacts,
  codesOf,
  englishKeys,
  englishWords,
  hanNames,
  tradeNamesOf,
} from './company-facts.ts'
import { filterTermsOf } from './filters.ts'
import { beginningsOf, soundedNames } from './ladder.ts'
import { characterTerm, hashTerm, pairTerm, startTerm, type Term } from './term.ts'

/** Every term a company is found by, in no order, some of them twice. */
export function termsOf(facts: CompanyFacts, readings: Readings): Term[] {
  const terms = filterTermsOf(facts)
  addNames(terms, facts)
  addBrands(terms, facts, readings)
  addSounds(terms, facts, readings)
  addEnglish(terms, facts)
  addCodes(terms, facts)
  for (const region of facts.regions) terms.push(hashTerm('region', region))
  if (facts.legalRepresentative !== null) terms.push(hashTerm('person', searchKey(facts.legalRepresentative)))
  return terms
}

function addNames(terms: Term[], facts: CompanyFacts) {
  terms.push(hashTerm('exactName', searchKey(facts.name)))
  for (const former of facts.formerNames) terms.push(hashTerm('exactFormerName', searchKey(former)))
  for (const name of hanNames(facts)) {
    const key = searchKey(name.text)
    for (let at = 0; at < key.length; at += 1) {
      terms.push(characterTerm(key, at))
      if (at + 1 < key.length) terms.push(pairTerm(key, at))
    }
    for (const start of beginningsOf(name, facts.regions)) addStart(terms, start)
  }
}

function addStart(terms: Term[], key: string) {
  if (key.length > 0) terms.push(startTerm(key.slice(0, 1)))
  if (key.length > 1) terms.push(startTerm(key.slice(0, 2)))
}

/** Longer brands are looked for by their character pairs when one of them is wrong. */
export const LONGEST_SLIP = 6

function addBrands(terms: Term[], facts: CompanyFacts, readings: Readings) {
  const brands = brandsOf(facts)
  const tradeNames = tradeNamesOf(facts)
  for (const { key } of brands) terms.push(hashTerm('exactBrand', key))
  for (const { key } of tradeNames) terms.push(hashTerm('exactTradeName', key))
  for (const key of new Set([...brands, ...tradeNames].map((one) => one.key))) {
    const { full, initials } = pinyinOf(key, readings)
    for (const spelling of [...full, ...initials]) terms.push(hashTerm('exactPinyin', spelling))
    if (key.length < 2 || key.length > LONGEST_SLIP) continue
    for (const slip of withOneLeftOut(key)) terms.push(hashTerm('slip', slip))
  }
}

function addSounds(terms: Term[], facts: CompanyFacts, readings: Readings) {
  const keys = new Set(soundedNames(facts).map(({ key }) => key))
  for (const key of keys) {
    const sounds = soundsOf(key, readings)
    if (sounds === null) continue
    const letters = sounds.map((options) => [...new Set(options.map((option) => option.charAt(0)))])
    sounds.forEach((options, at) => {
      for (const sound of options) {
        if (at === 0) terms.push(hashTerm('syllables', sound))
        for (const next of sounds[at + 1] ?? []) terms.push(hashTerm('syllables', `${sound} ${next}`))
      }
      for (const one of letters[at] ?? [])
        for (const two of letters[at + 1] ?? [])
          for (const three of letters[at + 2] ?? []) terms.push(hashTerm('initials', one + two + three))
    })
  }
}

const LONGEST_WORD_START = 12

/** The term that companies with a word beginning like this have. */
export const wordTerm = (start: string): Term => hashTerm('word', start.slice(0, LONGEST_WORD_START))

function addEnglish(terms: Term[], facts: CompanyFacts) {
  for (const name of facts.englishNames) {
    for (const key of englishKeys(name)) terms.push(hashTerm('exactBrand', key))
    for (const word of [...englishWords(name), searchKey(name)]) {
      for (let length = 1; length <= Math.min(word.length, LONGEST_WORD_START); length += 1) {
        terms.push(wordTerm(word.slice(0, length)))
      }
    }
  }
}

/** Codes of up to this length have every beginning as a term, longer ones only some. */
const SHORT_CODE = 9
const LONG_CODE_STARTS = [2, 4, 6, 8, 10, 13]

function codeStarts(key: string): string[] {
  const lengths = key.length <= SHORT_CODE ? Array.from(key, (_, index) => index + 1) : LONG_CODE_STARTS
  return lengths.filter((length) => length >= 2 && length < key.length).map((length) => key.slice(0, length))
}

/** The terms of which companies with a code that begins like this have at least one. */
export function codeStartTerms(start: string): Term[] {
  const longest = LONG_CODE_STARTS.filter((length) => length <= start.length).at(-1) ?? start.length
  return [...new Set([start, start.slice(0, longest)])].map((text) => hashTerm('codePrefix', text))
}

function addCodes(terms: Term[], facts: CompanyFacts) {
  for (const { field, key } of codesOf(facts)) {
    terms.push(hashTerm('exactCode', key))
    if (field === 'organisationCode') continue
    for (const start of codeStarts(key)) terms.push(hashTerm('codePrefix', start))
  }
}
