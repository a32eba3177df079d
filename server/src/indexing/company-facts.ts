import type { MatchField } from '@baiqicha/contract/company-summary'
import { coreName, nameKey, regionForms, searchKey, withoutRegion, withoutSigns } from '../domain/company-name.ts'
import type { IndexableCompany } from '../domain/indexable-company.ts'
import { englishCore, listedShortCore, tradeName } from '../domain/trade-name.ts'

/** What the index keeps of a company to verify, explain and filter a match: the input, without its rank. */
export type CompanyFacts = Omit<
  IndexableCompany,
  'prominence' | 'isDemo' | 'regionName' | 'type' | 'scope' | 'address' | 'phones'
> & { regions: string[] }

export type NamedText = { field: MatchField; text: string }

/** A name, or a part of one, that people use as the whole. `text` is the name it was taken from. */
export type Brand = NamedText & { key: string }

export function factsOf(company: IndexableCompany): CompanyFacts {
  const {
    prominence: _rank,
    isDemo: _demo,
    type: _type,
    scope: _scope,
    address: _address,
    phones: _phones,
    regionName,
    ...facts
  } = company
  return { ...facts, regions: regionName === null ? [] : regionForms(regionName) }
}

/** Han names in the order in which they explain a match best. */
export const hanNames = (facts: CompanyFacts): NamedText[] => [
  { field: 'name', text: facts.name },
  ...facts.shortNames.map((text): NamedText => ({ field: 'shortName', text })),
  ...facts.aliases.map((text): NamedText => ({ field: 'alias', text })),
  ...facts.formerNames.map((text): NamedText => ({ field: 'formerName', text })),
  ...facts.formerShortNames.map((text): NamedText => ({ field: 'formerShortName', text })),
]

const isFull = ({ field }: NamedText) => field === 'name' || field === 'formerName'

const brand = ({ field, text }: NamedText, form: string): Brand => ({ field, text, key: withoutSigns(form) })

/** Short names and aliases, as they are and without what an exchange adds; full names without their legal form. */
export const brandsOf = (facts: CompanyFacts): Brand[] =>
  hanNames(facts).flatMap((name) => {
    const key = nameKey(name.text)
    if (isFull(name)) return [brand(name, coreName(key))]
    const plain = listedShortCore(key)
    return plain === key ? [brand(name, key)] : [brand(name, key), brand(name, plain)]
  })

/** Full names without legal form and region, and without trade: 比亚迪 for 深圳市比亚迪实业有限公司. */
export const tradeNamesOf = (facts: CompanyFacts): Brand[] =>
  hanNames(facts)
    .filter(isFull)
    .flatMap((name) => {
      const core = coreName(nameKey(name.text))
      const local = withoutRegion(core, facts.regions)
      return [...new Set([local, tradeName(local)])].filter((form) => form !== core).map((form) => brand(name, form))
    })

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
export function codesOf(facts: CompanyFacts): Code[] {
  const codes: Code[] = facts.stockCodes.map((text) => ({ field: 'stockCode', text, key: searchKey(text) }))
  const { creditCode, registrationNumber } = facts
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
