import {
  type Compilable,
  type CompiledQuery,
  type DeleteResult,
  type InsertResult,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type UpdateResult,
} from 'kysely'
import { jsonArrayFrom as arrayOfPostgres } from 'kysely/helpers/postgres'
import { jsonArrayFrom as arrayOfSqlite } from 'kysely/helpers/sqlite'
import type { Database, Tables } from './database.ts'

/** Whether the database is PostgreSQL; false: SQLite. For queries whose types differ. */
export const isPostgres = (db: { getExecutor(): { adapter: unknown } }) =>
  db.getExecutor().adapter instanceof PostgresAdapter

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

const keyColumns = { record: 'id', record_subject: 'subject_key' } as const satisfies Record<Partitioned, string>

/**
 * Rows of a partitioned table with one of the keys, which are a JSON text, as a table of `from`. `and`: a condition that the index
 * serves after the key.
 */
export function rowsByKey<Name extends Partitioned>(
  db: Pick<Database, 'getExecutor'>,
  table: Name,
  keys: string,
  and: RawBuilder<unknown> = sql`true`,
): RawBuilder<Tables[Name]> {
  const key = sql.ref(`${table}.${keyColumns[table]}`)
  return isPostgres(db)
    ? sql`(select found.* from (
        select distinct unnest(array(select json_array_elements_text(${keys}::json))) as key) as wanted
      cross join ${joinedRows(db, table, sql`${key} = wanted.key and ${and}`)} as found)`
    : sql`(select * from ${sql.table(table)} where ${key} in (select value from json_each(${keys})) and ${and})`
}

type Plan = { 'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[] }

/**
 * About how many companies are stored. PostgreSQL estimates from the size of the table, also before its first analysis:
 * counting 60 million rows takes longer than a statement may.
 */
export async function estimateCompanies(db: Database): Promise<number> {
  if (isPostgres(db)) {
    const { rows } = await sql<Plan>`explain (format json) select id from company`.execute(db)
    return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
  }
  const { companies } = await db
    .selectFrom('company')
    .select(({ fn }) => fn.countAll<number>().as('companies'))
    .executeTakeFirstOrThrow()
  return companies
}

/**
 * Condition for companies of real sources. The plus excludes the index of the newest companies, which begins with the flag:
 * SQLite has no statistics and would read every real company through it instead of a few by their key.
 */
export const isRealCompany = sql<SqlBool>`+company.is_demo = 0`

/** Number of rows that a query finds. */
export async function countRows<Db, From extends keyof Db>(
  query: SelectQueryBuilder<Db, From, object>,
): Promise<number> {
  const counted = query.select(sql<number>`count(*)`.as('count')).$castTo<{ count: number }>()
  return (await counted.executeTakeFirstOrThrow()).count
}

/** Whether a query finds a row; the last `$call` of the query. */
export const findsRow = async <Db, From extends keyof Db>(query: SelectQueryBuilder<Db, From, object>) =>
  (await query.select(sql`1`.as('found')).executeTakeFirst()) !== undefined

type Write = { executeTakeFirst: () => Promise<InsertResult | UpdateResult | DeleteResult> }

/** Runs a write without `returning`, as the last `$call` of its query. @returns the number of rows that it changed */
export async function changedRows(write: Write): Promise<number> {
  const written = await write.executeTakeFirst()
  if ('numUpdatedRows' in written) return Number(written.numUpdatedRows)
  return Number('numDeletedRows' in written ? written.numDeletedRows : (written.numInsertedOrUpdatedRows ?? 0n))
}

/** Like `changedRows`. @returns whether it changed a row */
export const changesRow = async (write: Write): Promise<boolean> => (await changedRows(write)) > 0

const PAGE = 50

/** A page of a list. `next`: the key of the next page; null: this is the last. */
export type OffsetPage<T> = { items: T[]; total: number; next: string | null }

/**
 * Reads a page of a list that no index sorts, as one of groups. The key of a page is the number of rows before it; an unknown
 * key is the first page.
 */
export async function readOffsetPage<T>(
  after: string | null,
  read: (range: { offset: number; limit: number }) => Promise<T[]>,
): Promise<Omit<OffsetPage<T>, 'total'>> {
  const offset = after !== null && /^\d{1,9}$/.test(after) ? Number(after) : 0
  const rows = await read({ offset, limit: PAGE + 1 })
  return { items: rows.slice(0, PAGE), next: rows.length > PAGE ? String(offset + PAGE) : null }
}

/** `valueIndexes`: for each parameter of the query the index of its value, or -1 for a constant of the query. */
type Compiled<Row> = { query: CompiledQuery<Row>; valueIndexes: readonly number[] }

const placeholder = (at: number) => `\0${at}`

/**
 * A query that is built and compiled once for each number of values, and then executed with new values: building it takes
 * longer than running it. `build` must use its values unchanged, since they are placeholders.
 */
export function compileOnce<Row>(
  db: Database,
  build: (values: readonly string[]) => Compilable<Row>,
): (values: readonly string[]) => Promise<Row[]> {
  const byCount = new Map<number, Compiled<Row>>()

  function compileFor(count: number): Compiled<Row> {
    const placeholders = Array.from({ length: count }, (_, at) => placeholder(at))
    const query = build(placeholders).compile()
    const valueIndexes = query.parameters.map((parameter) => placeholders.findIndex((value) => value === parameter))
    return { query, valueIndexes }
  }

  return async (values) => {
    const compiled = byCount.get(values.length) ?? compileFor(values.length)
    byCount.set(values.length, compiled)
    const { query, valueIndexes } = compiled
    const parameters = valueIndexes.map((index, at) => (index === -1 ? query.parameters[at] : values[index]))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
