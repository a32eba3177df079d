import { textOf } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { sql } from 'kysely'
import { type Clock, chinaDay } from '../domain/clock.ts'
import type { StatedOfficer } from '../domain/company/legal-representative.ts'
import type { Database } from '../platform/database/database.ts'
import { compileOnce, joinedRows, rowsByKey } from '../platform/database/portable-sql.ts'
import type { CompanySubjects } from './company-subjects.ts'
import { readFields } from './record-fields.ts'
import { isShown, visibilityInSql } from './shown-record.ts'

export type CurrentRecord = { id: string; source_id: string; as_of: string | null; content: string }

/** Reads the current records of one kind for the companies of a page. */
export function createCurrentRecords(db: Database, clock: Clock, kind: RecordKindKey) {
  const findRecords = compileOnce<CurrentRecord & { subject_key: string }>(db, ([today = '', keys = '']) => {
    const current = db
      .selectFrom(rowsByKey(db, 'record_subject', keys, sql`kind = ${sql.lit(kind)}`).as('subject'))
      .select(['subject_key', 'record_id'])
      .where(isShown(today))
      .where(visibilityInSql(today), '=', sql.lit('current'))
    return db
      .selectFrom(current.as('current'))
      .crossJoin(joinedRows(db, 'record', sql`record.id = current.record_id`).as('record'))
      .whereRef('record.id', '=', 'current.record_id')
      .select(['current.subject_key', 'record.id', 'record.source_id', 'record.as_of', 'record.content'])
      .orderBy('record.id')
  })

  return {
    /** Current records by company id, by record id; companies without any are left out. No query for no company. */
    async of(companies: readonly CompanySubjects[]): Promise<Map<string, CurrentRecord[]>> {
      const keysOf = companies.map(({ company, keys }) => ({ id: company.id, keys: keys.map(({ key }) => key) }))
      if (keysOf.length === 0) return new Map()
      const found = await findRecords([chinaDay(clock.now()), JSON.stringify(keysOf.flatMap(({ keys }) => keys))])
      return new Map(
        keysOf.flatMap(({ id, keys }) => {
          const own = found.filter(({ subject_key }) => keys.includes(subject_key))
          const current = [...new Map(own.map((record) => [record.id, record])).values()]
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
