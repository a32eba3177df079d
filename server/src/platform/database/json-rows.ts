import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import { jsonArrayFrom as arrayOfPostgres } from 'kysely/helpers/postgres'
import { jsonArrayFrom as arrayOfSqlite } from 'kysely/helpers/sqlite'
import type { Database, Tables } from './database.ts'
import { isPostgres } from './dialect.ts'

/**
 * Rows of another table as one column: a company and all that belongs to it come by one query instead of one for each
 * table. To be read by `readJsonRows`. Their columns are text and numbers of 53 bits, and must be named.
 */
export function jsonRows<Inner extends keyof Tables, Row>(
  db: Database,
  rows: SelectQueryBuilder<Tables, Inner, Row>,
): RawBuilder<Row[]> {
  return isPostgres(db) ? arrayOfPostgres(rows).$castTo<Row[]>() : arrayOfSqlite(rows).$castTo<Row[]>()
}

/** SQLite has no lists and gives their text. */
export const readJsonRows = <Row>(rows: readonly Row[] | string): readonly Row[] =>
  rows === '[]' ? [] : typeof rows === 'string' ? JSON.parse(rows) : rows
