import { textOf } from '@baiqicha/contract/records/fields'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { StatedOfficer } from '../domain/company/legal-representative.ts'
import type { CurrentRecord } from './current-records.ts'
import { readFields } from './record-fields.ts'

/** A record of 主要人员 as an officer. */
export function officerFrom(row: Omit<CurrentRecord, 'id'>): StatedOfficer[] {
  const { positions, ...fields } = readFields(recordKinds.keyPerson, row.content)
  const name = textOf(fields, 'name')
  const titles = Array.isArray(positions) ? positions.filter((one) => typeof one === 'string') : []
  return name === null ? [] : [{ name, positions: titles, sourceId: row.source_id, asOf: row.as_of }]
}
