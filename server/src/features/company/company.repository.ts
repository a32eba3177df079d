import type { BusinessInfo, CompanyDetail } from '@baiqicha/contract/company-detail'
import type { CompanySummary } from '@baiqicha/contract/company-summary'
import type { RecentListings } from '@baiqicha/contract/home'
import { isAmount, textOf } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import { comparableCapital } from '../../domain/company/company-size.ts'
import type { StatedOfficer } from '../../domain/company/legal-representative.ts'
import { MOST_COMPANIES_OF_SITE, siteFlaw } from '../../domain/contacts/contact-value.ts'
import { maskRow } from '../../domain/masking/masking.ts'
import { logoText } from '../../domain/names/brief-name.ts'
import type { Database, Tables } from '../../platform/database/database.ts'
import { compileOnce, isRealCompany, jsonRows, readJsonRows } from '../../platform/database/portable-sql.ts'
import { createSourceReader } from '../../platform/database/source-reader.ts'
import type { CompanyTable } from '../../platform/database/tables/company.ts'
import type { ReferenceData } from '../../platform/reference-data.ts'
import { type CompanySubjects, createCompanySubjects } from '../../records/company-subjects.ts'
import { type CurrentRecord, createCurrentRecords, officerFrom } from '../../records/current-records.ts'
import { hiddenContacts, withoutHiddenContacts } from '../../records/hidden-numbers.ts'
import type { CompanyRecords } from '../../records/record-counts.ts'
import { readFields } from '../../records/record-fields.ts'
import { createMergedCompanyReader } from '../../records/record-links.ts'
import { noFlags } from '../../records/record-tallies.ts'
import type { CompanyHit } from '../../search/company-search.ts'
import {
  businessInfoFrom,
  type CompanyRows,
  companySourceIds,
  detailColumns,
  detailFrom,
  summaryColumns,
  summaryFrom,
  withOldOffice,
  withoutRowFacts,
} from './company.presenter.ts'
import { createCoverageReader } from './coverage.repository.ts'
import { findDirectHits } from './direct-hits.repository.ts'

export type CompanyRepositoryDeps = {
  db: Database
  clock: Clock
  reference: ReferenceData
  /** Whether readers see demonstration companies (DEMO_DATA). */
  includeDemo: boolean
  records: CompanyRecords
}

type SummaryColumns = CompanyRows<(typeof summaryColumns)[number]>['company']

const officerSources = (officers: readonly StatedOfficer[] = []) => officers.map(({ sourceId }) => sourceId)

/** Columns that are no text, codes that are checked at the import, and contacts, which the presenter masks. */
const unmaskedColumns = new Set([
  'id',
  'credit_code',
  'registration_number',
  'other_origins',
  'phones',
  'email',
  'website',
  'names',
  'listings',
])

/** The rows of a company as readers and 百言 may see them. */
const shownRows = <Company extends Pick<CompanyRows, 'names' | 'listings'>>(company: Company) => ({
  company: maskRow(company, unmaskedColumns),
  names: readJsonRows(company.names).map((name) => maskRow(name)),
  listings: readJsonRows(company.listings),
})

