import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import { calledNames, type KnownCompany } from './facts.ts'

/** A whole register is held in memory: what most companies do not have takes none. */
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
  regionName: company.regionName,
})

export type KnownCompanies = {
  companies: readonly KnownCompany[]
  find: (id: string) => KnownCompany | undefined
  /** Whether anything a company is or was called holds this text. */
  occursInAnyName: (text: string) => boolean
}

export function knownCompanies(companies: readonly KnownCompany[]): KnownCompanies {
  const byId = new Map(companies.map((company) => [company.id, company]))
  // One text for all of them: looking through it takes milliseconds where asking a million companies takes a second.
  const allNames = companies.map((company) => calledNames(company).join('\n')).join('\n')
  return {
    companies,
    find: (id) => byId.get(id),
    occursInAnyName: (text) => allNames.includes(text),
  }
}
