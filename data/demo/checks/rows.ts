import type { RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { RecordView } from '@baiqicha/contract/records/record'
import { visibilityOf } from '../../../server/src/records/record-visibility.ts'
import type { DemoSet } from '../generate.ts'
import { AS_OF } from '../generator/days.ts'
import type { DemoRecord, PartyCell, Row } from '../generator/world.ts'

/** What a check found wrong, in a sentence; none if all is well. */
export type Check = (set: DemoSet) => string[]

export const text = (row: Row, name: string): string => {
  const value = row[name]
  return typeof value === 'string' ? value : ''
}
export const number = (row: Row, name: string): number | null => {
  const value = row[name]
  return typeof value === 'number' ? value : null
}

const isParty = (value: unknown): value is PartyCell => typeof value === 'object' && value !== null && 'role' in value
export const parties = (row: Row): PartyCell[] => {
  const value = row['parties']
  return Array.isArray(value) ? value.filter(isParty) : []
}

/** Made once for each set: many checks ask for the same rows. */
const rowsOfSets = new WeakMap<DemoSet, Map<RecordKindKey, Row[]>>()
const companiesOfSets = new WeakMap<DemoSet, Map<string, Row[]>>()

/** Rows that tell something, by kind; removals apart. */
export function toldRows(set: DemoSet, kind: RecordKindKey): Row[] {
  const known = rowsOfSets.get(set)
  if (known !== undefined) return known.get(kind) ?? []
  const told = Map.groupBy(
    set.records.filter(({ isRemoval }) => !isRemoval),
    (record) => record.kind,
  )
  const rows = new Map([...told].map(([one, records]) => [one, records.map(({ row }) => row)]))
  rowsOfSets.set(set, rows)
  return rows.get(kind) ?? []
}

/** Those of one kind that stand and are about one company. */
export function rowsOfCompany(set: DemoSet, kind: RecordKindKey, code: string): Row[] {
  const known = companiesOfSets.get(set)
  if (known !== undefined) return known.get(`${kind} ${code}`) ?? []
  const rows = new Map<string, Row[]>()
  for (const { kind: one, row, isRemoval } of set.records) {
    if (isRemoval || text(row, 'recordStatus') === '历史') continue
    const key = `${one} ${companyOfRow(row)}`
    const same = rows.get(key)
    if (same === undefined) rows.set(key, [row])
    else same.push(row)
  }
  companiesOfSets.set(set, rows)
  return rows.get(`${kind} ${code}`) ?? []
}

const standings = {
  当前有效: 'current',
  历史: 'history',
  已移出: 'history',
  已修复: 'history',
  已撤销: 'withdrawn',
  异议处理中: 'disputed',
} as const
const isStatus = (status: string): status is keyof typeof standings => Object.hasOwn(standings, status)

/** The row's fields as they would be stored, as far as a kind's clock looks at them. */
function fieldsOf({ kind, row }: DemoRecord): RecordFields {
  const fields: RecordFields = {}
  for (const [name, field] of Object.entries(recordKinds[kind].fields)) {
    const value = row[name]
    if (field.type === 'amount') {
      const amount = number(row, name)
      fields[name] = amount === null ? null : { value: amount, unit: text(row, `${name}Unit`) || field.unit }
    } else if (typeof value === 'string' || typeof value === 'number') fields[name] = value
    else if (field.type === 'words' && Array.isArray(value))
      fields[name] = value.filter((one) => typeof one === 'string')
  }
  return fields
}

const publishedOn = ({ kind, row }: DemoRecord): string =>
  recordKinds[kind].published.map((name) => text(row, name).slice(0, 10)).find((day) => day !== '') ?? ''

/** In which list a record stands on the day of the data; null: nowhere. */
export function viewOf(record: DemoRecord): RecordView | null {
  const { kind, row } = record
  const status = text(row, 'recordStatus') || '当前有效'
  const fields = fieldsOf(record)
  const told = isStatus(status) ? standings[status] : 'withdrawn'
  const standing = told === 'current' && recordKinds[kind].isOver?.(fields) === true ? 'history' : told
  const term = standing === 'history' ? null : (recordKinds[kind].displayTerm?.(fields, publishedOn(record)) ?? null)
  return visibilityOf(
    {
      standing,
      display_until: text(row, 'displayUntil') || term,
      removed_on: text(row, 'removedAt') || null,
      is_disputed: 0,
      is_hidden: 0,
    },
    AS_OF,
  )
}

/** What one row is called when something is wrong with it. */
export const titleOf = ({ kind, row }: DemoRecord): string =>
  `${kind} ${text(row, recordKinds[kind].identity[0]) || JSON.stringify(row).slice(0, 80)}`

/** Whom the rows of a company's own kinds are about. */
export const companyOfRow = (row: Row): string => text(row, 'companyCreditCode')