export function createCompanyRepository({ db, clock, reference, includeDemo, records }: CompanyRepositoryDeps) {
  const findSources = createSourceReader(db, clock)
  const keyPersons = createCurrentRecords(db, clock, 'keyPerson')
  const listEntries = createCurrentRecords(db, clock, 'listEntry')
  const subjects = createCompanySubjects(db, includeDemo)
  type Known = ReadonlyMap<string, CompanySubjects>
  const knownOf = (known: Known, ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? [])
  /** Subjects of the companies of a list whose rows need records: one query for all that read them. */
  const findSubjectsOfRows = (companies: readonly SummaryColumns[]) =>
    subjects.find([
      ...new Set([
        ...withOldOffice(companies, clock.now()),
        ...withoutRowFacts(companies),
        ...companies.flatMap(({ id, credit_code: code }) => (code === null ? [id] : [])),
      ]),
    ])
  /** Context of these companies. Officers are read for those alone whose legal representative is an old statement. */
  const contextOf = async (companies: Parameters<typeof withOldOffice>[0], known: Known) => {
    const now = clock.now()
    const persons = await keyPersons.of(knownOf(known, withOldOffice(companies, now)))
    const officers = new Map([...persons].map(([id, current]) => [id, current.flatMap(officerFrom)]))
    return { reference, now, officers }
  }

  const companiesWithChildRows = () =>
    db
      .selectFrom('company')
      .select((company) => [
        jsonRows(
          db,
          company
            .selectFrom('company_name')
            .select(['kind', 'value', 'valid_from', 'valid_to', 'source'])
            .whereRef('company_id', '=', 'company.id'),
        ).as('names'),
        jsonRows(
          db,
          company
            .selectFrom('company_listing')
            .select(['exchange', 'code', 'old_code', 'board', 'state', 'listed_on', 'delisted_on'])
            .whereRef('company_id', '=', 'company.id'),
        ).as('listings'),
      ])
      .$if(!includeDemo, (company) => company.where(isRealCompany))

  const findSummaryRows = compileOnce(db, (ids) =>
    companiesWithChildRows().select(summaryColumns).where('id', 'in', ids),
  )
  const findDetailRows = compileOnce(db, (ids) =>
    companiesWithChildRows()
      .select(detailColumns)
      .select((company) => [hiddenContacts(db, company), hasSharedSite(company)])
      .where('id', 'in', ids),
  )
  const findWholeRows = compileOnce(db, (ids) => companiesWithChildRows().selectAll('company').where('id', 'in', ids))

  const findUpdateRequests = compileOnce(db, (ids) =>
    db
      .selectFrom('update_request')
      .select((request) => request.fn.countAll<number>().as('requests'))
      .where('company_id', 'in', ids)
      .where('done_at', 'is', null),
  )
  const countUpdateRequests = async (id: string) => (await findUpdateRequests([id]))[0]?.requests ?? 0

  const findMerged = createMergedCompanyReader(db)
  /** What `find` returns for the id, else for the company that has the id now. */
  async function findOrMerged<T>(id: string, find: (id: string) => Promise<T | null>): Promise<T | null> {
    const found = await find(id)
    if (found !== null) return found
    const merged = await findMerged(id)
    return merged === null ? null : find(merged)
  }

  const findDetail: CompanyRepository['findDetail'] = async (id) => {
    const [[company], known, updateRequests] = await Promise.all([
      findDetailRows([id]),
      subjects.find([id]),
      countUpdateRequests(id),
    ])
    const subject = known.get(id)
    if (company === undefined || subject === undefined) return null
    const [overview, context] = await Promise.all([records.overviewOf(subject), contextOf([company], known)])
    const sources = await findSources([...companySourceIds(company), ...officerSources(context.officers.get(id))])
    return {
      ...detailFrom(shownRows(withoutSharedSite(withoutHiddenContacts(company))), overview, { ...context, sources }),
      updateRequests,
    }
  }

  const findBusinessInfo: CompanyRepository['findBusinessInfo'] = async (id) => {
    const [company] = await findWholeRows([id])
    if (company === undefined) return null
    const rows = shownRows(company)
    const ofNames = rows.names.flatMap(({ source }) => source ?? [])
    return businessInfoFrom(rows, {
      ...(await contextOf([company], await subjects.find(withOldOffice([company], clock.now())))),
      sources: await findSources([...companySourceIds(company), ...ofNames]),
    })
  }

  async function listSummaries(ids: readonly string[]): Promise<CompanySummary[]> {
    if (ids.length === 0) return []
    const companies = await findSummaryRows(ids)
    const known = await findSubjectsOfRows(companies)
    const [flags, context, entries] = await Promise.all([
      records.flagsOf(companies, known),
      contextOf(companies, known),
      listEntries.of(knownOf(known, withoutRowFacts(companies))),
    ])
    const byId = new Map(companies.map((company) => [company.id, company]))
    return ids.flatMap((id) => {
      const company = byId.get(id)
      if (company === undefined) return []
      const listEntry = bestListEntry(entries.get(id) ?? [])
      return [summaryFrom(shownRows(company), { flags: flags.get(id) ?? noFlags, listEntry }, context)]
    })
  }

  return {
    /** Also by an id that the company gave up. null for an unknown id, and for a demonstration company while those are switched off. */
    findDetail: (id: string): Promise<Omit<CompanyDetail, 'viewCount'> | null> => findOrMerged(id, findDetail),
    /** null as for `findDetail`. */
    findBusinessInfo: (id: string): Promise<BusinessInfo | null> => findOrMerged(id, findBusinessInfo),

    /** In the order of `ids`; ids without a company are left out. */
    listSummaries,

    /**
     * Real companies with a stated status by founding date, newest first. A date after the listing is that of a
     * re-registration, so those companies are left out, as those without a date.
     */
    listNewest: async ({ offset, limit }: { offset: number; limit: number }): Promise<CompanySummary[]> => {
      const newest = await db
        .selectFrom('company')
        .select('id')
        .where('is_demo', '=', 0)
        .where('founded_on', 'is not', null)
        .where('status', 'is not', null)
        .where((company) =>
          company.not(
            company.exists(
              company
                .selectFrom('company_listing')
                .select(sql`1`.as('one'))
                .whereRef('company_listing.company_id', '=', 'company.id')
                .whereRef('company_listing.listed_on', '<', 'company.founded_on'),
            ),
          ),
        )
        .orderBy('founded_on', 'desc')
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute()
      return listSummaries(newest.map(({ id }) => id))
    },

    /** The newest listings of real companies whose stock is listed now. */
    listRecentListings: async (limit: number): Promise<RecentListings> => {
      const rows = await db
        .selectFrom('company_listing')
        .innerJoin('company', 'company.id', 'company_listing.company_id')
        .select([
          'company.id as id',
          'company.name as name',
          'company.region_code as regionCode',
          'company.short_name as shortName',
          'company.listing_as_of as asOf',
          'company_listing.code as code',
          'company_listing.exchange as exchange',
          'company_listing.board as board',
        ])
        .select((row) => row.ref('company_listing.listed_on').$notNull().as('listedOn'))
        .where('company.is_demo', '=', 0)
        .where('company_listing.state', '=', '上市')
        .where('company_listing.listed_on', 'is not', null)
        .orderBy('company_listing.listed_on', 'desc')
        .orderBy('company_listing.code', 'desc')
        .limit(limit)
        .execute()
      const dates = rows.flatMap(({ asOf }) => asOf ?? []).toSorted()
      return {
        asOf: dates.at(-1) ?? null,
        list: rows.map(({ regionCode, asOf: _asOf, ...row }) => ({
          ...row,
          logoText: logoText(row, reference.regions.nameOf(regionCode, 'city')),
        })),
      }
    },

    /** Exact names and codes, then prefixes of names: the search that works without an index. */
    findByExactNameCodeOrPrefix: (keyword: string, limit: number): Promise<CompanyHit[]> =>
      findDirectHits(db, { keyword, limit, includeDemo }),

    coverage: createCoverageReader({ db, clock, includeDemo }),
  }
}
export type CompanyRepository = ReturnType<typeof createCompanyRepository>

