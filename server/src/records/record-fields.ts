import { type FieldType, fieldSchemas, type RecordFields } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import * as z from 'zod/mini'

const stored = z.record(z.string(), z.unknown())

const emptyOf = (type: FieldType) => (z.safeParse(fieldSchemas[type], null).success ? null : [])

/** Every field of a kind from `record.content`. What was stored before a field was there has none of it. */
export function readFields(kind: RecordKind, content: string): RecordFields {
  const values = z.parse(stored, JSON.parse(content))
  const fields: RecordFields = {}
  for (const [name, { type }] of Object.entries(kind.fields)) {
    const value = z.safeParse(fieldSchemas[type], values[name])
    fields[name] = value.success ? value.data : emptyOf(type)
  }
  return fields
}
