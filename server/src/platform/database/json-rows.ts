import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import { jsonArrayFrom as arrayOfPostgres } from 'kysely/helpers/postgres'
import { jsonArrayFrom as arrayOfSqlite } from 'kysely/helpers/sqlite'
import type { Database, Tables } from './database.ts'
import { isPostgres } from './dialect.ts'

/**
 * Rows of another table as one JSON column, to be parsed by `readJsonRows`: a company and its related rows need one query
 * instead of one per table. The columns must be named, and contain text or integers below 2^53.
 */
export function jsonRows<Inner extends keyof Tables, Row>(
  db: Database,
  rows: SelectQueryBuilder<Tables, Inner, Row>,
): RawBuilder<Row[]> {
  return isPostgres(db) ? arrayOfPostgres(rows).$castTo<Row[]>() : arrayOfSqlite(rows).$castTo<Row[]>()
}

/** The rows of a `jsonRows` column. SQLite returns JSON text, PostgreSQL parsed rows. */
export const readJsonRows = <Row>(rows: readonly Row[] | string): readonly Row[] =>
  rows === '[]' ? [] : typeof rows === 'string' ? JSON.parse(rows) : rows
