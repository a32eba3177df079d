import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../platform/database/portable-sql.ts'

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
