import type { MatchField } from '@baiqicha/contract/company-summary'
import { publicPhone } from '../../domain/company/company-contact.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { coreName, nameKey, searchKey, withoutRegion, withoutSigns } from '../../domain/names/company-name.ts'
import { englishCore, listedShortCore, tradeName } from '../../domain/names/trade-name.ts'
import { phoneKeys } from '../../domain/phone-number.ts'
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
  /** Shareholders and key persons. */
  members: readonly string[]
  /** Whether a term of Han characters is part of a name. */
  hasInNames(term: string): boolean
}

export function recordFrom(company: IndexableCompany): CompanyRecord {
  const { forms: regions, keys } = regionWordsOf(company.regionName)
  const names: SearchedName[] = []
  const brands: Brand[] = []
  const tradeNames: Brand[] = []
  const addFull = (field: MatchField, text: string) => {
    const whole = nameKey(text)
    const key = withoutSigns(whole)
    const core = coreName(whole)
    addBrand(brands, names.length, withoutSigns(core))
    addTradeNames(tradeNames, names.length, core, regions)
    names.push({ field, text, key, start: key.length - withoutRegion(key, regions).length })
  }
  const addShort = (field: MatchField, text: string) => {
    const whole = nameKey(text)
    const key = withoutSigns(whole)
    addBrand(brands, names.length, key)
    const plain = withoutSigns(listedShortCore(whole))
    if (key !== '' && plain !== key) brands.push({ name: names.length, key: plain })
    names.push({ field, text, key, start: 0 })
  }
  addFull('name', company.name)
  for (const text of company.shortNames) addShort('shortName', text)
  for (const text of company.aliases) addShort('alias', text)
  for (const text of company.formerNames) addFull('formerName', text)
  for (const text of company.formerShortNames) addShort('formerShortName', text)
  return {
    id: company.id,
    names,
    brands,
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

/** What is left of a full name without region, and of that without trade, where that is not its core. */
function addTradeNames(tradeNames: Brand[], name: number, core: string, regions: readonly string[]) {
  const local = withoutRegion(core, regions)
  const trade = tradeName(local)
  const localKey = local === core ? null : withoutSigns(local)
  const tradeKey = trade === core ? null : withoutSigns(trade)
  if (localKey !== null) tradeNames.push({ name, key: localKey })
  if (tradeKey !== null && tradeKey !== localKey) tradeNames.push({ name, key: tradeKey })
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

/** Everyone a company is found by: who represents it, its shareholders and its key persons. */
export const peopleOf = ({ legalRepresentative, members }: CompanyRecord): readonly string[] =>
  legalRepresentative === null ? members : [legalRepresentative, ...members]

/** The texts whose sounds can be met in part: short names whole, full names up to their legal form. */
export function namesWithPinyin({ names, brands }: CompanyRecord): { name: SearchedName; key: string }[] {
  return names.flatMap((name, at) => {
    const first = brands.find((brand) => brand.name === at)
    return first === undefined ? [] : [{ name, key: first.key }]
  })
}
