import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { recordSynonyms } from '../file/column-synonyms.ts'
import { compileMapping, type Mapping, readMappingText } from '../file/mapping.ts'
import { ImportRefused } from '../input/import-refused.ts'

/** Columns that every kind has beside its fields. */
export const commonColumns = [
  'companyName',
  'companyCreditCode',
  'companyRegistrationNumber',
  'sourceUrl',
  'recordStatus',
  'displayUntil',
  'removedAt',
  'removedReason',
] as const

export const unitColumnOf = (field: string) => `${field}Unit`

/** All columns of a kind: those of the canonical format, and those that a mapping may fill. */
export function columnsOf(kind: RecordKind): string[] {
  const own = Object.entries(kind.fields).flatMap(([name, { type }]) =>
    type === 'amount' ? [name, unitColumnOf(name)] : [name],
  )
  return [...new Set([...own, ...commonColumns])]
}

/** The canonical format: each column under its own name (docs/record-formats.md). */
export function canonicalMapping(kind: RecordKind): Mapping<string> {
  const columns = columnsOf(kind)
  const fields = Object.fromEntries(columns.map((column) => [column, column]))
  const file = { id: 'canonical', about: kind.title, requireColumns: false, parts: [{ asOf: 'asOf', fields }] }
  const labels = Object.fromEntries(Object.entries(kind.fields).map(([name, { label }]) => [name, label]))
  return compileMapping(columns, JSON.stringify(file), 'canonical', recordSynonyms(kind.key, labels))
}

/** `canonical`, or a mapping file of the operator for this kind. */
export function loadRecordMapping(kind: RecordKind, nameOrFile: string): Mapping<string> {
  if (nameOrFile === 'canonical') return canonicalMapping(kind)
  const mapping = compileMapping(columnsOf(kind), readMappingText(nameOrFile, 'records'), nameOrFile)
  if (mapping.keyScheme !== null || mapping.parts.some((part) => part.source !== null)) {
    throw new ImportRefused(`映射 ${nameOrFile} 有误：记录的映射不用 key，也不分来源。`)
  }
  return mapping
}
