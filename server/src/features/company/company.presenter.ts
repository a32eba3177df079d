import type { BusinessInfo, CompanyDetail, Provenance } from '@baiqicha/contract/company-detail'
import { type Fact, fieldGroups, rareFacts } from '@baiqicha/contract/company-facts'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import * as z from 'zod/mini'
import { publicEmail, publicPhones, publicWebsite } from '../../domain/company/company-contact.ts'
import { normaliseStatus } from '../../domain/company/company-status.ts'
import { organisationCodeOf } from '../../domain/company/credit-code.ts'
import { plainColumnOf } from '../../domain/company/fact-columns.ts'
import {
  legalRepresentativeTitle,
  officeIsOld,
  type StatedOfficer,
  successorOf,
} from '../../domain/company/legal-representative.ts'
import { type Origin, sourceLink } from '../../domain/company/provenance.ts'
import { companyBriefName, logoText } from '../../domain/names/brief-name.ts'
import type {
  CompanyListingTable,
  CompanyNameTable,
  CompanyTable,
  SourceTable,
} from '../../platform/database/tables/company.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import { readOrigins } from '../../records/fact-origin.ts'
import type { RecordFlags, RecordOverview } from '../../records/record-tallies.ts'

type NameRow = Pick<CompanyNameTable, 'kind' | 'value' | 'valid_from' | 'valid_to' | 'source'>
type ListingRow = Omit<CompanyListingTable, 'company_id'>

/** Stored rows of one company, with all columns or the selected ones. */
export type CompanyRows<Column extends keyof CompanyTable = keyof CompanyTable> = {
  company: Pick<CompanyTable, Column>
  names: readonly NameRow[]
  listings: readonly ListingRow[]
}

/** Columns of a list row. Reading every column would dominate the time of a list. */
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
  'list_province',
  'industry_code',
  'is_demo',
] as const satisfies readonly (keyof CompanyTable)[]

/** Columns of the head of the company page. */
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

/**
 * Context of the presentation beside the rows. `now` is in milliseconds. `officers`: those of companies with an old legal
 * representative, by company id.
 */
type SummaryContext = {
  reference: ReferenceData
  now: number
  officers: ReadonlyMap<string, readonly StatedOfficer[]>
}
type DetailContext = SummaryContext & { sources: ReadonlyMap<string, SourceTable> }

const phonesJson = z.array(z.string())

/** As published. Mobile numbers are masked when the page is presented. */
export const phonesOf = ({ phones }: Pick<CompanyTable, 'phones'>): string[] =>
  phones === '[]' ? [] : z.parse(phonesJson, JSON.parse(phones))

const amount = (value: number | null, unit: string | null, currency: string | null) =>
  value === null ? null : { value, unit: unit ?? '万元', currency: currency ?? 'CNY' }

const newestFirst = (a: { valid_from: string; value: string }, b: { valid_from: string; value: string }) =>
  b.valid_from.localeCompare(a.valid_from) || a.value.localeCompare(b.value)

const namesOf = (rows: Pick<CompanyRows, 'names'>, kind: CompanyNameTable['kind']) =>
  rows.names.filter((name) => name.kind === kind).toSorted(newestFirst)

type DatedName = BusinessInfo['formerShortNames'][number]

/** Newest first. A source that states a name anew without its end states one period: 五新隧装 since 2015, and since 2021. */
function joinRepeated(names: readonly DatedName[]): DatedName[] {
  const joined: DatedName[] = []
  for (const one of names) {
    const newer = joined.at(-1)
    if (newer?.name === one.name && one.to === null) joined[joined.length - 1] = { ...newer, from: one.from }
    else joined.push(one)
  }
  return joined
}

const dateOrNull = (date: string | null) => (date === null || date === '' ? null : date)

/** Ids of the sources of a company's facts, with repetitions. */
export const companySourceIds = (company: DetailRow): string[] => [
  ...fieldGroups.flatMap((group) => company[`${group}_source`] ?? []),
  ...Array.from(readOrigins(company.other_origins).values(), ({ source }) => source),
]

/** `listings`: those of the company, first the one that a source leads to. */
function describeOrigin(
  { source, asOf }: Origin,
  { sources }: DetailContext,
  listings: CompanyDetail['listings'],
): Provenance {
  const known = sources.get(source)
  const sourceUrl = sourceLink(known?.url ?? null, listings[0])
  return { sourceId: source, sourceName: known?.name ?? source, sourceUrl, asOf }
}

