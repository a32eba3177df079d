import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../platform/database/dialect.ts'

/** As long as a list may be asked for (contract's `recordListQueryOf`). */
const LONGEST = 200

/** A value as it is kept: in one line, without the sign that stands between two of them, and cut. */
export const facetValue = (value: string) => value.replaceAll('|', '｜').replace(/\s+/g, ' ').slice(0, LONGEST)

/** The name under which the numbers of a record's cases stand beside the facets of its kind. */
export const CASE = 'case'

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

/** What `record_subject.facets` says of a record: `|year=2024|case=（2024）演0101执1号|`; empty for nothing. */
export function facetsText(kind: RecordKind, fields: RecordFields): string {
  const told = Object.entries(kind.facets ?? {}).flatMap(([name, facet]) => {
    const value = facet.of(fields)
    return value === null || value === '' ? [] : [`${name}=${facetValue(value)}`]
  })
  const all = [...told, ...caseNumbersOf(kind, fields).map((number) => `${CASE}=${facetValue(number)}`)]
  return all.length === 0 ? '' : `|${all.join('|')}|`
}

/** What stands in `facets` where a record says this. */
export const facetMark = (name: string, value: string): string => `|${name}=${facetValue(value)}|`

/** In SQL, of a row with `facets`: whether a mark stands in them. Unlike `like` it tells capitals and takes every sign as it is. */
export const hasMark = (db: Parameters<typeof isPostgres>[0], mark: string): RawBuilder<boolean> =>
  isPostgres(db) ? sql<boolean>`strpos(facets, ${mark}) > 0` : sql<boolean>`instr(facets, ${mark}) > 0`
