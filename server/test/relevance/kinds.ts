import type { SeededRandom } from '../builders/seeded-random.ts'
import {
  calledNames,
  canBeAbbreviated,
  canBeRead,
  englishBrand,
  isHan,
  type KnownCompanies,
  type KnownCompany,
  placesOf,
  plainShortName,
  readAloud,
  sameName,
  spokenName,
  startsOf,
  withoutPlaces,
  wordsOf,
} from './facts.ts'
import { isTypoOf, type TypoKind, typoKinds, withTypo } from './typos.ts'

/** A keyword, the company it was drawn from, and whether a company is a right hit for it. */
export type Draw = { keyword: string; isRelevant: (company: KnownCompany) => boolean }

/** Minimum percentage of queries with a right first hit, and with a right hit among the first three. */
export type Target = { first: number; firstThree: number }

/** What is searched: the companies that ship, or a register of a million. */
export type Population = 'starter' | 'register'

export type Kind = {
  name: string
  /** null: printed without a target. */
  target: Record<Population, Target | null>
  /**
   * A query from the facts of one company; null when the company has no such fact, `asTyped` when the typo is part of
   * another name: it is matched as typed, so it cannot be judged.
   */
  draw(company: KnownCompany, random: SeededRandom, all: KnownCompanies): Draw | null | 'asTyped'
}

const target = (first: number, firstThree: number): Target => ({ first, firstThree })
const always = { starter: target(100, 100), register: target(100, 100) }
const close = { starter: target(99.5, 100), register: target(99, 99.7) }
const regional = { starter: target(99, 100), register: target(98, 99.5) }
const spelled = { starter: target(97, 100), register: null }
const mistyped = { starter: target(95, 98), register: target(95, 98) }
const shortened = { starter: target(95, 98), register: target(90, 95) }

const typoNames = { wrong: '错字（形近）', homophone: '错字（同音）', swapped: '颠倒', extra: '多字', missing: '漏字' }
const SHORTEST_TYPED = 3
/** Of three characters, two are too little to go by. */
const SHORTEST_WITH_MISSING = 4

/** What is longer is no 字号, but a name whose trade is rare. */
const LONGEST_BRAND = 4

const shortNamesOf = (company: KnownCompany) => company.shortNames.map(plainShortName)

/** What people type for a company: short name, name without legal form, without places, 字号. */
const typedForms = (company: KnownCompany, { brandOf }: KnownCompanies) => [
  ...new Set([
    ...shortNamesOf(company),
    company.name,
    spokenName(company.name),
    withoutPlaces(spokenName(company.name)),
    brandOf(company) ?? '',
  ]),
]

/** Whether a name starts with a text that the typo turns into the keyword, with or without its places. */
const isMeantBy = (keyword: string, kind: TypoKind, company: KnownCompany) => {
  const length = keyword.length + (kind === 'missing' ? 1 : kind === 'extra' ? -1 : 0)
  return calledNames(company).some((name) =>
    startsOf(name).some((text) => isTypoOf(keyword, text.slice(0, length), kind)),
  )
}

