import {
  type Compilable,
  type CompiledQuery,
  type DeleteResult,
  type InsertResult,
  type SelectQueryBuilder,
  sql,
  type UpdateResult,
} from 'kysely'
import type { Database } from './database.ts'

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
