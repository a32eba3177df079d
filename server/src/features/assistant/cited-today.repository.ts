import type { RecordView } from '@baiqicha/contract/records/record'
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

  /** Revisions of companies, and the persons suppressed at them. */
  async function readCompanies(ids: readonly string[]): Promise<Pick<CitedToday, 'companies' | 'suppressed'>> {
    const companies = new Map<string, string>()
    const suppressed = new Map<string, Set<string>>()
    if (ids.length === 0) return { companies, suppressed }
    const select = db
      .selectFrom('company')
      .select(['id', 'updated_at', 'credit_code', 'registration_number', 'name_key'])
    const named = select.where('id', 'in', inJsonArray(db, ids))
    const [rows, suppressions] = await Promise.all([named.execute(), readSuppressions(db)])
    for (const row of rows) {
      companies.set(row.id, new Date(row.updated_at).toISOString())
      const persons = suppressedAt(suppressions, row)
      if (persons.size > 0) suppressed.set(row.id, persons)
    }
    return { companies, suppressed }
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

  return async (evidence) => {
    const today = chinaDay(clock.now())
    const recordIds = [...new Set(evidence.flatMap(({ recordId }) => recordId ?? []))]
    const companyIds = [...new Set(evidence.flatMap(({ company }) => company?.id ?? []))]
    const [records, companies, lists] = await Promise.all([
      readRecords(recordIds),
      readCompanies(companyIds),
      readLists(evidence),
    ])
    const shown = new Map<string, { view: RecordView; revision: string }>()
    for (const record of records) {
      const view = showRecord(record, today, [])?.view
      if (view !== undefined) shown.set(record.id, { view, revision: new Date(record.updated_at).toISOString() })
    }
    return { records: shown, lists, ...companies }
  }
}
