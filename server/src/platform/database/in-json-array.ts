import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './dialect.ts'

type WithExecutor = Parameters<typeof isPostgres>[0]

/** Operand of `in` with one parameter for any number of values, so that the statement is prepared once. */
export const inJsonArray = (db: WithExecutor, values: readonly string[]): RawBuilder<string> =>
  inJsonArrayText(db, JSON.stringify(values))

/** The same for a list that is already JSON text, for queries of `compileOnce`. */
export const inJsonArrayText = (db: WithExecutor, list: string): RawBuilder<string> =>
  isPostgres(db)
    ? // PostgreSQL estimates few elements for an array and uses the index; for rows of a function it would scan the table.
      sql<string>`(select unnest(array(select json_array_elements_text(${list}::json))))`
    : sql<string>`(select value from json_each(${list}))`
