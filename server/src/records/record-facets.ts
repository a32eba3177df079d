import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../platform/database/dialect.ts'

/** As long as a list may be asked for (contract's `recordListQueryOf`). */
const LONGEST = 200

/** A value as it is kept: without the sign that stands between two of them, and cut. */
export const facetValue = (value: string) => value.replaceAll('|', '｜').slice(0, LONGEST)

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

type AnyDatabase = Parameters<typeof isPostgres>[0]

/** Where a text stands in `facets`, from 1; 0: it does not. Unlike `like` it tells capitals and takes every sign as it is. */
const placeIn = (db: AnyDatabase, facets: RawBuilder<string>, text: string): RawBuilder<number> =>
  isPostgres(db) ? sql`strpos(${facets}, ${text})` : sql`instr(${facets}, ${text})`

const stored = sql<string>`facets`

/** In SQL, of a row with `facets`: whether they say this. */
export const facetSays = (db: AnyDatabase, name: string, value: string): RawBuilder<boolean> =>
  sql<boolean>`${placeIn(db, stored, `|${name}=${facetValue(value)}|`)} > 0`

/** In SQL, of a row with `facets`: what they say under a name, the first of several; empty for nothing. */
export function facetOf(db: AnyDatabase, name: string): RawBuilder<string> {
  const mark = `|${name}=`
  if (isPostgres(db)) return sql<string>`split_part(split_part(facets, ${sql.lit(mark)}, 2), '|', 1)`
  const rest = sql<string>`substr(facets, instr(facets, ${sql.lit(mark)}) + ${sql.lit(mark.length)})`
  return sql<string>`case when instr(facets, ${sql.lit(mark)}) = 0 then '' else substr(${rest}, 1, instr(${rest}, '|') - 1) end`
}
