import type { CompanySummary } from '@baiqicha/contract/company-summary'

/** Who leads a company: the legal representative, or the officer whom a newer source names instead. */
export type LeadingPerson = { title: string; name: string; year: string | null }

export const leadingPerson = ({
  legalRepresentative: name,
  legalRepresentativeYear: year,
  leadingOfficer,
}: Pick<CompanySummary, 'legalRepresentative' | 'legalRepresentativeYear' | 'leadingOfficer'>): LeadingPerson | null =>
  name === null ? leadingOfficer : { title: '法定代表人', name, year }
