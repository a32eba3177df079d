import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { sql } from 'kysely'
import { type Clock, chinaDay } from '../domain/clock.ts'
import { createLargeResultCache } from '../platform/cache.ts'
import type { Database } from '../platform/database/database.ts'
import { compileOnce, rowsByKey } from '../platform/database/portable-sql.ts'
import type { CompanyTable } from '../platform/database/tables/company.ts'
import { type CompanySubjects, createCompanySubjects } from './company-subjects.ts'
import { createRecordCoverage, isWhole } from './record-coverage.ts'
import { facetMark, hasMark, readFields } from './record-fields.ts'
import { createRecordRevision } from './record-revision.ts'
import {
  labourDisputesFrom,
  noFlags,
  overviewFrom,
  type RecordFlags,
  type RecordOverview,
  type RecordRisk,
  riskFrom,
  sumOf,
  type Tally,
} from './record-tallies.ts'
import { isShown, visibilityInSql } from './shown-record.ts'
import { largeResults, subjectKeysOfCompany, subjectRows, wantedValues } from './subject-rows.ts'

/** Columns needed to read the flags of a list row. */
export type FlaggedCompany = Pick<CompanyTable, 'id' | 'credit_code' | 'registration_number' | 'name_key'>

export type CompanyRecords = ReturnType<typeof createCompanyRecords>

const flagKinds = {
  dishonestExecutor: 'isDishonestDebtor',
  executedPerson: 'isJudgmentDebtor',
  consumptionRestriction: 'isConsumptionRestricted',
} as const
type FlagKind = keyof typeof flagKinds
const flagKindKeys = ['dishonestExecutor', 'executedPerson', 'consumptionRestriction'] as const satisfies FlagKind[]

type CountRow = Tally & { company: string }

/** Records of all companies with cached counts: about a thousand large companies. */
const MAX_CACHED_RECORDS = 10_000_000

/** Kinds with one number a year, which the job-seeker card draws as bars. */
const yearKinds = ['annualInsurance', 'annualEmployees'] as const

/** Newest years of insured people, and of employees, that are shown. */
const YEARS = 10

const keysOf = (subject: CompanySubjects | undefined) => subject?.keys.map(({ key }) => key) ?? []

/** Flags of a company from its keys; null for none. */
function flagsOfKeys(keys: readonly string[], byKey: ReadonlyMap<string, RecordFlags>): RecordFlags | null {
  const flags = keys.flatMap((key) => byKey.get(key) ?? [])
  if (flags.length === 0) return null
  return {
    isDishonestDebtor: flags.some((of) => of.isDishonestDebtor),
    isJudgmentDebtor: flags.some((of) => of.isJudgmentDebtor),
    isConsumptionRestricted: flags.some((of) => of.isConsumptionRestricted),
  }
}

export type CompanyRecordsDeps = { db: Database; clock: Clock; includeDemo: boolean }