export const kinds: Kind[] = [
  {
    name: '企业名称',
    target: always,
    draw: ({ name }) => ({ keyword: name, isRelevant: (other) => sameName(other.name, name) }),
  },
  {
    name: '曾用名',
    target: always,
    draw: ({ formerNames, formerShortNames }, random) => {
      const names = [...formerNames, ...formerShortNames]
      if (names.length === 0) return null
      const keyword = random.pick(names)
      return { keyword, isRelevant: (other) => calledNames(other).some((name) => sameName(name, keyword)) }
    },
  },
  {
    name: '股票代码',
    target: always,
    draw: ({ stockCodes }, random) => {
      if (stockCodes.length === 0) return null
      const code = random.pick(stockCodes)
      return { keyword: writtenCode(code, random), isRelevant: (other) => other.stockCodes.includes(code) }
    },
  },
  {
    name: '统一社会信用代码',
    // The lists that ship state no credit codes.
    target: { ...always, starter: null },
    draw: ({ creditCode }) =>
      creditCode === null ? null : { keyword: creditCode, isRelevant: (other) => other.creditCode === creditCode },
  },
  {
    name: '简称',
    target: close,
    draw: ({ shortNames }, random) => {
      if (shortNames.length === 0) return null
      const keyword = random.pick(shortNames)
      return { keyword, isRelevant: (other) => other.shortNames.some((name) => sameName(name, keyword)) }
    },
  },
  {
    name: '去后缀',
    target: close,
    draw: ({ name }) => {
      const keyword = spokenName(name)
      if (keyword === name || keyword === '') return null
      return { keyword, isRelevant: (other) => calledNames(other).some((one) => sameName(one, keyword)) }
    },
  },
  {
    name: '字号',
    target: close,
    draw: (company, _random, { brandOf }) => {
      const keyword = brandOf(company)
      if (keyword === null || !isHan(keyword) || keyword.length > LONGEST_BRAND) return null
      const begins = (name: string) => startsOf(name).some((start) => start.startsWith(keyword))
      return { keyword, isRelevant: (other) => calledNames(other).some(begins) }
    },
  },
  {
    name: '地区+品牌',
    target: regional,
    draw: (company, random, { brandOf }) => {
      const named = [...shortNamesOf(company), brandOf(company) ?? '']
      const brands = named.filter((name) => isHan(name) && name.length <= LONGEST_BRAND)
      const places = placesOf(company)
      if (brands.length === 0 || places.length === 0) return null
      const [brand, place] = [random.pick(brands), random.pick(places)]
      const keyword = random.pick([`${place} ${brand}`, `${brand} ${place}`, place + brand, brand + place])
      const isThere = (other: KnownCompany) => placesOf(other).includes(place) || other.name.includes(place)
      return {
        keyword,
        isRelevant: (other) => isThere(other) && calledNames(other).some((name) => name.includes(brand)),
      }
    },
  },
  {
    name: '英文名',
    target: close,
    draw: ({ englishNames }, random) => {
      if (englishNames.length === 0) return null
      const name = random.pick(englishNames)
      const words = random.pick([wordsOf(name), englishBrand(name)])
      if (words.length === 0 || words.join('').length < 3) return null
      const begins = (other: string) => words.every((word, at) => wordsOf(other)[at] === word)
      return { keyword: words.join(' '), isRelevant: (other) => other.englishNames.some(begins) }
    },
  },
  {
    name: '拼音',
    target: spelled,
    draw: (company, random, { formsOf }) => {
      const names = shortNamesOf(company).filter((name) => isHan(name) && name.length >= 2)
      if (names.length === 0) return null
      const syllables = readAloud(random.pick(names))
      const keyword = syllables.join(random.pick(['', '', ' ']))
      return {
        keyword,
        isRelevant: (other) => hasWord(other, keyword) || formsOf(other).some((name) => canBeRead(name, syllables)),
      }
    },
  },
  {
    name: '拼音首字母',
    target: spelled,
    draw: (company, random, { formsOf }) => {
      const names = shortNamesOf(company).filter((name) => isHan(name) && name.length >= 3)
      if (names.length === 0) return null
      const keyword = readAloud(random.pick(names))
        .map((syllable) => syllable.charAt(0))
        .join('')
      return {
        keyword,
        isRelevant: (other) =>
          hasWord(other, keyword) || formsOf(other).some((name) => canBeAbbreviated(name, keyword)),
      }
    },
  },
  ...typoKinds.map(
    (kind): Kind => ({
      name: typoNames[kind],
      target: kind === 'missing' ? shortened : mistyped,
      draw: (company, random, all) => {
        const shortest = kind === 'missing' ? SHORTEST_WITH_MISSING : SHORTEST_TYPED
        const names = typedForms(company, all).filter((one) => one.length >= shortest && isHan(one))
        const keyword = names.length === 0 ? null : withTypo(random.pick(names), kind, random)
        if (keyword === null) return null
        if (all.occursInAnyName(keyword)) return 'asTyped'
        return { keyword, isRelevant: (other) => isMeantBy(keyword, kind, other) }
      },
    }),
  ),
]

/** Whether an English name has a word that starts so: letters are not only pinyin. */
const hasWord = ({ englishNames }: KnownCompany, letters: string) =>
  englishNames.some((name) => wordsOf(name).some((word) => word.startsWith(letters)))

function writtenCode(code: string, random: SeededRandom) {
  const exchange = /^[569]/.test(code) && !code.startsWith('92') ? 'SH' : /^[48]|^92/.test(code) ? 'BJ' : 'SZ'
  return random.pick([code, code, `${code}.${exchange}`, exchange + code])
}
