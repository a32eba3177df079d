import type { MatchField } from '@baiqicha/contract/company-summary'
import { publicPhone } from '../domain/company-contact.ts'
import { coreName, nameKey, searchKey, withoutRegion, withoutSigns } from '../domain/company-name.ts'
import type { IndexableCompany } from '../domain/indexable-company.ts'
import { phoneKeys } from '../domain/phone-number.ts'
import { englishCore, listedShortCore, tradeName } from '../domain/trade-name.ts'
import { regionWordsOf } from './region-words.ts'

/** A fact as it is written, and what it is a fact of. */
export type NamedText = { field: MatchField; text: string }

/** A Han name; `start`: where in `key` the part behind a region at its head begins, 0 where there is none. */
export type SearchedName = NamedText & { key: string; start: number }

/** A name, or a part of one, that people use as the whole; `name` is the place among `names` of what it was taken from. */
export type Brand = { name: number; key: string }

/** What the index keeps of a company, to verify and explain a match. */
export type CompanyRecord = {
  id: string
  /** In the order in which they explain a match best. */
  names: SearchedName[]
  /** Short names and aliases, as they are and without what an exchange adds; full names without their legal form. */
  brands: Brand[]
  /** Full names without legal form and region, and without trade: 比亚迪 for 深圳市比亚迪实业有限公司. */
  tradeNames: Brand[]
  englishNames: string[]
  stockCodes: string[]
  creditCode: string | null
  registrationNumber: string | null
  /** Every word the company's region is known by, as it is compared. */
  regions: readonly string[]
  legalRepresentative: string | null
  phones: string[]
}

const isFull = ({ field }: NamedText) => field === 'name' || field === 'formerName'

export function recordFrom(company: IndexableCompany): CompanyRecord {
  const { forms: regions, keys } = regionWordsOf(company.regionName)
  const named = (field: MatchField) => (text: string) => searchedName(field, text, regions)
  const names = [
    named('name')(company.name),
    ...company.shortNames.map(named('shortName')),
    ...company.aliases.map(named('alias')),
    ...company.formerNames.map(named('formerName')),
    ...company.formerShortNames.map(named('formerShortName')),
  ]
  const cores = names.map((name) => (isFull(name) ? coreName(nameKey(name.text)) : nameKey(name.text)))
  return {
    id: company.id,
    names,
    brands: cores.flatMap((core, at) => brandsOf(core, at, names)),
    tradeNames: cores.flatMap((core, at) => tradeNamesOf(core, at, names, regions)),
    englishNames: company.englishNames,
    stockCodes: company.stockCodes,
    creditCode: company.creditCode,
    registrationNumber: company.registrationNumber,
    regions: keys,
    legalRepresentative: company.legalRepresentative,
    phones: company.phones,
  }
}

function searchedName(field: MatchField, text: string, regions: readonly string[]): SearchedName {
  const key = searchKey(text)
  const isWhole = field === 'name' || field === 'formerName'
  return { field, text, key, start: isWhole ? key.length - withoutRegion(key, regions).length : 0 }
}

function brandsOf(core: string, at: number, names: readonly SearchedName[]): Brand[] {
  const name = names[at]
  const key = withoutSigns(core)
  if (name === undefined || key === '') return []
  const plain = isFull(name) ? key : withoutSigns(listedShortCore(core))
  return plain === key
    ? [{ name: at, key }]
    : [
        { name: at, key },
        { name: at, key: plain },
      ]
}

function tradeNamesOf(core: string, at: number, names: readonly SearchedName[], regions: readonly string[]): Brand[] {
  const name = names[at]
  if (name === undefined || !isFull(name)) return []
  const local = withoutRegion(core, regions)
  const keys = [local, tradeName(local)].filter((form) => form !== core).map(withoutSigns)
  return [...new Set(keys)].map((key) => ({ name: at, key }))
}

/** An English name, whole and without Co., Ltd. */
export const englishKeys = (text: string): string[] => {
  const key = searchKey(text)
  const core = englishCore(text)
  return core === '' || core === key ? [key] : [key, core]
}

export const englishWords = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .map(searchKey)
    .filter((word) => word !== '')

export type Code = NamedText & { key: string }

/** Every code of a company. The organisation code stands in the credit code, characters 9 to 17. */
export function codesOf(record: CompanyRecord): Code[] {
  const codes: Code[] = record.stockCodes.map((text) => ({ field: 'stockCode', text, key: searchKey(text) }))
  const { creditCode, registrationNumber } = record
  if (creditCode !== null) {
    codes.push({ field: 'creditCode', text: creditCode, key: searchKey(creditCode) })
    if (creditCode.length === 18) {
      const text = `${creditCode.slice(8, 16)}-${creditCode.slice(16, 17)}`
      codes.push({ field: 'organisationCode', text, key: searchKey(text) })
    }
  }
  if (registrationNumber !== null) {
    codes.push({ field: 'registrationNumber', text: registrationNumber, key: searchKey(registrationNumber) })
  }
  return codes
}

/** The published number that is meant by these digits, as it may be shown. */
export function publishedPhone({ phones }: CompanyRecord, digits: string): string | null {
  const phone = phones.find((one) => phoneKeys(one).includes(digits))
  return phone === undefined ? null : publicPhone(phone)
}

const fields = {
  name: 'n',
  shortName: 's',
  alias: 'a',
  formerName: 'f',
  formerShortName: 'o',
} as const satisfies Partial<Record<MatchField, string>>
type NameField = keyof typeof fields
const isNameField = (field: string): field is NameField => field in fields
const fieldByMark = new Map<string, MatchField>(
  Object.entries(fields).flatMap(([field, mark]) => (isNameField(field) ? [[mark, field]] : [])),
)
const markOf = (field: MatchField) => (isNameField(field) ? fields[field] : fields.name)

/** Without the names of its fields, which would be half of the file; a key is left out where it is the text itself. */
export const encodeRecord = (record: CompanyRecord): string => {
  const row: EncodedRecord = [
    record.id,
    record.names.map(({ field, text, key, start }) => [markOf(field) + text, key === text ? 0 : key, start]),
    record.brands.map(({ name, key }) => [name, key]),
    record.tradeNames.map(({ name, key }) => [name, key]),
    record.englishNames,
    record.stockCodes,
    record.creditCode,
    record.registrationNumber,
    record.regions,
    record.legalRepresentative,
    record.phones,
  ]
  return JSON.stringify(row)
}

/** The inverse of `encodeRecord`; the text is known to be whole by its seal. */
export function decodeRecord(text: string): CompanyRecord {
  const row: EncodedRecord = JSON.parse(text)
  return {
    id: row[0],
    names: row[1].map(([marked, key, start]) => {
      const name = marked.slice(1)
      return {
        field: fieldByMark.get(marked.charAt(0)) ?? 'name',
        text: name,
        key: key === 0 ? name : key,
        start,
      }
    }),
    brands: row[2].map(([name, key]) => ({ name, key })),
    tradeNames: row[3].map(([name, key]) => ({ name, key })),
    englishNames: row[4],
    stockCodes: row[5],
    creditCode: row[6],
    registrationNumber: row[7],
    regions: row[8],
    legalRepresentative: row[9],
    phones: row[10],
  }
}

type EncodedRecord = [
  id: string,
  names: [markedText: string, key: string | 0, start: number][],
  brands: [name: number, key: string][],
  tradeNames: [name: number, key: string][],
  englishNames: string[],
  stockCodes: string[],
  creditCode: string | null,
  registrationNumber: string | null,
  regions: readonly string[],
  legalRepresentative: string | null,
  phones: string[],
]