type ListEntry = NonNullable<CompanySummary['listEntry']>

const textOfNumber = (value: unknown) => (typeof value === 'number' ? String(value) : null)

/** The entry with the best rank, as the head of the company page shows it; null for none. */
function bestListEntry(records: readonly CurrentRecord[]): ListEntry | null {
  const entries = records.flatMap(({ content }) => {
    const fields = readFields(recordKinds.listEntry, content)
    const name = textOf(fields, 'listName')
    if (name === null) return []
    const { revenue, revenueYear, rank } = fields
    const place = typeof rank === 'number' ? rank : null
    const inWan = isAmount(revenue) ? comparableCapital(revenue.value, revenue.unit, null) : null
    const title = place === null ? '在列' : `第 ${place} 位`
    const entry: ListEntry = { name, title, year: textOfNumber(revenueYear), amount: textOfNumber(inWan) }
    return [{ place: place ?? Number.POSITIVE_INFINITY, entry }]
  })
  return entries.toSorted((a, b) => a.place - b.place)[0]?.entry ?? null
}

/** Column of a company: whether more companies than may share a site name its own one. */
const hasSharedSite = (company: ExpressionBuilder<Tables, 'company'>) =>
  company
    .exists(
      company
        .selectFrom('company_contact as own')
        .select(sql`1`.as('one'))
        .whereRef('own.company_id', '=', 'company.id')
        .where('own.number_key', 'like', sql.lit('%.%'))
        .where('own.number_key', 'not like', sql.lit('%@%'))
        .where(
          sql<number>`(select count(*) from (
            select 1 from company_contact as other where other.number_key = own.number_key
            limit ${sql.lit(MOST_COMPANIES_OF_SITE + 1)}) as sharing)`,
          '>',
          sql.lit(MOST_COMPANIES_OF_SITE),
        ),
    )
    .as('has_shared_site')

type WithSite = Pick<CompanyTable, 'website'> & { has_shared_site: unknown }

/** The company without a site that many companies state, or that has a flaw. */
const withoutSharedSite = <Row extends WithSite>(row: Row): Row =>
  Boolean(row.has_shared_site) || siteFlaw(row.website ?? '') !== null ? { ...row, website: null } : row
