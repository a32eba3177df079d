import { type ContactFilter, contactFilterKeys } from '@baiqicha/contract/search-vocabulary'
import { contactFilterOf, phonesIn } from '../../domain/company/company-contact.ts'
import { headcountOf, newestHeadcount } from '../../domain/company/company-size.ts'
import { companyTypeOf } from '../../domain/company/company-status.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import { successorOf } from '../../domain/company/legal-representative.ts'
import { ownContactsOf } from '../../domain/contacts/contact-value.ts'
import type { CompanyListingTable, CompanyNameTable, CompanyTable } from '../../platform/database/tables/company.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import { phonesOf } from './company.presenter.ts'
import type { IndexableRecords } from './indexable-records.repository.ts'

/** Columns of a company that the search index reads: a third of all. */
export const indexableColumns = [
  'id',
  'name',
  'name_english',
  'short_name',
  'credit_code',
  'registration_number',
  'legal_representative',
  'people_as_of',
  'status',
  'business_type',
  'region_code',
  'list_province',
  'industry_code',
  'industry_section',
  'capital_comparable',
  'founded_on',
  'scope',
  'address',
  'phones',
  'email',
  'website',
  'staff_size',
  'staff_year',
  'insured_count',
  'insured_year',
  'prominence',
  'is_listed',
  'is_demo',
] as const satisfies readonly (keyof CompanyTable)[]

export type IndexableRows = {
  company: Pick<CompanyTable, (typeof indexableColumns)[number]>
  names: readonly Pick<CompanyNameTable, 'company_id' | 'kind' | 'value'>[]
  listings: readonly Pick<
    CompanyListingTable,
    'company_id' | 'code' | 'old_code' | 'board' | 'listed_on' | 'delisted_on'
  >[]
  records: IndexableRecords
}

const listOf = (value: string | null) => (value === null ? [] : [value])

/** Code of the province that the company gave to a list, which filters use when no region is known. */
const listRegion = ({ list_province: province }: Pick<CompanyTable, 'list_province'>, { regions }: ReferenceData) =>
  province === null ? null : regions.codeOf({ province })

/** Types of the company's own contacts and of those of its records. */
function contactsOf({ company, records }: Pick<IndexableRows, 'company' | 'records'>): ContactFilter[] {
  const types = new Set([...records.contacts, ...ownContactsOf(company).flatMap(({ value }) => contactFilterOf(value))])
  return contactFilterKeys.filter((type) => types.has(type))
}

/** Employees, else the size of the staff, else insured people, of the newest year. */
function employeesOf({ company, records }: Pick<IndexableRows, 'company' | 'records'>): number | null {
  const { staff_size: size, staff_year: year, insured_count: insured, insured_year: insuredYear } = company
  const people = headcountOf(size)
  return newestHeadcount([
    ...records.employees,
    ...(people === null ? [] : [{ year, people }]),
    ...records.insured,
    ...(insured === null ? [] : [{ year: insuredYear, people: insured }]),
  ])
}

/** The legal representative, unless newer officers contradict the statement: nobody is found by a stale office. */
function standingRepresentative({ company, records }: Pick<IndexableRows, 'company' | 'records'>, now: number) {
  const { legal_representative: name, people_as_of: asOf } = company
  return name === null || successorOf({ name, asOf }, records.officers, now) !== null ? null : name
}

/** A company as the search index stores it. */
export function indexableFrom(
  { company, names, listings, records }: IndexableRows,
  { reference, now }: { reference: ReferenceData; now: number },
): IndexableCompany {
  const regionCode = company.region_code ?? listRegion(company, reference)
  const namesOf = (kind: CompanyNameTable['kind']) =>
    names.length === 0 ? [] : [...new Set(names.filter((name) => name.kind === kind).map((name) => name.value))]
  const traded = listings.filter(({ delisted_on: end }) => end === null)
  return {
    id: company.id,
    name: company.name,
    formerNames: namesOf('former'),
    shortNames: listOf(company.short_name),
    formerShortNames: namesOf('formerShort').filter((name) => name !== company.short_name),
    englishNames: listOf(company.name_english),
    aliases: namesOf('alias'),
    stockCodes: [
      ...listings.map((listing) => listing.code),
      ...listings.flatMap((listing) => listOf(listing.old_code)),
    ],
    creditCode: company.credit_code,
    registrationNumber: company.registration_number,
    legalRepresentative: standingRepresentative({ company, records }, now),
    status: company.status,
    regionCode,
    regionName: reference.regions.nameOf(regionCode, 'city'),
    industryCode: company.industry_code,
    industrySection: company.industry_section,
    capital: company.capital_comparable,
    foundedOn: company.founded_on,
    isListed: company.is_listed === 1,
    type: companyTypeOf(company.business_type),
    scope: company.scope,
    address: company.address,
    phones: phonesOf(company).flatMap(phonesIn),
    website: company.website,
    contacts: contactsOf({ company, records }),
    isDemo: company.is_demo === 1,
    prominence: company.prominence,
    risks: records.risks,
    members: records.members,
    employees: employeesOf({ company, records }),
    revenue: records.revenue,
    revenueYear: records.revenueYear,
    lists: records.lists,
    boards: [...new Set(traded.flatMap(({ board }) => listOf(board)))],
    listedOn: traded.flatMap(({ listed_on: day }) => listOf(day)).toSorted()[0] ?? null,
  }
}
