import { type LegalRiskKey, legalRiskKeys } from '@baiqicha/contract/records/kind-table'
import type { RecordView } from '@baiqicha/contract/records/record'
import { type Thread, threadsOf } from '../../domain/records/case-number.ts'
import { createLargeResultCache } from '../../platform/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CompanySubjects } from '../../records/company-subjects.ts'
import { createRecordRevision } from '../../records/record-revision.ts'
import { visibilityInSql } from '../../records/record-visibility.ts'
import { largeResults, subjectRows, wantedValues } from '../../records/subject-rows.ts'

/** A legal record as far as its case needs it. `publishedOn` is YYYY-MM-DD. */
export type CaseMember = {
  id: string
  kind: LegalRiskKey
  view: RecordView
  publishedOn: string | null
  cases: readonly string[]
}
/** Legal records of a company by case, each newest first. `size` is the number of records. */
export type CaseThreads = { threads: readonly Thread<CaseMember>[]; size: number }

const MAX_CACHED_RECORDS = 100_000

const isLegal = (kind: string): kind is LegalRiskKey => legalRiskKeys.some((key) => key === kind)

/** Reads the legal records of a company by case. Long results are cached until records change. */
export function createCaseReader(db: Database): (of: CompanySubjects, today: string) => Promise<CaseThreads> {
  const revision = createRecordRevision(db)
  const cached = createLargeResultCache<CaseThreads>({
    sizeOf: ({ size }) => size,
    maxSize: MAX_CACHED_RECORDS,
    ...largeResults,
  })
  return async (of, today) => {
    if (of.keys.length === 0) return { threads: [], size: 0 }
    return cached([await revision(), today, ...of.keys.map(({ key }) => key)].join(' '), async () => {
      const rows = await subjectRows(db, { values: wantedValues([of]), today, kinds: legalRiskKeys })
        .select(['subject.record_id as id', 'subject.kind', 'subject.cases', 'subject.published_on as publishedOn'])
        .select(visibilityInSql(today).as('view'))
        .orderBy('subject.published_on', (by) => by.desc().nullsLast())
        .orderBy('subject.record_id')
        .execute()
      const members = rows.flatMap(({ kind, cases, ...row }) =>
        // Stored as `|first|second|`.
        isLegal(kind) ? [{ ...row, kind, cases: cases.split('|').filter((number) => number !== '') }] : [],
      )
      return { threads: threadsOf(members), size: members.length }
    })
  }
}
