import { type RawBuilder, sql } from 'kysely'
import type { Database, Tables } from './database.ts'
import { isPostgres } from './dialect.ts'

type Partitioned = 'record' | 'record_subject'

/**
 * Rows of a partitioned table that join the rows before it, as a table of `from`; `condition` names the join. PostgreSQL then
 * opens for each of these rows the one partition that has its key. As a plain join it might read all partitions from end
 * to end: it adds up the cost of opening every partition. SQLite has one table, and needs the condition in `where` too.
 */
export const joinedRows = <Name extends Partitioned>(
  db: Pick<Database, 'getExecutor'>,
  table: Name,
  condition: RawBuilder<unknown>,
): RawBuilder<Tables[Name]> =>
  isPostgres(db)
    ? sql`lateral (select * from ${sql.table(table)} where ${condition} offset 0)`
    : sql`${sql.table(table)}`

type ByKey<Name extends Partitioned> = {
  table: Name
  column: keyof Tables[Name] & string
  /** JSON text. */
  keys: string
  /** A condition that the index serves after the key. */
  and?: RawBuilder<unknown>
}

/** Rows of a partitioned table with one of the keys, as a table of `from`. */
export function rowsByKey<Name extends Partitioned>(
  db: Pick<Database, 'getExecutor'>,
  { table, column, keys, and = sql`true` }: ByKey<Name>,
): RawBuilder<Tables[Name]> {
  const key = sql.ref(`${table}.${column}`)
  return isPostgres(db)
    ? sql`(select found.* from (
        select distinct unnest(array(select json_array_elements_text(${keys}::json))) as key) as wanted
      cross join ${joinedRows(db, table, sql`${key} = wanted.key and ${and}`)} as found)`
    : sql`(select * from ${sql.table(table)} where ${key} in (select value from json_each(${keys})) and ${and})`
}
