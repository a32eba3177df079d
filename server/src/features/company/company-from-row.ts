import type { BusinessInfo, CompanyDetail, Provenance } from '@baiqicha/contract/company-detail'
import { type Fact, facts, fieldGroups } from '@baiqicha/contract/company-facts'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import * as z from 'zod/mini'
import { publicEmail, publicPhone } from '../../domain/company/company-contact.ts'
import { normaliseStatus } from '../../domain/company/company-status.ts'
import { organisationCodeOf } from '../../domain/company/credit-code.ts'
import { legalRepresentativeTitle, officeIsOld } from '../../domain/company/legal-representative.ts'
import type { Origin } from '../../domain/company/provenance.ts'
import { memoize } from '../../platform/cache.ts'
import type {
  CompanyListingTable,
  CompanyNameTable,
  CompanyTable,
  SourceTable,
} from '../../platform/database/tables/company.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import type { RecordFlags, RecordOverview } from '../../records/record-tallies.ts'

type NameRow = Pick<CompanyNameTable, 'kind' | 'value' | 'valid_from' | 'valid_to'>
type ListingRow = Omit<CompanyListingTable, 'company_id'>

/** What is stored of one company, or the columns of it that are asked for. */
export type CompanyRows<Column extends keyof CompanyTable = keyof CompanyTable> = {
  company: Pick<CompanyTable, Column>
  names: readonly NameRow[]
  listings: readonly ListingRow[]
}

/** All that a list row is told from. Reading every column takes longer than all else. */
export const summaryColumns = [
  'id',
  'name',
  'name_key',
  'registration_number',
  'short_name',
  'status',
  'business_type',
  'joint_stock_type',
  'legal_representative',
  'people_as_of',
  'capital_value',
  'capital_unit',
  'founded_on',
  'credit_code',
  'region_code',
  'industry_code',
  'is_demo',
] as const satisfies readonly (keyof CompanyTable)[]

/** All that the head of the company page is told from. */
export const detailColumns = [
  ...summaryColumns,
  'legal_representative_title',
  'capital_currency',
  'phones',
  'email',
  'website',
  'address',
  'identity_source',
  'identity_as_of',
  'registration_source',
  'registration_as_of',
  'people_source',
  'capital_source',
  'capital_as_of',
  'contact_source',
  'contact_as_of',
  'listing_source',
  'listing_as_of',
  'other_origins',
  'insured_count',
  'insured_year',
  'updated_at',
] as const satisfies readonly (keyof CompanyTable)[]

type SummaryRows = CompanyRows<(typeof summaryColumns)[number]>
type DetailRows = CompanyRows<(typeof detailColumns)[number]>
type DetailRow = DetailRows['company']

/** What the words for a company depend on beside its rows. */
type Words = { reference: ReferenceData; now: number }
type Telling = Words & { sources: ReadonlyMap<string, SourceTable> }

const originsJson = z.partialRecord(z.enum(facts), z.tuple([z.string(), z.nullable(z.string())]))
const phonesJson = z.array(z.string())

/** Companies of one register share what came from elsewhere: few texts for all of them. */
const readOrigins = memoize((text): { fact: Fact; origin: Origin }[] => {
  const origins = z.parse(originsJson, JSON.parse(text))
  return facts.flatMap((fact) => {
    const [source, asOf] = origins[fact] ?? []
    return source === undefined ? [] : [{ fact, origin: { source, asOf: asOf ?? null } }]
  })
})

/** As published, mobiles whole: they are masked on their way out. */
export const phonesOf = ({ phones }: Pick<CompanyTable, 'phones'>): string[] =>
  phones === '[]' ? [] : z.parse(phonesJson, JSON.parse(phones))

const amount = (value: number | null, unit: string | null, currency: string | null) =>
  value === null ? null : { value, unit: unit ?? '万元', currency: currency ?? 'CNY' }

