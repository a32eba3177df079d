import { readFileSync } from 'node:fs'
import { pinyin } from 'pinyin-pro'
import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import { nameKey } from '../../src/domain/names/company-name.ts'

/** Facts derived from the record of a company alone, independent of the search. */

/** The facts that queries are drawn from and hits are judged by. */
export type KnownCompany = Pick<
  IndexableCompany,
  | 'id'
  | 'name'
  | 'formerNames'
  | 'shortNames'
  | 'formerShortNames'
  | 'englishNames'
  | 'aliases'
  | 'stockCodes'
  | 'creditCode'
  | 'regionName'
>

const legalForm = /(?:(?:（集团）|\(集团\)|集团)?(?:股份)?有限(?:责任)?公司)$/u

/** The full name without its legal form, as people say it. */
export const spokenName = (name: string) => name.replace(legalForm, '')

/** The stock's short name without the marks of the exchange. */
export const plainShortName = (name: string) =>
  name.replace(/^(?:\*ST|S\*ST|SST|ST|XD|XR|DR)/, '').replace(/(?:-?UW|-?[UWV]|[AB])$/, '')

export const isHan = (text: string) => /^\p{Script=Han}+$/u.test(text)

/** Every current and former name of a company. */
export const calledNames = (company: KnownCompany) => [
  company.name,
  spokenName(company.name),
  ...company.formerNames,
  ...[...company.shortNames, ...company.formerShortNames].flatMap((name) => [name, plainShortName(name)]),
  ...company.aliases,
]

/** Province and city, each with and without 省, 市 and the like. */
export function placesOf({ regionName }: KnownCompany): string[] {
  const parts = regionName?.match(/.+?(?:自治区|自治州|地区|省|市|盟)/gu) ?? []
  return parts.flatMap((part) => [part, part.replace(/(?:(?:维吾尔|壮族|回族)?自治区|省|市|地区|盟)$/u, '')])
}

const regionTable = new URL('../../../data/reference/regions.csv', import.meta.url)

const placeEnding = /(?:(?:维吾尔|壮族|回族)?自治区|自治州|自治县|省|市|地区|盟|县|区)$/u
const fullPlaces = new Set<string>()
/** Provinces and cities without 省, 市 and the like. */
const shortPlaces = new Set<string>()
/** These, counties and 中国, which are words of other names as well. */
const shortestPlaces = new Set(['中国'])
for (const line of readFileSync(regionTable, 'utf8').trim().split('\n').slice(1)) {
  const [code = '', name = ''] = line.split(',')
  const short = name.replace(placeEnding, '')
  // 郊区 and 市辖区 are places of many cities.
  if (short.length < 2 || name === '市辖区') continue
  fullPlaces.add(name)
  shortestPlaces.add(short)
  if (code.endsWith('00')) shortPlaces.add(short)
}
const LONGEST_PLACE = Math.max(...Array.from(fullPlaces, ({ length }) => length))

/** The name after a place at its start, at least two characters long; null without one. */
function afterPlace(name: string, isPlace: (text: string) => boolean): string | null {
  for (let length = Math.min(LONGEST_PLACE, name.length - 2); length >= 2; length -= 1) {
    if (isPlace(name.slice(0, length))) return name.slice(length)
  }
  return null
}

const withoutFullPlaces = (name: string): string => {
  const rest = afterPlace(name, (text) => fullPlaces.has(text))
  return rest === null ? name : withoutFullPlaces(rest)
}

/** A name without the places at its start. Only the first may lack its 市: in 江门市金华金属, 金华 is no place. */
export const withoutPlaces = (name: string) =>
  withoutFullPlaces(afterPlace(name, (text) => fullPlaces.has(text) || shortPlaces.has(text)) ?? name)

/** The name, and what is left of it after each place at its start, in full or short. */
export function startsOf(name: string): string[] {
  const rest = afterPlace(name, (text) => fullPlaces.has(text) || shortestPlaces.has(text))
  return rest === null ? [name] : [name, ...startsOf(rest)]
}

export const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

const businessForms = new Set(['co', 'ltd', 'limited', 'inc', 'corp', 'corporation', 'company', 'group'])

/** The words of an English name before its business form; at least one. */
export function englishBrand(name: string): string[] {
  const words = wordsOf(name)
  const end = words.findIndex((word, index) => index > 0 && businessForms.has(word))
  return end < 0 ? words : words.slice(0, end)
}

