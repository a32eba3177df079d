import { recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { isRowField, readField } from '../../../server/src/importers/company/parse/company-row.ts'
import { canonicalMapping } from '../../../server/src/importers/records/record-mapping.ts'
import { createRowReader } from '../../../server/src/importers/records/record-reader.ts'
import { recordFromVersion } from '../../../server/src/importers/records/source-version.ts'
import { visibilityOf } from '../../../server/src/records/record-visibility.ts'

/** `problem`: why the row is not canonical, or null. `list`: the list that shows the record on the as-of day, or null. */
type ReadRecord = (json: string) => { problem: string | null; id: string | null; list: string | null }

const isWord = ({ type }: { type: string }) => type === 'word' || type === 'words'

/** Columns of each kind of record, and a function that reads its rows as the importer does. */
export const recordFormats = (asOf: string) =>
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
export const isCanonicalCompany = (json: string): boolean =>
  Object.entries(JSON.parse(json)).every(
    ([column, value]) =>
      column === 'asOf' ||
      (isRowField(column) && readField({}, column, typeof value === 'number' ? String(value) : value) === null),
  )
