import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { MAX_TIMELINE_RECORDS, type RecordDetail, type RiskTimelineRecord } from '@baiqicha/contract/records/record'
import { sql } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import { PERSON_MARK } from '../../domain/records/person-name.ts'
import type { Database } from '../../platform/database/database.ts'
import { compileOnce, rowsByKey } from '../../platform/database/portable-sql.ts'
import { createSourceReader } from '../../platform/database/source-reader.ts'
import { type CompanySubjects, createCompanySubjects } from '../../records/company-subjects.ts'
import { createRecordCoverage } from '../../records/record-coverage.ts'
import { caseMark, hasMark } from '../../records/record-fields.ts'
import { createMentionedCompanies, createRecordLinks } from '../../records/record-links.ts'
import { riskRecordKinds, severityOf } from '../../records/record-tallies.ts'
import { createRecordReader, isShown, type StoredRecord, visibilityInSql } from '../../records/shown-record.ts'
import { subjectRows, wantedValues } from '../../records/subject-rows.ts'
import { createCaseReader, createRecordListReader } from './record-list.repository.ts'

/** Counts the current outward investments of companies, as their lists count them. One query for all companies. */
function createInvestmentCounts(db: Database) {
  const findCounts = compileOnce(db, ([today = '', ...values]) =>
    subjectRows(db, { values, today, kinds: ['overseasInvest'] })
      .where(visibilityInSql(today), '=', sql.lit('current'))
      .select('wanted.company as company')
      .select((row) => row.fn.countAll<number>().as('records'))
      .groupBy('wanted.company'),
  )
  return async (companies: readonly CompanySubjects[], today: string): Promise<Map<string, number>> => {
    if (companies.length === 0) return new Map()
    const rows = await findCounts([today, ...wantedValues(companies)])
    const counted = new Map(rows.map(({ company, records }) => [Number(company), records]))
    return new Map(companies.map(({ company }, at) => [company.id, counted.get(at) ?? 0]))
  }
}

export type RecordRepositoryDeps = {
  db: Database
  clock: Clock
  /** Whether readers see demonstration companies and their records (DEMO_DATA). */
  includeDemo: boolean
}

/** A closed objection to a record. */
export type StoredDecision = {
  result: RecordDetail['decisions'][number]['result']
  note: string | null
  statement: string
  decidedAt: number
}

/** More records of one matter are read from its own lists. */
const RELATED_LIMIT = 30

/** Reads records, the companies they are about, and their sources. Days are YYYY-MM-DD in China Standard Time. */
export function createRecordRepository({ db, clock, includeDemo }: RecordRepositoryDeps) {
  const subjects = createCompanySubjects(db, includeDemo)
  const readRecords = createRecordReader(db)
  const findMentioned = createMentionedCompanies(db)
  const coverages = createRecordCoverage(db, clock)

  return {
    /** Records by id, in no order; unknown ids are left out. `without`: fields that are not read. */
    findRecords: readRecords,

    /** A record that readers may see; undefined when it is unknown or a demonstration that is switched off. */
    async findRecord(id: string): Promise<StoredRecord | undefined> {
      const [record] = await readRecords([id])
      return record?.is_demo === 1 && !includeDemo ? undefined : record
    },

    /** Subject keys of each company, by id; unknown companies are left out. */
    findSubjects: (ids: readonly string[]): Promise<Map<string, CompanySubjects>> => subjects.find(ids),

    /** Subject keys of the companies that have one of these keys, by id. */
    async findSubjectsByKeys(keys: readonly string[]): Promise<Map<string, CompanySubjects>> {
      return subjects.find(await findMentioned(keys))
    },

    /** Every shown record of one kind about a company, in the order of the list, with counts from the same query. */
    listRecords: createRecordListReader(db),

    /** Legal records of a company by case. */
    findCases: createCaseReader(db),

    /** Id of the newest current record of these kinds about a company; undefined when there is none. */
    async findNewest(kinds: readonly RecordKindKey[], of: CompanySubjects, today: string): Promise<string | undefined> {
      const [newest] = await subjectRows(db, { values: wantedValues([of]), today, kinds })
        .where(visibilityInSql(today), '=', sql.lit('current'))
        .select('subject.record_id as id')
        .orderBy('subject.published_on', (by) => by.desc().nullsLast())
        .orderBy('subject.record_id')
        .limit(1)
        .execute()
      return newest?.id
    },

    /** Dated risk records about a company, newest first. */
    async findTimeline(of: CompanySubjects, today: string): Promise<RiskTimelineRecord[]> {
      const rows = await subjectRows(db, { values: wantedValues([of]), today, kinds: riskRecordKinds })
        .where('subject.published_on', 'is not', null)
        .select(['subject.record_id as id', 'subject.kind as recordKind', 'subject.severity', 'subject.cases'])
        .select(visibilityInSql(today).as('view'))
        .select('subject.published_on as publishedAt')
        .$narrowType<{ publishedAt: string }>()
        .orderBy('subject.published_on', 'desc')
        .orderBy('subject.record_id')
        .limit(MAX_TIMELINE_RECORDS)
        .execute()
      return rows.map(({ severity, cases, ...row }) => ({
        ...row,
        severity: severityOf[severity] ?? null,
        // Stored as `|first|second|`.
        caseNo: cases.split('|').find((caseNo) => caseNo !== '') ?? null,
      }))
    },

    /** Other records with one of the case numbers and one of the subject keys, in no order. */
    async findRelated(
      { id, caseNumbers, subjectKeys }: { id: string; caseNumbers: readonly string[]; subjectKeys: readonly string[] },
      today: string,
    ): Promise<StoredRecord[]> {
      // The keys of persons serve the search for persons alone.
      const ofCompanies = subjectKeys.filter((key) => !key.startsWith(PERSON_MARK))
      if (caseNumbers.length === 0 || ofCompanies.length === 0) return []
      const found = await db
        .selectFrom(rowsByKey(db, 'record_subject', JSON.stringify(ofCompanies)).as('subject'))
        .select('record_id')
        .distinct()
        .where('record_id', '<>', id)
        .where(isShown(today))
        .where((row) => row.or(caseNumbers.map((number) => hasMark(db, 'cases', caseMark(number)))))
        .orderBy('record_id')
        .limit(RELATED_LIMIT)
        .execute()
      return readRecords(found.map(({ record_id }) => record_id))
    },

    /** Closed objections to a record, newest first. */
    async findDecisions(recordId: string): Promise<StoredDecision[]> {
      const rows = await db
        .selectFrom('correction')
        .select(['result', 'note', 'statement', 'decided_at'])
        .where('record_id', '=', recordId)
        .where('state', '=', '已办结')
        .orderBy('decided_at', 'desc')
        .orderBy('number')
        .execute()
      return rows.flatMap(({ result, note, statement, decided_at: decidedAt }) =>
        result === null || decidedAt === null ? [] : [{ result, note, statement, decidedAt }],
      )
    },

    /** Number of current outward investments of each company, by id. */
    countInvestments: createInvestmentCounts(db),
    /** What the sources of each kind cover of a company. */
    findCoverage: (company: CompanySubjects['company']) => coverages.ofCompany(company),
    /** Sources by id. */
    findSources: createSourceReader(db, clock),
    /** Links from the names in records to company pages, where the company is certain. */
    linkFields: createRecordLinks(db, includeDemo),
  }
}
export type RecordRepository = ReturnType<typeof createRecordRepository>
