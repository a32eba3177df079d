import { riskCountKeys } from '@baiqicha/contract/risk-search'
import { type Clock, chinaDay } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { inJsonArray } from '../../platform/database/portable-sql.ts'
import { suppressedAt } from '../../records/hidden-representatives.ts'
import type { CompanyRecords } from '../../records/record-counts.ts'
import { createRecordReader, showRecord } from '../../records/shown-record.ts'
import { readSuppressions } from '../../records/suppressions.ts'
import { type CitedToday, listKey, listRevision } from './cited-changes.rules.ts'
import type { CitedEvidence } from './stored-answer.ts'

/** Reads what answers cite as it is today, in a few queries for any number of answers. */
export type ReadCitedToday = (evidence: readonly CitedEvidence[]) => Promise<CitedToday>

type CitedTodayDeps = { db: Database; clock: Clock; recordCounts: Pick<CompanyRecords, 'risksOf'> }

const zero = { current: 0, disputed: 0, history: 0 }

export function createCitedTodayReader({ db, clock, recordCounts }: CitedTodayDeps): ReadCitedToday {
  const readRecords = createRecordReader(db)

  async function readCompanies(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('company')
      .select(['id', 'updated_at'])
      .where('id', 'in', inJsonArray(db, ids))
      .execute()
    return new Map(rows.map((row) => [row.id, new Date(row.updated_at).toISOString()]))
  }

  async function readLists(evidence: readonly CitedEvidence[]): Promise<Map<string, string>> {
    const listed = evidence.flatMap(({ citedType, revision, company }) =>
      citedType === 'records' && revision !== null && company !== null ? company.id : [],
    )
    if (listed.length === 0) return new Map()
    const risks = await recordCounts.risksOf([...new Set(listed)])
    return new Map(
      [...risks].flatMap(([id, { riskCounts }]) =>
        riskCountKeys.map((kind): [string, string] => [listKey(id, kind), listRevision(riskCounts[kind] ?? zero)]),
      ),
    )
  }

  /** Persons suppressed at companies; most stores have none. */
  async function readSuppressed(ids: readonly string[]): Promise<Map<string, Set<string>>> {
    const suppressions = await readSuppressions(db)
    if (suppressions.persons.size === 0 || ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('company')
      .select(['id', 'credit_code', 'registration_number', 'name_key'])
      .where('id', 'in', inJsonArray(db, ids))
      .execute()
    const persons = rows.map((row): [string, Set<string>] => [row.id, suppressedAt(suppressions, row)])
    return new Map(persons.filter(([, keys]) => keys.size > 0))
  }

  return async (evidence) => {
    const today = chinaDay(clock.now())
    const recordIds = [...new Set(evidence.flatMap(({ recordId }) => recordId ?? []))]
    const companyIds = [...new Set(evidence.flatMap(({ company }) => company?.id ?? []))]
    const [records, companies, lists, suppressed] = await Promise.all([
      readRecords(recordIds),
      readCompanies(companyIds),
      readLists(evidence),
      readSuppressed(companyIds),
    ])
    const shown = records.flatMap(
      (record): [string, { view: 'current' | 'disputed' | 'history'; revision: string }][] => {
        const view = showRecord(record, today, [])?.view
        return view === undefined ? [] : [[record.id, { view, revision: new Date(record.updated_at).toISOString() }]]
      },
    )
    return { records: new Map(shown), companies, lists, suppressed }
  }
}