function provenanceOf(rows: DetailRows, context: DetailContext) {
  const { company } = rows
  const listings = listingsOf(rows)
  const describe = (origin: Origin) => describeOrigin(origin, context, listings)
  const provenance: BusinessInfo['provenance'] = {}
  for (const group of fieldGroups) {
    const source = company[`${group}_source`]
    if (source !== null) provenance[group] = describe({ source, asOf: company[`${group}_as_of`] })
  }
  const others = readOrigins(company.other_origins)
  if (others.size === 0) return { provenance }
  const factProvenance: Partial<Record<Fact, Provenance>> = {}
  for (const [fact, origin] of others) factProvenance[fact] = describe(origin)
  return { provenance, factProvenance }
}

/** Shown instead of a date that no source states. */
const UNDATED = '日期不详'

/** Date of the office as shown: 2021 年年报, or the date itself. */
function datedBy(company: DetailRow, { sources }: DetailContext): string {
  const { people_as_of: asOf, people_source: source } = company
  if (asOf === null) return UNDATED
  return sources.get(source ?? '')?.kind === 'annual-report' ? `${asOf} 年年报` : asOf
}

type OfficeRow = Pick<CompanyTable, 'id' | 'legal_representative' | 'people_as_of'>

/** Companies whose legal representative newer officers may contradict. */
export const withOldOffice = (companies: readonly OfficeRow[], now: number): string[] =>
  companies.flatMap(({ id, legal_representative: person, people_as_of: asOf }) =>
    person !== null && officeIsOld(asOf, now) ? [id] : [],
  )

type ListedOnlyRow = Pick<CompanyTable, 'id' | 'capital_value' | 'founded_on' | 'legal_representative'>

/** Companies without the facts of a list row: rank and revenue stand for them where a list names the company. */
export const withoutRowFacts = (companies: readonly ListedOnlyRow[]): string[] =>
  companies.flatMap(({ id, capital_value: capital, founded_on: founded, legal_representative: person }) =>
    capital === null && founded === null && person === null ? [id] : [],
  )

/** Officer who leads instead of a superseded legal representative; null: the stated one stands. */
function successorAt(company: OfficeRow, { officers, now }: SummaryContext) {
  const { id, legal_representative: name, people_as_of: asOf } = company
  return name === null ? null : successorOf({ name, asOf }, officers.get(id) ?? [], now)
}

function legalRepresentativeOf(company: DetailRow, context: DetailContext): CompanyDetail['legalRepresentative'] {
  if (company.legal_representative === null) return null
  return {
    name: company.legal_representative,
    title: company.legal_representative_title ?? legalRepresentativeTitle(company.business_type),
    datedBy: officeIsOld(company.people_as_of, context.now) ? datedBy(company, context) : null,
  }
}

function leadingOfficerOf(rows: DetailRows, context: DetailContext): CompanyDetail['leadingOfficer'] {
  const { company } = rows
  const successor = successorAt(company, context)
  if (successor === null) return null
  const { name, position, sourceId, asOf } = successor
  return {
    name,
    title: position,
    datedBy: officeIsOld(asOf, context.now) ? (asOf ?? UNDATED) : null,
    source: describeOrigin({ source: sourceId, asOf }, context, listingsOf(rows)),
  }
}

const listingOrder = (row: ListingRow) => `${row.state === '上市' ? 0 : 1}${row.exchange}${row.code}`

/** Listed stocks first, then by exchange and code. */
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

const labelsOf = (names: { name: string; shortName: string | null }, regionName: string | null) => ({
  logoText: logoText(names, regionName),
  briefName: companyBriefName(names, regionName),
})

