import { sql } from 'kysely'
import type { OpenDatabase } from '../../src/platform/database/open-database.ts'

/** Columns by table and name. */
export type StoreShape = Record<string, Record<string, { type: string; isRequired: boolean; hasDefault: boolean }>>

type Row = { table: string; column: string; type: string; is_required: boolean | number; has_default: boolean | number }

const sqliteColumns = sql<Row>`
  select m.name as "table", c.name as "column", lower(c.type) as type, c."notnull" as is_required,
    c.dflt_value is not null or c.pk = 1 and lower(c.type) = 'integer' as has_default
  from sqlite_schema m, pragma_table_info(m.name) c
  where m.type = 'table' and m.name not like 'sqlite%'
  order by m.name, c.name`

const postgresColumns = sql<Row>`
  select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as is_required, a.atthasdef or a.attidentity <> '' as has_default
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attname collate "C"`

/** Tables and columns of a store. */
export async function shapeOf({ db, kind }: OpenDatabase): Promise<StoreShape> {
  const { rows } = await (kind === 'sqlite' ? sqliteColumns : postgresColumns).execute(db)
  const shape: StoreShape = {}
  for (const { table, column, type, is_required, has_default } of rows) {
    if (table.startsWith('kysely_')) continue
    const columns = (shape[table] ??= {})
    columns[column] = { type, isRequired: Boolean(is_required), hasDefault: Boolean(has_default) }
  }
  return shape
}

/**
 * Why processes of the release cannot use a store of this shape: a table or column is missing or has another type, or an
 * insert that does not name a new column, or leaves a column empty, would fail.
 */
export function contractions(release: StoreShape, now: StoreShape): string[] {
  return Object.entries(release).flatMap(([table, columns]) => {
    const present = now[table]
    if (present === undefined) return [`${table} is gone`]
    const lost = Object.entries(columns).flatMap(([name, { type, isRequired }]) => {
      const column = present[name]
      if (column === undefined) return [`${table}.${name} is gone`]
      if (column.type !== type) return [`${table}.${name} was ${type} and is ${column.type}`]
      return column.isRequired && !isRequired ? [`${table}.${name} may no longer be null`] : []
    })
    const required = Object.entries(present).flatMap(([name, { isRequired, hasDefault }]) =>
      columns[name] === undefined && isRequired && !hasDefault ? [`${table}.${name} is new and has no default`] : [],
    )
    return [...lost, ...required]
  })
}