const plain = { toneType: 'none', type: 'array', v: true } as const

/** The most common reading of each character. */
export const readAloud = (text: string): string[] => pinyin(text, plain)

const everyReading = new Map<string, string[]>()

function readingsOf(character: string): string[] {
  const known = everyReading.get(character)
  if (known !== undefined) return known
  const readings = [...new Set(pinyin(character, { ...plain, multiple: true }))]
  everyReading.set(character, readings)
  return readings
}

/** Whether the syllables are a reading of the text; each character may have any of its readings. */
export const canBeRead = (text: string, syllables: readonly string[]) =>
  Array.from(text).length === syllables.length &&
  Array.from(text).every((character, at) => {
    const syllable = syllables[at] ?? ''
    return readAloud(text)[at] === syllable || readingsOf(character).includes(syllable)
  })

export const canBeAbbreviated = (text: string, initials: string) =>
  Array.from(text).length === initials.length &&
  Array.from(text).every((character, at) =>
    readingsOf(character).some((reading) => reading.startsWith(initials.charAt(at))),
  )

export const soundsLike = (a: string, b: string) => readingsOf(a).some((reading) => readingsOf(b).includes(reading))

export const sameName = (a: string, b: string) => nameKey(a) === nameKey(b)

/** Empty lists share one array: a whole register is in memory. */
const noValues: string[] = []
const shared = (values: string[]) => (values.length === 0 ? noValues : values)

export const knownFrom = (company: IndexableCompany): KnownCompany => ({
  id: company.id,
  name: company.name,
  formerNames: shared(company.formerNames),
  shortNames: shared(company.shortNames),
  formerShortNames: shared(company.formerShortNames),
  englishNames: shared(company.englishNames),
  aliases: shared(company.aliases),
  stockCodes: shared(company.stockCodes),
  creditCode: company.creditCode,
  regionName: company.regionName,
})

/** A trade word ends at least this share of the names. */
const TRADE_SHARE = 1 / 2000
/** Share of the names with an ending of two characters from which on a third belongs to it: 房 of 房地产. */
const ENDS_TOGETHER = 0.7

/** What many names end with: 科技, 房地产. Counted, so that it owes nothing to the trade words of the search. */
function tradeEndings(companies: readonly KnownCompany[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { name } of companies) {
    const core = withoutPlaces(spokenName(name))
    for (const length of [2, 3]) {
      const ending = core.slice(-length)
      if (core.length >= length + 2) counts.set(ending, (counts.get(ending) ?? 0) + 1)
    }
  }
  const least = Math.max(10, companies.length * TRADE_SHARE)
  const isTrade = ([ending, count]: [string, number]) =>
    count >= least && (ending.length === 2 || count >= ENDS_TOGETHER * (counts.get(ending.slice(1)) ?? 0))
  return new Set([...counts].filter(isTrade).map(([ending]) => ending))
}

export type KnownCompanies = {
  companies: readonly KnownCompany[]
  find: (id: string) => KnownCompany | undefined
  /** Whether a current or former name of any company contains this text. */
  occursInAnyName: (text: string) => boolean
  /** 字号: the name without legal form, places and trade; null when a trade or another place is left. */
  brandOf: (company: KnownCompany) => string | null
  /** Every name of a company, also without places and trade. */
  formsOf: (company: KnownCompany) => string[]
}

export function knownCompanies(companies: readonly KnownCompany[]): KnownCompanies {
  const byId = new Map(companies.map((company) => [company.id, company]))
  // All names as one text: a scan takes milliseconds instead of a second.
  const allNames = companies.map((company) => calledNames(company).join('\n')).join('\n')
  const trades = tradeEndings(companies)
  const withoutTrade = (core: string): string => {
    const length = [3, 2].find((one) => core.length >= one + 2 && trades.has(core.slice(-one)))
    return length === undefined ? core : withoutTrade(core.slice(0, -length))
  }
  return {
    companies,
    find: (id) => byId.get(id),
    occursInAnyName: (text) => allNames.includes(text),
    formsOf: (company) =>
      calledNames(company).flatMap((name) => startsOf(name).flatMap((start) => [start, withoutTrade(start)])),
    brandOf: ({ name }) => {
      const brand = withoutTrade(withoutPlaces(spokenName(name)))
      return trades.has(brand) || startsOf(brand).length > 1 ? null : brand
    },
  }
}
