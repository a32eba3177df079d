import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import { calledNames, type KnownCompany } from './facts.ts'

/** Shared empty list: the whole register is in memory, and most companies have no such names. */
const none: string[] = []
const shared = (values: string[]) => (values.length === 0 ? none : values)

export const knownFrom = (company: IndexableCompany): KnownCompany => ({
  id: company.id,
  name: company.name,
  formerNames: shared(company.formerNames),
  shortNames: shared(company.shortNames),
  formerShortNames: shared(company.formerShortNames),
  englishNames: shared(company.englishNames),
  aliases: shared(company.aliases),
  stockCodes: shared(company.stockCodes),
  regionName: company.regionName,
})

export type KnownCompanies = {
  companies: readonly KnownCompany[]
  find: (id: string) => KnownCompany | undefined
  /** Whether a current or former name of a company contains the text. */
  occursInName: (text: string) => boolean
}

export function knownCompanies(companies: readonly KnownCompany[]): KnownCompanies {
  const byId = new Map(companies.map((company) => [company.id, company]))
  // One text of all names: searching it takes milliseconds, a million separate texts take a second.
  const allNames = companies.map((company) => calledNames(company).join('\n')).join('\n')
  return {
    companies,
    find: (id) => byId.get(id),
    occursInName: (text) => allNames.includes(text),
  }
}
