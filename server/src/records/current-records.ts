import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { sql } from 'kysely'
import type { Clock } from '../domain/clock.ts'
import type { StatedOfficer } from '../domain/company/legal-representative.ts'
import { compileOnce } from '../platform/database/compile-once.ts'
import type { Database } from '../platform/database/database.ts'
import { rowsByKey } from '../platform/database/dialect.ts'
import type { CompanySubjects } from './company-subjects.ts'
import { readFields } from './record-fields.ts'
import { isShown, todayOf, visibilityInSql } from './record-visibility.ts'

export type CurrentRecord = { id: string; source_id: string; as_of: string | null; content: string }

/** Reads the current records of one kind for the companies of a page. */
export function createCurrentRecords(db: Database, clock: Clock, kind: RecordKindKey) {
  const findRecordIds = compileOnce<{ subject_key: string; record_id: string }>(db, ([today = '', keys = '']) =>
    db
      .selectFrom(
        rowsByKey(db, { table: 'record_subject', column: 'subject_key', keys, and: sql`kind = ${sql.lit(kind)}` }).as(
          'subject',
        ),
      )
      .select(['subject_key', 'record_id'])
      .where(isShown(today))
      .where(visibilityInSql(today), '=', sql.lit('current')),
  )
  const findRecords = compileOnce(db, ([ids = '']) =>
    db
      .selectFrom(rowsByKey(db, { table: 'record', column: 'id', keys: ids }).as('record'))
      .select(['id', 'source_id', 'as_of', 'content']),
  )

  return {
    /** Current records by company id, by record id; companies without any are left out. No query for no company. */
    async of(companies: readonly CompanySubjects[]): Promise<Map<string, CurrentRecord[]>> {
      if (companies.length === 0) return new Map()
      const keysOf = new Map(companies.map(({ company, keys }) => [company.id, keys.map(({ key }) => key)]))
      const keys = JSON.stringify([...keysOf.values()].flat())
      const found = await findRecordIds([todayOf(clock.now()), keys])
      if (found.length === 0) return new Map()
      const ids = JSON.stringify([...new Set(found.map(({ record_id }) => record_id))])
      const records = new Map((await findRecords([ids])).map((record) => [record.id, record]))
      const byKey = Map.groupBy(found, ({ subject_key }) => subject_key)
      return new Map(
        [...keysOf].flatMap(([id, own]) => {
          const recordIds = new Set(own.flatMap((key) => byKey.get(key) ?? []).map(({ record_id }) => record_id))
          const current = [...recordIds].toSorted().flatMap((recordId) => records.get(recordId) ?? [])
          return current.length === 0 ? [] : [[id, current]]
        }),
      )
    },
  }
}

/** A record of 主要人员 as an officer. */
export function officerFrom(row: Omit<CurrentRecord, 'id'>): StatedOfficer[] {
  const { positions, ...fields } = readFields(recordKinds.keyPerson, row.content)
  const name = textOf(fields, 'name')
  const titles = Array.isArray(positions) ? positions.filter((one) => typeof one === 'string') : []
  return name === null ? [] : [{ name, positions: titles, sourceId: row.source_id, asOf: row.as_of }]
}
