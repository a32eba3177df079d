import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { caseIdentityOf, isLabourDispute } from '@baiqicha/contract/records/case-words'
import { recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import type { Database } from 'better-sqlite3'
import Sqlite from 'better-sqlite3'
import { isCreditCode } from '../../../server/src/domain/company/credit-code.ts'
import { isRowField, readField, rowFields } from '../../../server/src/importers/company/parse/company-row.ts'
import { canonicalMapping } from '../../../server/src/importers/records/record-mapping.ts'
import { createRowReader } from '../../../server/src/importers/records/record-reader.ts'
import { recordFromVersion } from '../../../server/src/importers/records/source-version.ts'
import { visibilityOf } from '../../../server/src/records/record-visibility.ts'
import { schema } from './schema.ts'

/** `problem`: why the row is not canonical, or null. `list`: the list that shows the record on the as-of day, or null. */
type ReadRecord = (json: string) => { problem: string | null; id: string | null; list: string | null }

const isWord = ({ type }: { type: string }) => type === 'word' || type === 'words'

/** Columns of each kind of record, and a function that reads its rows as the importer does. */
const recordFormats = (asOf: string) =>
  recordKindKeys.map((key) => {
    const kind = recordKinds[key]
    const mapping = canonicalMapping(kind)
    const reader = createRowReader(kind, mapping, { source: 'demo', asOf, removals: false })
    const words = Object.keys(kind.fields).filter((name) => isWord(kind.fields[name] ?? { type: '' }))
    const read: ReadRecord = (json) => {
      const row: Record<string, unknown> = JSON.parse(json)
      const result = reader.read(mapping.columns.map((column) => row[column]))
      if (!('statement' in result)) return { problem: JSON.stringify(result), id: null, list: null }
      const { fields } = result.statement
      const unknownColumn = Object.keys(row).find((column) => !mapping.columns.includes(column))
      const unknownWord = words.find((name) => JSON.stringify(fields[name]) !== JSON.stringify(row[name]))
      const stored = recordFromVersion(kind, result.statement).row
      const list = visibilityOf({ ...stored, is_disputed: 0, is_hidden: 0 }, asOf)
      return { problem: unknownColumn ?? unknownWord ?? null, id: result.id, list }
    }
    return { kind: key, columns: mapping.columns, fields: Object.entries(kind.fields), read }
  })

/** Whether the importer knows every column of the company and reads its value. */
const isCanonicalCompany = (json: string): boolean =>
  Object.entries(JSON.parse(json)).every(
    ([column, value]) =>
      column === 'asOf' ||
      (isRowField(column) && readField({}, column, typeof value === 'number' ? String(value) : value) === null),
  )

const folder = path.join(import.meta.dirname, '..')
const linesOf = (file: string) => readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n')
const sources: { id: string; asOf: string }[] = JSON.parse(linesOf('../sources.json').join('\n'))

/** How names of organisations end. */
const ending = /(?:股份)?有限公司|合伙企业|合作社|法院|管理局|税务局|银行(?!股份)/gu
/** Whether 演示 is missing from the 60 characters before such an ending. Judgments also refer to 一审法院. */
const namesRealOrganisation = (text: string) =>
  [...text.matchAll(ending)].some(({ index }) => {
    const before = /[\p{Script=Han}（）]*$/u.exec(text.slice(Math.max(0, index - 60), index))?.[0] ?? ''
    return !before.includes('演示') && before !== '一审'
  })

const columnsSql = (columns: readonly string[]) =>
  columns.map((column) => `row ->> '${column}' as ${column}`).join(', ')

function defineFunctions(database: Database, asOf: string, formats: ReturnType<typeof recordFormats>) {
  const readers = new Map(formats.map(({ kind, read }) => [kind, read]))
  database.function('as_of', () => asOf)
  database.function('record_problem', (kind, row) => readers.get(kind)?.(row).problem ?? null)
  database.function('record_id', (kind, row) => readers.get(kind)?.(row).id ?? null)
  database.function('list_of', (kind, row) => readers.get(kind)?.(row).list ?? null)
  database.function('is_canonical_company', (row) => Number(isCanonicalCompany(row)))
  database.function('names_real_organisation', (text) => Number(namesRealOrganisation(text)))
  database.function('is_fictional_code', (code) => Number(isCreditCode(code) && /^.{2}99000[1-5]/.test(code)))
  database.function('regexp', (pattern, text) => (text === null ? null : Number(new RegExp(pattern).test(text))))
  database.function('case_identity', (role) => caseIdentityOf(role))
  database.function('court_code', (caseNo) => /）(演\d+)/.exec(caseNo)?.[1] ?? null)
  database.function('is_labour_dispute', (cause) => Number(isLabourDispute({ cause })))
}

/** Opens the NDJSON files as an in-memory database: tables of rows, and a view for each kind of record. */
export function openDemoDatabase(): Database {
  const database = new Sqlite(':memory:')
  const asOf = sources.find(({ id }) => id === 'demo-register')?.asOf ?? ''
  const formats = recordFormats(asOf)
  defineFunctions(database, asOf, formats)
  database.exec(schema)
  database.exec(`create view company as select place, ${columnsSql([...rowFields, 'asOf'])} from company_row`)
  for (const row of linesOf('companies.ndjson')) database.prepare('insert into company_row (row) values (?)').run(row)
  const files = readdirSync(path.join(folder, 'records'), { recursive: true, encoding: 'utf8' })
  for (const { kind, columns, fields } of formats) {
    const own = `place, source, list, isEnded, ${columnsSql(columns)}`
    database.exec(`create view ${kind} as select ${own} from record where kind = '${kind}'`)
    // Rows that are not 历史.
    database.exec(`create view current_${kind} as select * from ${kind} where recordStatus is not '历史'`)
    for (const [name, { type }] of fields) database.prepare('insert into field values (?, ?, ?)').run(kind, name, type)
    for (const file of files.filter((name) => path.basename(name).split('.')[0] === kind)) {
      const insert = database.prepare('insert into record_row (kind, source, isRemoval, row) values (?, ?, ?, ?)')
      const isRemoval = Number(file.endsWith('.removals.ndjson'))
      for (const row of linesOf(path.join('records', file))) insert.run(kind, path.dirname(file), isRemoval, row)
    }
  }
  return database
}
