import { textOf } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { sql } from 'kysely'
import type { Clock } from '../domain/clock.ts'
import type { StatedOfficer } from '../domain/company/legal-representative.ts'
import { compileOnce } from '../platform/database/compile-once.ts'
import type { Database } from '../platform/database/database.ts'
import { rowsByKey } from '../platform/database/keyed-rows.ts'
import { createCompanySubjects } from './company-subjects.ts'
import { readFields } from './record-fields.ts'
import { isShown, todayOf, visibilityInSql } from './record-visibility.ts'

export interface CompanyOfficers {
  /** Current 主要人员 by company id; companies without any are left out. No query for no company. */
  of(companyIds: readonly string[]): Promise<Map<string, StatedOfficer[]>>
}

/** A record of 主要人员 as an officer. */
export function officerFrom(row: { source_id: string; as_of: string | null; content: string }): StatedOfficer[] {
  const { positions, ...fields } = readFields(recordKinds.keyPerson, row.content)
  const name = textOf(fields, 'name')
  const titles = Array.isArray(positions) ? positions.filter((one) => typeof one === 'string') : []
  return name === null ? [] : [{ name, positions: titles, sourceId: row.source_id, asOf: row.as_of }]
}

/** Reads the officers whom newer sources name, for companies with an old legal representative. */
export function createCompanyOfficers(db: Database, clock: Clock): CompanyOfficers {
  // Demonstration companies are included: callers have already filtered them.
  const subjects = createCompanySubjects(db, true)
  const findRecordIds = compileOnce<{ subject_key: string; record_id: string }>(db, ([today = '', keys = '']) =>
    db
      .selectFrom(
        rowsByKey(db, { table: 'record_subject', column: 'subject_key', keys, and: sql`kind = 'keyPerson'` }).as(
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
    async of(companyIds) {
      if (companyIds.length === 0) return new Map()
      const companies = await subjects.find(companyIds)
      const keysOf = new Map([...companies].map(([id, { keys }]) => [id, keys.map(({ key }) => key)]))
      const keys = JSON.stringify([...keysOf.values()].flat())
      const found = await findRecordIds([todayOf(clock.now()), keys])
      const ids = JSON.stringify([...new Set(found.map(({ record_id }) => record_id))])
      const records = new Map((await findRecords([ids])).map((record) => [record.id, record]))
      const byKey = Map.groupBy(found, ({ subject_key }) => subject_key)
      return new Map(
        [...keysOf].flatMap(([id, own]) => {
          const recordIds = new Set(own.flatMap((key) => byKey.get(key) ?? []).map(({ record_id }) => record_id))
          const officers = [...recordIds].toSorted().flatMap((recordId) => {
            const record = records.get(recordId)
            return record === undefined ? [] : officerFrom(record)
          })
          return officers.length === 0 ? [] : [[id, officers]]
        }),
      )
    },
  }
}
