import {
  type FieldType,
  type FieldValue,
  fieldSchemas,
  type RecordFields,
  textOf,
} from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { memoize } from '../platform/cache.ts'
import { sha256 } from '../platform/crypto/hmac.ts'
import { isPostgres } from '../platform/database/portable-sql.ts'

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

/** Longest value that a list accepts as a filter (contract's `recordListQueryOf`). */
const LONGEST = 200

/** A value as stored: on one line, without the separator, and cut to the longest length. */
export const facetValue = (value: string) => value.replaceAll('|', '｜').replace(/\s+/g, ' ').slice(0, LONGEST)

const caseFields = new Map<RecordKind, string[]>()

/** Cached per kind, because every imported record needs it. */
function caseFieldsOf(kind: RecordKind): string[] {
  const known = caseFields.get(kind)
  if (known !== undefined) return known
  const names = Object.keys(kind.fields).filter((name) => kind.fields[name]?.type === 'caseNumber')
  caseFields.set(kind, names)
  return names
}

/** Distinct case numbers of a record. */
export function caseNumbersOf(kind: RecordKind, fields: RecordFields): string[] {
  const names = caseFieldsOf(kind)
  return [...new Set(names.flatMap((name) => textOf(fields, name) ?? []))]
}

/** `|a|b|`; empty for no values. */
const marked = (values: readonly string[]) => (values.length === 0 ? '' : `|${values.join('|')}|`)

/** Value of `record_subject.facets`: `|year=2024|court=演示市示例区人民法院|`. */
export const facetsText = (kind: RecordKind, fields: RecordFields): string =>
  marked(
    Object.entries(kind.facets ?? {}).flatMap(([name, facet]) => {
      const value = facet.of(fields)
      return value === null || value === '' ? [] : [`${name}=${facetValue(value)}`]
    }),
  )

/** Value of `record_subject.cases`: `|（2024）演0101执1号|`. Stored apart from the facets, which many records share. */
export const casesText = (kind: RecordKind, fields: RecordFields): string =>
  marked(caseNumbersOf(kind, fields).map(facetValue))

/** Substring of `facets` in a record with this value. */
export const facetMark = (name: string, value: string): string => `|${name}=${facetValue(value)}|`

export const caseMark = (number: string): string => `|${facetValue(number)}|`

/** In SQL: whether a column contains a mark. Unlike `like` it is case-sensitive and has no wildcards. */
export const hasMark = (
  db: Parameters<typeof isPostgres>[0],
  column: 'facets' | 'cases',
  mark: string,
): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql<boolean>`strpos(${sql.ref(column)}, ${mark}) > 0`
    : sql<boolean>`instr(${sql.ref(column)}, ${mark}) > 0`

/** Ids of one kind share a prefix, so that an import of one kind touches a small part of the B-tree. */
const markOf = memoize((kind) => sha256(kind).slice(0, 2))

/**
 * Id of a record, derived from its kind and its identifying values: equal on every machine, so that another import or
 * another source finds the same record. `r`, two hexadecimal digits of the kind and 22 of the hash (88 bits); ids
 * cannot be enumerated.
 */
export const recordIdFrom = (kind: RecordKindKey, parts: readonly string[]): string =>
  `r${markOf(kind)}${sha256(`baiqicha record\n${kind}\n${parts.join('\n')}`).slice(0, 22)}`
