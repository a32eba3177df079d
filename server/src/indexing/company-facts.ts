import type { MatchField } from '@baiqicha/contract/company-summary'
import { coreName, nameKey, regionForms, searchKey, withoutRegion, withoutSigns } from '../domain/company-name.ts'
import type { IndexableCompany } from '../domain/indexable-company.ts'
import { englishCore, listedShortCore, tradeName } from '../domain/trade-name.ts'

/** What the index keeps of a company to verify, explain and filter a match: the input, without its rank. */
export type CompanyFacts = Omit<IndexableCompany, 'prominence' | 'isDemo' | 'regionName'> & { regions: string[] }

export type NamedText = { field: MatchField; text: string }

/** A name, or a part of one, that people use as the whole. `text` is the name it was taken from. */
export type Brand = NamedText & { key: string }

export function factsOf(company: IndexableCompany): CompanyFacts {
  const { prominence: _rank, isDemo: _demo, regionName, ...facts } = company
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

/** Short names, aliases, and the full names without legal form, region and trade. */
export function brandsOf(facts: CompanyFacts): Brand[] {
  const brands: Brand[] = []
  for (const { field, text } of hanNames(facts)) {
    const key = nameKey(text)
    const forms =
      field === 'name' || field === 'formerName' ? coreForms(key, facts.regions) : [key, listedShortCore(key)]
    for (const form of new Set(forms.map(withoutSigns))) {
      if (form !== '') brands.push({ field, text, key: form })
    }
  }
  return brands
}

function coreForms(key: string, regions: readonly string[]) {
  const core = coreName(key)
  const brand = withoutRegion(core, regions)
  return [core, brand, tradeName(brand)]
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
