import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../platform/database/dialect.ts'

/** As long as a list may be asked for (contract's `recordListQueryOf`). */
const LONGEST = 200

/** A value as it is kept: in one line, without the sign that stands between two of them, and cut. */
export const facetValue = (value: string) => value.replaceAll('|', '｜').replace(/\s+/g, ' ').slice(0, LONGEST)

const caseFields = new Map<RecordKind, string[]>()

/** Asked of each record that is imported, so found once a kind. */
function caseFieldsOf(kind: RecordKind): string[] {
  const known = caseFields.get(kind)
  if (known !== undefined) return known
  const names = Object.keys(kind.fields).filter((name) => kind.fields[name]?.type === 'caseNumber')
  caseFields.set(kind, names)
  return names
}

/** Numbers of the cases a record belongs to, each once. */
export function caseNumbersOf(kind: RecordKind, fields: RecordFields): string[] {
  const names = caseFieldsOf(kind)
  return [...new Set(names.flatMap((name) => textOf(fields, name) ?? []))]
}

/** `|a|b|`; empty for nothing. */
const marked = (values: readonly string[]) => (values.length === 0 ? '' : `|${values.join('|')}|`)

/** What `record_subject.facets` says of a record: `|year=2024|court=演示市示例区人民法院|`. */
export const facetsText = (kind: RecordKind, fields: RecordFields): string =>
  marked(
    Object.entries(kind.facets ?? {}).flatMap(([name, facet]) => {
      const value = facet.of(fields)
      return value === null || value === '' ? [] : [`${name}=${facetValue(value)}`]
    }),
  )

/** What `record_subject.cases` says: `|（2024）演0101执1号|`. Apart from the facets, which many records share. */
export const casesText = (kind: RecordKind, fields: RecordFields): string =>
  marked(caseNumbersOf(kind, fields).map(facetValue))

/** What stands in `facets` where a record says this. */
export const facetMark = (name: string, value: string): string => `|${name}=${facetValue(value)}|`

export const caseMark = (number: string): string => `|${facetValue(number)}|`

/** In SQL: whether a mark stands in a column of them. Unlike `like` it tells capitals and takes every sign as it is. */
export const hasMark = (
  db: Parameters<typeof isPostgres>[0],
  column: 'facets' | 'cases',
  mark: string,
): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql<boolean>`strpos(${sql.ref(column)}, ${mark}) > 0`
    : sql<boolean>`instr(${sql.ref(column)}, ${mark}) > 0`