/** Fields that a list row shares with the head of the company page. */
const headOf = ({ company }: SummaryRows, flags: RecordFlags, { regions }: ReferenceData) => ({
  id: company.id,
  name: company.name,
  logo: null,
  ...labelsOf({ name: company.name, shortName: company.short_name }, regions.nameOf(company.region_code, 'city')),
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

/** Year of an old office; null when the office is recent enough. */
function yearOfOffice(asOf: string | null, now: number): string | null {
  if (!officeIsOld(asOf, now)) return null
  return asOf === null ? UNDATED : asOf.slice(0, 4)
}

/** Who leads the company in a list row. */
function officeOf(
  company: SummaryRows['company'],
  context: SummaryContext,
): Pick<CompanySummary, 'legalRepresentative' | 'legalRepresentativeYear' | 'leadingOfficer'> {
  const { legal_representative: person, people_as_of: asOf } = company
  const successor = successorAt(company, context)
  if (successor === null) {
    const year = person === null ? null : yearOfOffice(asOf, context.now)
    return { legalRepresentative: person, legalRepresentativeYear: year, leadingOfficer: null }
  }
  const { name, position } = successor
  const year = yearOfOffice(successor.asOf, context.now)
  return { legalRepresentative: null, legalRepresentativeYear: null, leadingOfficer: { name, title: position, year } }
}

/** The region of the registration; without one the province that the company gave to a list. */
const shownRegion = (company: Pick<CompanyTable, 'region_code' | 'list_province'>, { regions }: ReferenceData) =>
  regions.nameOf(company.region_code, 'city') ?? company.list_province

/** A list row. */
export function summaryFrom(
  rows: SummaryRows,
  { flags, listEntry }: { flags: RecordFlags; listEntry: CompanySummary['listEntry'] },
  context: SummaryContext,
): CompanySummary {
  const { company } = rows
  const { reference } = context
  const [listing] = listingsOf(rows)
  return {
    ...headOf(rows, flags, reference),
    formerNames: namesOf(rows, 'former').map((name) => ({ name: name.value, english: null, traditional: null })),
    ...officeOf(company, context),
    registeredCapital:
      company.capital_value === null ? null : { amount: company.capital_value, unit: company.capital_unit ?? '万元' },
    region: shownRegion(company, reference),
    industry: reference.industries.nameOf(company.industry_code),
    listing: listing === undefined ? null : { code: listing.code, board: listing.board },
    listEntry,
  }
}

/** Adds the insured people of the annual report unless a record states that year; newest first. */
function insuredOf(company: DetailRow, insured: RecordOverview['jobSeeker']['insured']) {
  const { insured_year: year, insured_count: count } = company
  if (year === null || count === null || insured.some((one) => one.year === year)) return insured
  return [...insured, { year, count }].toSorted((a, b) => b.year - a.year)
}

/** The company page, masked. The view count and the number of update requests are added by the callers. */
export function detailFrom(
  rows: DetailRows,
  { sections, risk, jobSeeker, ...flags }: RecordOverview,
  context: DetailContext,
): Omit<CompanyDetail, 'viewCount' | 'updateRequests'> {
  const { company } = rows
  return {
    ...headOf(rows, flags, context.reference),
    region: shownRegion(company, context.reference),
    formerNames: namesOf(rows, 'former').map((name) => name.value),
    legalRepresentative: legalRepresentativeOf(company, context),
    leadingOfficer: leadingOfficerOf(rows, context),
    registeredCapital: amount(company.capital_value, company.capital_unit, company.capital_currency),
    phones: publicPhones(phonesOf(company)),
    email: publicEmail(company.email, company.website),
    website: publicWebsite(company.website),
    address: company.address,
    listings: listingsOf(rows),
    sections,
    risk,
    jobSeeker: { ...jobSeeker, insured: insuredOf(company, jobSeeker.insured) },
    ...provenanceOf(rows, context),
    licences: Object.fromEntries([...context.sources].map(([id, { licence }]) => [id, licence])),
    updatedAt: new Date(company.updated_at).toISOString(),
  }
}

/** 工商信息 in full; a fact that no source states is null. */
export function businessInfoFrom(rows: CompanyRows, context: DetailContext): BusinessInfo {
  const { company } = rows
  const { regions, industries } = context.reference
  const ended = company.ended_on ?? company.ended_reason ?? company.ended_office
  return {
    id: company.id,
    isDemo: company.is_demo === 1,
    creditCode: company.credit_code,
    name: company.name,
    legalRepresentative: legalRepresentativeOf(company, context),
    leadingOfficer: leadingOfficerOf(rows, context),
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
    rareFacts: rareFacts.flatMap((fact) => {
      const value = company[plainColumnOf(fact)]
      return value === null ? [] : [{ fact, value }]
    }),
    industry: industries.nameOf(company.industry_code),
    industryCode: industries.displayCode(company.industry_code),
    nameEnglish: company.name_english,
    formerNames: namesOf(rows, 'former').map(({ value, valid_to: to, source }) => ({
      name: value,
      changedOn: dateOrNull(to),
      sourceName: context.sources.get(source ?? '')?.name ?? null,
    })),
    address: company.address,
    mailAddress: company.mail_address,
    scope: company.scope,
    ended:
      ended === null ? null : { date: company.ended_on, reason: company.ended_reason, office: company.ended_office },
    listings: listingsOf(rows),
    formerShortNames: joinRepeated(
      namesOf(rows, 'formerShort')
        .filter((name) => name.value !== company.short_name)
        .map((name) => ({ name: name.value, from: dateOrNull(name.valid_from), to: dateOrNull(name.valid_to) })),
    ),
    ...provenanceOf(rows, context),
  }
}
