import type { CompanySummary } from '@baiqicha/contract/company-summary'

/** Who leads a company: the legal representative, or the officer whom a newer source names instead. */
export type LeadingPerson = {
  label: string
  /** Whether the label is that of the office which rows usually show. */
  isUsual: boolean
  name: string
  year: string | null
}

export function leadingPerson({
  legalRepresentative,
  legalRepresentativeYear,
  leadingOfficer,
}: Pick<CompanySummary, 'legalRepresentative' | 'legalRepresentativeYear' | 'leadingOfficer'>): LeadingPerson | null {
  if (legalRepresentative !== null) {
    return { label: '法定代表人', isUsual: true, name: legalRepresentative, year: legalRepresentativeYear }
  }
  if (leadingOfficer === null) return null
  return { label: leadingOfficer.position, isUsual: false, name: leadingOfficer.name, year: leadingOfficer.year }
}
