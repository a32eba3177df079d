import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './dialect.ts'

type WithExecutor = Parameters<typeof isPostgres>[0]

/** For `in`: one text for any number of values, so that it is prepared once. */
export const inJsonArray = (db: WithExecutor, values: readonly string[]): RawBuilder<string> =>
  inJsonArrayText(db, JSON.stringify(values))

/** The same of a list that is one text already, as JSON: a query of it is compiled once too (`compileOnce`). */
export const inJsonArrayText = (db: WithExecutor, list: string): RawBuilder<string> =>
  isPostgres(db)
    ? // Of an array PostgreSQL expects few elements, and looks each up; of a function's rows so many that it reads all.
      sql<string>`(select unnest(array(select json_array_elements_text(${list}::json))))`
    : sql<string>`(select value from json_each(${list}))`