const newestFirst = (a: { valid_from: string; value: string }, b: { valid_from: string; value: string }) =>
  b.valid_from.localeCompare(a.valid_from) || a.value.localeCompare(b.value)

const namesOf = (rows: Pick<CompanyRows, 'names'>, kind: CompanyNameTable['kind']) =>
  rows.names.filter((name) => name.kind === kind).toSorted(newestFirst)

const dateOrNull = (date: string | null) => (date === null || date === '' ? null : date)

/** The sources a company's facts come from. */
export const sourceIdsOf = (company: DetailRow): string[] => [
  ...fieldGroups.flatMap((group) => company[`${group}_source`] ?? []),
  ...readOrigins(company.other_origins).map(({ origin }) => origin.source),
]

function provenanceOf(company: DetailRow, { sources }: Telling) {
  const tell = ({ source, asOf }: Origin): Provenance => {
    const known = sources.get(source)
    return { sourceId: source, sourceName: known?.name ?? source, sourceUrl: known?.url ?? null, asOf }
  }
  const provenance: BusinessInfo['provenance'] = {}
  for (const group of fieldGroups) {
    const source = company[`${group}_source`]
    if (source !== null) provenance[group] = tell({ source, asOf: company[`${group}_as_of`] })
  }
  const others = readOrigins(company.other_origins)
  if (others.length === 0) return { provenance }
  const factProvenance: Partial<Record<Fact, Provenance>> = {}
  for (const { fact, origin } of others) factProvenance[fact] = tell(origin)
  return { provenance, factProvenance }
}

/** As a reader says it: 2021 年年报, or the date itself. */
function datedBy(company: DetailRow, { sources }: Telling): string {
  const { people_as_of: asOf, people_source: source } = company
  if (asOf === null) return '日期不详'
  return sources.get(source ?? '')?.kind === 'annual-report' ? `${asOf} 年年报` : asOf
}

function legalRepresentativeOf(company: DetailRow, telling: Telling): CompanyDetail['legalRepresentative'] {
  if (company.legal_representative === null) return null
  return {
    name: company.legal_representative,
    title: company.legal_representative_title ?? legalRepresentativeTitle(company.business_type),
    datedBy: officeIsOld(company.people_as_of, telling.now) ? datedBy(company, telling) : null,
  }
}

const listingOrder = (row: ListingRow) => `${row.state === '上市' ? 0 : 1}${row.exchange}${row.code}`

/** Listed stocks first, then by code. */
function listingsOf(rows: CompanyRows<'short_name'>): CompanyDetail['listings'] {
  return rows.listings
    .toSorted((a, b) => listingOrder(a).localeCompare(listingOrder(b)))
    .map((row) => ({
      code: row.code,
      oldCode: row.old_code,
      exchange: row.exchange,
      board: row.board,
      shortName: rows.company.short_name,
      state: row.state,
      listedOn: row.listed_on,
      delistedOn: row.delisted_on,
    }))
}

/** What a list row and the head of the company page tell alike. */
const headOf = ({ company }: SummaryRows, flags: RecordFlags) => ({
  id: company.id,
  name: company.name,
  logo: null,
  isDemo: company.is_demo === 1,
  status: normaliseStatus(company.status),
  businessType: company.business_type,
  jointStockType: company.joint_stock_type,
  isDishonestDebtor: flags.isDishonestDebtor,
  isJudgmentDebtor: flags.isJudgmentDebtor,
  isConsumptionRestricted: flags.isConsumptionRestricted,
  foundedOn: company.founded_on,
  creditCode: company.credit_code,
})

/** A list row. The legal representative is left out where the office is too old to be told without its date. */
export function summaryFrom(rows: SummaryRows, flags: RecordFlags, { reference, now }: Words): CompanySummary {
  const { company } = rows
  const { regions, industries } = reference
  const [listing] = listingsOf(rows)
  const isOld = officeIsOld(company.people_as_of, now)
  return {
    ...headOf(rows, flags),
    formerNames: namesOf(rows, 'former').map((name) => ({ name: name.value, english: null, traditional: null })),
    legalRepresentative: isOld ? null : company.legal_representative,
    registeredCapital:
      company.capital_value === null ? null : { amount: company.capital_value, unit: company.capital_unit ?? '万元' },
    region: regions.nameOf(company.region_code, 'city'),
    industry: industries.nameOf(company.industry_code),
    listing: listing === undefined ? null : { code: listing.code, board: listing.board },
  }
}

