import type { MatchField } from '@baiqicha/contract/company-summary'
import { publicPhone } from '../../domain/company/company-contact.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { phoneKeys } from '../../domain/contacts/contact-value.ts'
import { coreName, nameKey, searchKey, withoutSigns } from '../../domain/names/company-name.ts'
import type { WordsByStart } from '../../domain/names/place-names.ts'
import { digitsOf, englishCore, listedShortCore, tradeName } from '../../domain/names/trade-name.ts'
import { knownPlaces, regionWordsOf } from './region-words.ts'

/** A text as the record writes it, and the field that it comes from. */
export type NamedText = { field: MatchField; text: string }

/**
 * A name in Chinese. `key` is its search key; `start` is the offset in `key` after a leading region name, 0 when there
 * is none.
 */
export type SearchedName = NamedText & { key: string; start: number }

/**
 * A part of a name that people use instead of the whole. `name` is the index in `names` of the name that it was taken
 * from.
 */
export type Brand = { name: number; key: string }

/** The part of a company that a segment stores to verify and explain matches. */
export type SearchDocument = {
  id: string
  /** The most explanatory first: full name, short names, aliases, former names. */
  names: SearchedName[]
  /**
   * Short names and aliases, as written and without the marks that an exchange adds; full names without their legal
   * form.
   */
  brands: Brand[]
  /** Short names and aliases without 中国 and 集团: 平安 for 中国平安, 上汽 for 上汽集团; 360 for 三六零. */
  shortenedNames: Brand[]
  /**
   * Full names without legal form and places, and also without the trade: 比亚迪 for 深圳市比亚迪实业有限公司; short names
   * without places: 茅台 for 贵州茅台. Derived, so less certain than `brands`.
   */
  tradeNames: Brand[]
  englishNames: string[]
  stockCodes: string[]
  creditCode: string | null
  registrationNumber: string | null
  /** Search keys of every word for the region of the company. */
  regions: readonly string[]
  legalRepresentative: string | null
  phones: string[]
  /** Shareholders and key persons. */
  members: readonly string[]
  /** Whether a name contains the term. Only for terms of Han characters. */
  hasInNames(term: string): boolean
}

export function searchDocumentFrom(company: IndexableCompany): SearchDocument {
  const { byStart: regions, keys } = regionWordsOf(company)
  const { withoutPossiblePlaces } = knownPlaces()
  const startOf = (key: string) => key.length - withoutPossiblePlaces(key, regions).length
  const names: SearchedName[] = []
  const brands: Brand[] = []
  const shortenedNames: Brand[] = []
  const tradeNames: Brand[] = []
  const addFull = (field: MatchField, text: string) => {
    const whole = nameKey(text)
    const key = withoutSigns(whole)
    const core = coreName(whole)
    addBrand(brands, names.length, withoutSigns(core))
    addTradeNames(tradeNames, names.length, core, regions)
    names.push({ field, text, key, start: startOf(key) })
  }
  const addShort = (field: MatchField, text: string) => {
    const whole = nameKey(text)
    const key = withoutSigns(whole)
    addBrand(brands, names.length, key)
    const core = listedShortCore(whole)
    const plain = withoutSigns(core)
    if (key !== '' && plain !== key) brands.push({ name: names.length, key: plain })
    const shorter = shorterForms(core)
    for (const shortened of shorter) shortenedNames.push({ name: names.length, key: shortened })
    const local = withoutSigns(withoutPossiblePlaces(core, regions))
    if (local !== plain && !shorter.has(local)) addBrand(tradeNames, names.length, local)
    names.push({ field, text, key, start: startOf(key) })
  }
  // A name that is used no more yields to those in use, also without the marks of the exchange.
  const addFormerShort = (field: MatchField, text: string) => {
    const whole = nameKey(text)
    const key = withoutSigns(whole)
    addBrand(brands, names.length, key)
    const plain = withoutSigns(listedShortCore(whole))
    if (plain !== key) addBrand(tradeNames, names.length, plain)
    names.push({ field, text, key, start: 0 })
  }
  addFull('name', company.name)
  for (const text of company.shortNames) addShort('shortName', text)
  for (const text of company.aliases) addShort('alias', text)
  for (const text of company.formerNames) addFull('formerName', text)
  for (const text of company.formerShortNames) addFormerShort('formerShortName', text)
  return {
    id: company.id,
    names,
    brands,
    shortenedNames,
    tradeNames,
    englishNames: company.englishNames,
    stockCodes: company.stockCodes,
    creditCode: company.creditCode,
    registrationNumber: company.registrationNumber,
    regions: keys,
    legalRepresentative: company.legalRepresentative,
    phones: company.phones,
    members: company.members,
    hasInNames: (term) => names.some(({ key }) => key.includes(term)),
  }
}

function addBrand(brands: Brand[], name: number, key: string) {
  if (key !== '') brands.push({ name, key })
}

/**
 * Adds the core without places, and that without the trade. What only may be a place is removed as well, beside the
 * name with it.
 */
function addTradeNames(tradeNames: Brand[], name: number, core: string, regions: WordsByStart) {
  const { withoutPlaces, withoutPossiblePlaces } = knownPlaces()
  const local = withoutPlaces(core, regions)
  const possible = withoutPossiblePlaces(local, regions)
  const known = new Set([withoutSigns(core)])
  for (const text of local === possible ? [local] : [local, possible]) {
    for (const key of [withoutSigns(text), withoutSigns(tradeName(text))]) {
      if (!known.has(key)) addBrand(tradeNames, name, key)
      known.add(key)
    }
  }
}

/** Forms of a short name without 中国 and 集团; a name of digits also as figures. */
function shorterForms(core: string): Set<string> {
  const national = core.replace(/^中国(?=..)/u, '')
  const forms = [national, coreName(core), coreName(national), digitsOf(core)].map(withoutSigns)
  return new Set(forms.filter((key) => key.length >= 2 && key !== withoutSigns(core)))
}

/** Short names and aliases in use, with and without the marks of an exchange. */
export const shortNamesOf = ({ names, brands }: SearchDocument): { name: SearchedName; key: string }[] =>
  brands.flatMap(({ name: at, key }) => {
    const name = names[at]
    return name?.field === 'shortName' || name?.field === 'alias' ? [{ name, key }] : []
  })

/** Search keys of an English name: whole, and without Co., Ltd. and the like. */
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

/** Every code of a company. Characters 9 to 17 of the credit code are the organisation code. */
export function codesOf(record: SearchDocument): Code[] {
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

/** The published phone number with these digits, masked for display; null when there is none. */
export function publishedPhone({ phones }: SearchDocument, digits: string): string | null {
  const phone = phones.find((one) => phoneKeys(one).includes(digits))
  return phone === undefined ? null : publicPhone(phone)
}

/** Everyone by whose name the company is found: legal representative, shareholders and key persons. */
export const peopleOf = ({ legalRepresentative, members }: SearchDocument): readonly string[] =>
  legalRepresentative === null ? members : [legalRepresentative, ...members]

/** The texts that partial pinyin is compared with: short names whole, full names without their legal form. */
export function namesWithPinyin({ names, brands }: SearchDocument): { name: SearchedName; key: string }[] {
  return names.flatMap((name, at) => {
    const first = brands.find((brand) => brand.name === at)
    return first === undefined ? [] : [{ name, key: first.key }]
  })
}
