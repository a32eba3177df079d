import { type FieldType, type FieldValue, fieldSchemas, type RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import * as z from 'zod/mini'

const contentSchema = z.record(z.string(), z.unknown())

/** Types whose empty value is an empty list; for all other types it is null. */
const lists: ReadonlySet<FieldType> = new Set<FieldType>(['words', 'lines', 'parties', 'passages', 'events'])

function readField(type: FieldType, stored: unknown): FieldValue {
  const value = stored === undefined || stored === null ? undefined : z.safeParse(fieldSchemas[type], stored).data
  return value ?? (lists.has(type) ? [] : null)
}

/** Reads every field of a kind from `record.content`. Fields added to the kind later are empty. */
export function readFields(kind: RecordKind, content: string): RecordFields {
  const values = z.parse(contentSchema, JSON.parse(content))
  const fields: RecordFields = {}
  for (const [name, { type }] of Object.entries(kind.fields)) fields[name] = readField(type, values[name])
  return fields
}