/** What an annual report told and no record does; each year once, newest first. */
function insuredOf(company: DetailRow, insured: RecordOverview['jobSeeker']['insured']) {
  const { insured_year: year, insured_count: count } = company
  if (year === null || count === null || insured.some((told) => told.year === year)) return insured
  return [...insured, { year, count }].toSorted((a, b) => b.year - a.year)
}

/** The company page, masked as it may leave the server. Views and those who want newer data are counted elsewhere. */
export function detailFrom(
  rows: DetailRows,
  { sections, risk, jobSeeker, ...flags }: RecordOverview,
  telling: Telling,
): Omit<CompanyDetail, 'viewCount' | 'updateRequests'> {
  const { company } = rows
  return {
    ...headOf(rows, flags),
    formerNames: namesOf(rows, 'former').map((name) => name.value),
    legalRepresentative: legalRepresentativeOf(company, telling),
    registeredCapital: amount(company.capital_value, company.capital_unit, company.capital_currency),
    phones: phonesOf(company).map(publicPhone),
    email: publicEmail(company.email, company.website),
    website: company.website,
    address: company.address,
    listings: listingsOf(rows),
    sections,
    risk,
    jobSeeker: { ...jobSeeker, insured: insuredOf(company, jobSeeker.insured) },
    ...provenanceOf(company, telling),
    updatedAt: new Date(company.updated_at).toISOString(),
  }
}

/** 工商信息, complete: what no source told is null. */
export function businessInfoFrom(rows: CompanyRows, telling: Telling): BusinessInfo {
  const { company } = rows
  const { regions, industries } = telling.reference
  const ended = company.ended_on ?? company.ended_reason ?? company.ended_office
  return {
    id: company.id,
    isDemo: company.is_demo === 1,
    creditCode: company.credit_code,
    name: company.name,
    legalRepresentative: legalRepresentativeOf(company, telling),
    status: normaliseStatus(company.status),
    statusRaw: company.status_raw,
    foundedOn: company.founded_on,
    registeredCapital: amount(company.capital_value, company.capital_unit, company.capital_currency),
    paidInCapital: amount(company.paid_in_value, company.paid_in_unit, company.paid_in_currency),
    organisationCode: organisationCodeOf(company.credit_code),
    registrationNumber: company.registration_number,
    taxNumber: company.credit_code,
    businessType: company.business_type,
    termFrom: company.term_from,
    termTo: company.term_to,
    taxpayerType: company.taxpayer_type,
    staffSize: company.staff_size,
    insuredCount: company.insured_count,
    insuredYear: company.insured_year,
    approvedOn: company.approved_on,
    region: regions.nameOf(company.region_code, 'county'),
    authority: company.authority,
    customsCode: company.customs_code,
    industry: industries.nameOf(company.industry_code),
    industryCode: industries.displayCode(company.industry_code),
    nameEnglish: company.name_english,
    formerNames: namesOf(rows, 'former').map((name) => ({ name: name.value, changedOn: dateOrNull(name.valid_to) })),
    address: company.address,
    mailAddress: company.mail_address,
    scope: company.scope,
    ended:
      ended === null ? null : { date: company.ended_on, reason: company.ended_reason, office: company.ended_office },
    listings: listingsOf(rows),
    formerShortNames: namesOf(rows, 'formerShort')
      .filter((name) => name.value !== company.short_name)
      .map((name) => ({ name: name.value, from: dateOrNull(name.valid_from), to: dateOrNull(name.valid_to) })),
    ...provenanceOf(company, telling),
  }
}
