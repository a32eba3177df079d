import { isAmount, type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { type ContactFilter, type RiskFilter, riskFilters } from '@baiqicha/contract/search-vocabulary'
import { type Clock, chinaDay } from '../../domain/clock.ts'
import { contactFilterOf } from '../../domain/company/company-contact.ts'
import { comparableCapital, type Headcount } from '../../domain/company/company-size.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import type { StatedOfficer } from '../../domain/company/legal-representative.ts'
import type { Database } from '../../platform/database/database.ts'
import { rowsByKey } from '../../platform/database/portable-sql.ts'
import { headcountKinds, memberKinds } from '../../records/company-changes.ts'
import { createCompanySubjects } from '../../records/company-subjects.ts'
import { officerFrom } from '../../records/current-records.ts'
import { createRecordCoverage, isWhole } from '../../records/record-coverage.ts'
import { riskRecordKinds } from '../../records/record-tallies.ts'
import { isShown, visibilityInSql } from '../../records/shown-record.ts'

/** Facts about a company that the search index takes from records. */
export type IndexableRecords = Pick<
  IndexableCompany,
  'risks' | 'members' | 'contacts' | 'revenue' | 'revenueYear' | 'lists'
> & {
  /** Employees and insured people by year, as records state them. */
  employees: Headcount[]
  insured: Headcount[]
  officers: StatedOfficer[]
}

type RiskKind = (typeof riskRecordKinds)[number]
const risky = new Set<string>(riskRecordKinds)
const isRiskKind = (kind: RecordKindKey): kind is RiskKind => risky.has(kind)
const isOffered = (kind: RiskKind) => kind in riskFilters
const offeredKinds = riskRecordKinds.filter(isOffered)

/** Facts of a company without records, while no source of records is connected. */
export const noIndexableRecords = (): IndexableRecords => ({
  risks: [],
  members: [],
  contacts: [],
  employees: [],
  insured: [],
  revenue: null,
  revenueYear: null,
  lists: [],
  officers: [],
})

/** Most shareholders and key persons indexed per company: some cooperatives list thousands. */
const MOST_MEMBERS = 1000

/** Fields with the number of people. */
const peopleFields = { annualEmployees: 'employees', annualInsurance: 'insuredCount' } as const
/** Kinds whose contents are read. */
const readKinds: readonly RecordKindKey[] = [...memberKinds, ...headcountKinds, 'contact', 'listEntry']

type ShownSubject = { subject_key: string; kind: RecordKindKey; view: string; record: string | null }
type StoredRow = { id: string; source_id: string; as_of: string | null; content: string }
type ShownRecord = {
  subject_key: string
  kind: RecordKindKey
  isCurrent: boolean
  row: StoredRow
  fields: RecordFields
}

/** Reads the facts about companies that the search index takes from records, and that confirm its hits. */
export function createIndexableRecordsRepository(db: Database, clock: Clock) {
  // Demonstration companies are included: callers have already filtered them.
  const subjects = createCompanySubjects(db, true)
  // Read for every call: the index reads a company again once after a source was connected, within the second.
  const coverages = createRecordCoverage(db, clock, { ttlMs: 0 })

  /**
   * Kinds of the shown records under these keys, with the id of each record whose content is read. Filtering by kind in
   * SQL would cost more than filtering afterwards.
   */
  const findShownSubjects = (keys: readonly string[], today: string): Promise<ShownSubject[]> =>
    db
      .selectFrom(rowsByKey(db, 'record_subject', JSON.stringify(keys)).as('subject'))
      .where(isShown(today))
      .select((row) => [
        'subject_key',
        'kind',
        visibilityInSql(today).as('view'),
        row.case().when('kind', 'in', readKinds).then(row.ref('record_id')).else(null).end().as('record'),
      ])
      .distinct()
      .execute()

  /** Contents of records that are no history, by record id, so that the same company always yields the same lists. */
  async function readRecords(subjectRows: readonly ShownSubject[]): Promise<ShownRecord[]> {
    const read = subjectRows.flatMap(({ subject_key, kind, view, record }) =>
      record === null || view === 'history' ? [] : [{ subject_key, kind, record, isCurrent: view === 'current' }],
    )
    if (read.length === 0) return []
    const ids = read.map(({ record }) => record)
    const rows = await db
      .selectFrom(rowsByKey(db, 'record', JSON.stringify(ids)).as('record'))
      .select(['id', 'source_id', 'as_of', 'content'])
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return read
      .toSorted((a, b) => (a.record < b.record ? -1 : 1))
      .flatMap(({ record, ...shown }) => {
        const row = byId.get(record)
        return row === undefined ? [] : [{ ...shown, row, fields: JSON.parse(row.content) }]
      })
  }

  return {
    /** Current facts by company id; unknown companies are left out. */
    async of(companyIds: readonly string[]): Promise<Map<string, IndexableRecords>> {
      const found = await subjects.find(companyIds)
      const coverageOf = await coverages.forCompanies()
      const companies = [...found].map(([id, { company, keys, namesakeKey }]) => ({
        id,
        isCovered: offeredKinds.every((kind) => isWhole(coverageOf(company)(kind))),
        own: keys.map(({ key }) => key),
        namesakes: namesakeKey === null ? [] : [namesakeKey],
      }))
      const keys = [...new Set(companies.flatMap(({ own, namesakes }) => [...own, ...namesakes]))]
      const all = await findShownSubjects(keys, chinaDay(clock.now()))
      const subjectRows = Map.groupBy(all, (row) => row.subject_key)
      const records = Map.groupBy(await readRecords(all), (row) => row.subject_key)
      const risksUnder = (some: readonly string[]) => some.flatMap((key) => risksIn(subjectRows.get(key) ?? []))
      return new Map(
        companies.map(({ id, isCovered, own, namesakes }) => {
          const ownRecords = own.flatMap((key) => records.get(key) ?? [])
          const current = ownRecords.filter(({ isCurrent }) => isCurrent)
          const known = { own: risksUnder(own), maybe: risksUnder(namesakes), isCovered }
          return [
            id,
            {
              risks: risksAmong(known),
              members: membersIn(current),
              contacts: contactTypesIn(ownRecords),
              employees: headcountsIn(current, 'annualEmployees'),
              insured: headcountsIn(current, 'annualInsurance'),
              ...revenueIn(current),
              lists: listsIn(current),
              officers: current.flatMap(({ kind, row }) => (kind === 'keyPerson' ? officerFrom(row) : [])),
            },
          ]
        }),
      )
    },

    /** Whether any record is stored, or any source of records connected. */
    async hasAny(): Promise<boolean> {
      const [record, feed] = await Promise.all([
        db.selectFrom('record_subject').select('kind').limit(1).executeTakeFirst(),
        db.selectFrom('record_feed').select('kind').limit(1).executeTakeFirst(),
      ])
      return record !== undefined || feed !== undefined
    },
  }
}
export type IndexableRecordsRepository = ReturnType<typeof createIndexableRecordsRepository>

function membersIn(records: readonly ShownRecord[]): string[] {
  const names = records.flatMap(({ kind, fields }) =>
    memberKinds.some((one) => one === kind) ? (textOf(fields, recordKinds[kind].heading ?? '') ?? []) : [],
  )
  return [...new Set(names)].slice(0, MOST_MEMBERS)
}

/** A contact under objection is shown until it is decided, so it counts. */
const contactTypesIn = (records: readonly ShownRecord[]): ContactFilter[] => [
  ...new Set(
    records.flatMap(({ kind, fields }) => (kind === 'contact' ? contactFilterOf(textOf(fields, 'value') ?? '') : [])),
  ),
]

const headcountsIn = (records: readonly ShownRecord[], of: (typeof headcountKinds)[number]): Headcount[] =>
  records.flatMap(({ kind, fields }) => {
    const { year, [peopleFields[of]]: people } = fields
    return kind === of && typeof year === 'number' && typeof people === 'number' ? [{ year, people }] : []
  })

/** Largest revenue that a list of companies states, in 万元. */
function revenueIn(records: readonly ShownRecord[]): Pick<IndexableCompany, 'revenue' | 'revenueYear'> {
  const revenues = records.flatMap(({ kind, fields: { revenue, revenueYear } }) => {
    const inWan =
      kind === 'listEntry' && isAmount(revenue) ? comparableCapital(revenue.value, revenue.unit, 'CNY') : null
    return inWan === null ? [] : [{ revenue: inWan, revenueYear: typeof revenueYear === 'number' ? revenueYear : null }]
  })
  return revenues.toSorted((a, b) => b.revenue - a.revenue)[0] ?? { revenue: null, revenueYear: null }
}

const listsIn = (records: readonly ShownRecord[]): string[] => [
  ...new Set(records.flatMap(({ kind, fields }) => (kind === 'listEntry' ? (textOf(fields, 'listName') ?? []) : []))),
]

type Risk = { kind: RiskKind; view: string }
type KnownRisks = { own: readonly Risk[]; maybe: readonly Risk[]; isCovered: boolean }

const risksIn = (subjectRows: readonly ShownSubject[]): Risk[] =>
  subjectRows.flatMap(({ kind, view }) => (isRiskKind(kind) ? [{ kind, view }] : []))

/**
 * A disputed record, or one about a name shared with other companies, is no risk of the company, but it excludes
 * `none`. `maybe`: records about a shared name. `isCovered`: whether sources cover the company for every kind that the filter
 * 未查询到风险 speaks about.
 */
function risksAmong({ own, maybe, isCovered }: KnownRisks): RiskFilter[] {
  const current = new Set<RiskFilter>(own.filter(({ view }) => view === 'current').map(({ kind }) => kind))
  const isNothing = isCovered && [...own, ...maybe].every(({ kind, view }) => view === 'history' || !isOffered(kind))
  return isNothing ? [...current, 'none'] : [...current]
}