export function createCompanyRecords({ db, clock, includeDemo }: CompanyRecordsDeps) {
  const subjects = createCompanySubjects(db, includeDemo)
  const coverages = createRecordCoverage(db, clock)
  const revision = createRecordRevision(db)

  const findCounts = compileOnce<CountRow>(db, ([today = '', ...values]) =>
    subjectRows(db, { values, today })
      .select(['wanted.company as company', 'subject.kind as kind', 'subject.severity as severity'])
      .select((row) => [
        visibilityInSql(today).as('view'),
        sql<number>`case when subject.identity = '被告' then 1 else 0 end`.as('is_defendant'),
        sql<number>`case when ${hasMark(db, 'facets', facetMark('labour', '劳动争议'))} then 1 else 0 end`.as(
          'is_labour',
        ),
        row.fn.countAll<number>().as('records'),
      ])
      .groupBy(sql`1, 2, 3, 4, 5, 6`),
  )
  const findFlags = compileOnce<{ subject_key: string; kind: FlagKind }>(db, ([today = '', keys = '']) =>
    db
      .selectFrom(rowsByKey(db, 'record_subject', keys, sql`kind in (${sql.join(flagKindKeys)})`).as('subject'))
      .select(['subject_key', 'kind'])
      .where(isShown(today))
      .where(visibilityInSql(today), '=', sql.lit('current'))
      .$castTo<{ subject_key: string; kind: FlagKind }>()
      .distinct(),
  )
  const findYears = compileOnce<{ kind: string; year: number | null; content: string | null }>(
    db,
    ([today = '', ...values]) =>
      subjectRows(db, { values, today, kinds: yearKinds })
        .where(visibilityInSql(today), '=', sql.lit('current'))
        .select(['subject.kind as kind', 'subject.sort_value as year'])
        .select((row) =>
          row.selectFrom('record').select('content').whereRef('record.id', '=', 'subject.record_id').as('content'),
        )
        .orderBy('subject.sort_value', 'desc')
        .orderBy('wanted.rank')
        .orderBy('subject.record_id')
        .limit(sql.lit(2 * YEARS)),
  )

  async function countsOf(companies: readonly CompanySubjects[]): Promise<Map<string, CountRow[]>> {
    const values = wantedValues(companies)
    const rows = values.length === 0 ? [] : await findCounts([chinaDay(clock.now()), ...values])
    return Map.groupBy(rows, ({ company }) => companies[Number(company)]?.company.id ?? '')
  }

  const cachedCounts = createLargeResultCache<readonly Tally[]>({
    sizeOf: sumOf,
    maxSize: MAX_CACHED_RECORDS,
    ...largeResults,
  })
  /** Counts for the page of one company; cached when it has many records. */
  const countsFor = async (subject: CompanySubjects) =>
    cachedCounts(
      [await revision(), chinaDay(clock.now()), ...subject.keys.map(({ key }) => key)].join(' '),
      async () => (await countsOf([subject])).get(subject.company.id) ?? [],
    )

  async function readFlags(keys: readonly string[]): Promise<Map<string, RecordFlags>> {
    const flags = new Map<string, RecordFlags>()
    const rows = keys.length === 0 ? [] : await findFlags([chinaDay(clock.now()), JSON.stringify([...new Set(keys)])])
    for (const { subject_key: key, kind } of rows) {
      flags.set(key, { ...(flags.get(key) ?? noFlags), [flagKinds[kind]]: true })
    }
    return flags
  }

  /** Numbers of insured people and of employees by year, newest year first. */
  async function yearsOf(
    company: CompanySubjects,
  ): Promise<Pick<RecordOverview['jobSeeker'], 'insured' | 'employees'>> {
    const rows = await findYears([chinaDay(clock.now()), ...wantedValues([company])])
    const numbersOf = (kind: (typeof yearKinds)[number], field: string) => {
      const byYear = new Map<number, number>()
      for (const { kind: ofRow, year, content } of rows) {
        if (ofRow !== kind || year === null || byYear.has(year)) continue
        const count = content === null ? null : readFields(recordKinds[kind], content)[field]
        if (typeof count === 'number') byYear.set(year, count)
      }
      return Array.from(byYear, ([year, count]) => ({ year, count }))
    }
    return {
      insured: numbersOf('annualInsurance', 'insuredCount'),
      employees: numbersOf('annualEmployees', 'employees'),
    }
  }

  return {
    /**
     * By company id; companies without flags are left out. One query, and two more for companies identified by name whose
     * subjects are not `known`.
     */
    async flagsOf(
      companies: readonly FlaggedCompany[],
      known: ReadonlyMap<string, CompanySubjects> = new Map(),
    ): Promise<Map<string, RecordFlags>> {
      const candidates = companies.map((company) => ({ company, keys: subjectKeysOfCompany(company) }))
      const knownKeys = [...known.values()].flatMap(keysOf)
      const byKey = await readFlags([...candidates.flatMap(({ keys }) => keys), ...knownKeys])
      // Only for these companies do other subjects with the same name matter.
      const ambiguous = new Set(
        companies.flatMap(({ id, credit_code: code, name_key }) =>
          code === null || byKey.has(`n:${name_key}`) ? [id] : [],
        ),
      )
      const found = await subjects.find([...ambiguous].filter((id) => !known.has(id)))
      for (const [key, flags] of await readFlags([...found.values()].flatMap(keysOf))) byKey.set(key, flags)
      return new Map(
        candidates.flatMap(({ company: { id }, keys }) => {
          const ownKeys = ambiguous.has(id) ? keysOf(known.get(id) ?? found.get(id)) : keys
          const flags = flagsOfKeys(ownKeys, byKey)
          return flags === null ? [] : [[id, flags]]
        }),
      )
    },

    async overviewOf(subject: CompanySubjects): Promise<RecordOverview> {
      const [rows, coverage] = await Promise.all([countsFor(subject), coverages.ofCompany(subject.company)])
      const hasYears = rows.some(({ kind }) => yearKinds.some((one) => one === kind))
      return {
        ...overviewFrom(rows, coverage),
        jobSeeker: {
          labourDisputes: labourDisputesFrom(rows, coverage),
          ...(hasYears ? await yearsOf(subject) : { insured: [], employees: [] }),
        },
      }
    },

    /** Whether sources cover each of the companies for the kind. */
    async areCovered(ids: readonly string[], kind: RecordKindKey): Promise<boolean> {
      const companies = await subjects.find(ids)
      const coverageOf = await coverages.forCompanies()
      return [...companies.values()].every(({ company }) => isWhole(coverageOf(company)(kind)))
    },

    /** By company id, with the counts of the company page. */
    async overviewsOf(ids: readonly string[]): Promise<Map<string, Omit<RecordOverview, 'jobSeeker'>>> {
      const companies = await subjects.find(ids)
      const [counts, coverageOf] = await Promise.all([countsOf([...companies.values()]), coverages.forCompanies()])
      return new Map(
        Array.from(companies, ([id, { company }]) => [id, overviewFrom(counts.get(id) ?? [], coverageOf(company))]),
      )
    },

    /** By company id, with the same counts as the lists. */
    async risksOf(ids: readonly string[]): Promise<Map<string, RecordRisk>> {
      const companies = await subjects.find(ids)
      const counts = await countsOf([...companies.values()])
      const risks = Array.from(
        companies,
        async ([id, { company }]): Promise<[string, RecordRisk]> => [
          id,
          riskFrom(counts.get(id) ?? [], await coverages.ofCompany(company)),
        ],
      )
      return new Map(await Promise.all(risks))
    },
  }
}
