import { pinyin } from 'pinyin-pro'
import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import { nameKey } from '../../src/domain/names/company-name.ts'

/** What is true of a company, worked out from its record alone: none of this asks how the search works. */

/** The facts that queries are drawn from and answers are judged by. */
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
  | 'regionName'
>

const legalForm = /(?:(?:（集团）|\(集团\)|集团)?(?:股份)?有限(?:责任)?公司)$/u

/** The full name as people say it, without its legal form. */
export const spokenName = (name: string) => name.replace(legalForm, '')

/** The stock's short name without what the exchange writes before and behind it. */
export const plainShortName = (name: string) =>
  name.replace(/^(?:\*ST|S\*ST|SST|ST|XD|XR|DR)/, '').replace(/(?:-?UW|-?[UWV]|[AB])$/, '')

export const isHan = (text: string) => /^\p{Script=Han}+$/u.test(text)

/** Everything a company is or was called. */
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

export const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

const businessForms = new Set(['co', 'ltd', 'limited', 'inc', 'corp', 'corporation', 'company', 'group'])

/** The words of an English name up to its business form; at least one. */
export function englishBrand(name: string): string[] {
  const words = wordsOf(name)
  const end = words.findIndex((word, index) => index > 0 && businessForms.has(word))
  return end < 0 ? words : words.slice(0, end)
}

const plain = { toneType: 'none', type: 'array', v: true } as const

/** As it is read aloud, character by character. */
export const readAloud = (text: string): string[] => pinyin(text, plain)

const everyReading = new Map<string, string[]>()

function readingsOf(character: string): string[] {
  const known = everyReading.get(character)
  if (known !== undefined) return known
  const readings = [...new Set(pinyin(character, { ...plain, multiple: true }))]
  everyReading.set(character, readings)
  return readings
}

/** Whether the syllables can be how the text is read, polyphones in any of their readings. */
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
