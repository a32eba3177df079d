import type { SeededRandom } from '../builders/seeded-random.ts'
import {
  calledNames,
  canBeAbbreviated,
  canBeRead,
  englishBrand,
  isHan,
  type KnownCompany,
  placesOf,
  plainShortName,
  readAloud,
  sameName,
  spokenName,
  wordsOf,
} from './facts.ts'
import type { KnownCompanies } from './known-companies.ts'
import { isTypoOf, typoKinds, withTypo } from './typos.ts'

/** A keyword, and whether a company is a right hit for it. */
export type Draw = { keyword: string; isMeant: (company: KnownCompany) => boolean }

/** Minimum percentage of queries with a right first hit, and with a right hit among the first three. */
export type Target = { first: number; firstThree: number }

export type Kind = {
  name: string
  target: Target
  /** A query from the facts of one company; null when the company has no such fact. */
  draw(company: KnownCompany, random: SeededRandom, all: KnownCompanies): Draw | null
}

const exact: Target = { first: 99, firstThree: 100 }
const close: Target = { first: 95, firstThree: 99 }
const guessed: Target = { first: 90, firstThree: 97 }

const typoNames = { replaced: '错字', missing: '漏字', extra: '多字', swapped: '颠倒' }

const shortNamesOf = (company: KnownCompany) => company.shortNames.map(plainShortName)

export const kinds: Kind[] = [
  {
    name: '企业名称',
    target: exact,
    draw: ({ name }) => ({ keyword: name, isMeant: (other) => sameName(other.name, name) }),
  },
  {
    name: '曾用名',
    target: exact,
    draw: ({ formerNames, formerShortNames }, random) => {
      const names = [...formerNames, ...formerShortNames]
      if (names.length === 0) return null
      const keyword = random.pick(names)
      return { keyword, isMeant: (other) => calledNames(other).some((name) => sameName(name, keyword)) }
    },
  },
  {
    name: '股票代码',
    target: exact,
    draw: ({ stockCodes }, random) => {
      if (stockCodes.length === 0) return null
      const code = random.pick(stockCodes)
      return { keyword: writtenCode(code, random), isMeant: (other) => other.stockCodes.includes(code) }
    },
  },
  {
    name: '简称',
    target: close,
    draw: ({ shortNames }, random) => {
      if (shortNames.length === 0) return null
      const keyword = random.pick(shortNames)
      return { keyword, isMeant: (other) => other.shortNames.some((name) => sameName(name, keyword)) }
    },
  },
  {
    name: '去后缀',
    target: close,
    draw: ({ name }) => {
      const keyword = spokenName(name)
      if (keyword === name || keyword === '') return null
      return { keyword, isMeant: (other) => sameName(spokenName(other.name), keyword) }
    },
  },
  {
    name: '地区+品牌',
    target: close,
    draw: (company, random) => {
      const brands = shortNamesOf(company).filter(isHan)
      const places = placesOf(company)
      if (brands.length === 0 || places.length === 0) return null
      const [brand, place] = [random.pick(brands), random.pick(places)]
      const keyword = random.pick([`${place} ${brand}`, `${brand} ${place}`, place + brand, brand + place])
      const isThere = (other: KnownCompany) => placesOf(other).includes(place) || other.name.includes(place)
      return { keyword, isMeant: (other) => isThere(other) && calledNames(other).some((name) => name.includes(brand)) }
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
      return { keyword: words.join(' '), isMeant: (other) => other.englishNames.some(begins) }
    },
  },
  {
    name: '拼音',
    target: guessed,
    draw: (company, random) => {
      const names = shortNamesOf(company).filter((name) => isHan(name) && name.length >= 2)
      if (names.length === 0) return null
      const syllables = readAloud(random.pick(names))
      const keyword = syllables.join(random.pick(['', '', ' ']))
      return { keyword, isMeant: (other) => hanNames(other).some((name) => canBeRead(name, syllables)) }
    },
  },
  {
    name: '拼音首字母',
    target: guessed,
    draw: (company, random) => {
      const names = shortNamesOf(company).filter((name) => isHan(name) && name.length >= 3)
      if (names.length === 0) return null
      const keyword = readAloud(random.pick(names))
        .map((syllable) => syllable.charAt(0))
        .join('')
      return { keyword, isMeant: (other) => hanNames(other).some((name) => canBeAbbreviated(name, keyword)) }
    },
  },
  ...typoKinds.map(
    (kind): Kind => ({
      name: typoNames[kind],
      target: guessed,
      draw: (company, random, all) => {
        const names = [...shortNamesOf(company), spokenName(company.name), company.name]
        const name = random.pick(names.filter((one) => one.length >= 3))
        if (!isHan(name)) return null
        const keyword = withTypo(name, kind, random)
        // A typo that is part of another name is matched as typed, so it cannot be judged.
        if (keyword === null || all.occursInAnyName(keyword)) return null
        return { keyword, isMeant: (other) => calledNames(other).some((one) => isTypoOf(keyword, one, kind)) }
      },
    }),
  ),
]

const hanNames = (company: KnownCompany) => calledNames(company).filter(isHan)

function writtenCode(code: string, random: SeededRandom) {
  const exchange = /^[569]/.test(code) && !code.startsWith('92') ? 'SH' : /^[48]|^92/.test(code) ? 'BJ' : 'SZ'
  return random.pick([code, code, `${code}.${exchange}`, exchange + code])
}
