import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './dialect.ts'

/** For `in`: one text for any number of values, so that it is prepared once. */
export const anyOf = (db: Parameters<typeof isPostgres>[0], values: readonly string[]): RawBuilder<string> =>
  isPostgres(db)
    ? sql<string>`(select unnest(${values}::text[]))`
    : sql<string>`(select value from json_each(${JSON.stringify(values)}))`
