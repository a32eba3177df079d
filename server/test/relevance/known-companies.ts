import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import { calledNames, type KnownCompany } from './facts.ts'

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
  regionName: company.regionName,
})

export type KnownCompanies = {
  companies: readonly KnownCompany[]
  find: (id: string) => KnownCompany | undefined
  /** Whether a current or former name of any company contains this text. */
  occursInAnyName: (text: string) => boolean
}

export function knownCompanies(companies: readonly KnownCompany[]): KnownCompanies {
  const byId = new Map(companies.map((company) => [company.id, company]))
  // All names as one text: a scan takes milliseconds instead of a second.
  const allNames = companies.map((company) => calledNames(company).join('\n')).join('\n')
  return {
    companies,
    find: (id) => byId.get(id),
    occursInAnyName: (text) => allNames.includes(text),
  }
}
