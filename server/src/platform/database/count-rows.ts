import { type DeleteResult, type InsertResult, type SelectQueryBuilder, sql, type UpdateResult } from 'kysely'

/** Number of rows that a query finds. */
export async function countRows<Db, From extends keyof Db>(
  query: SelectQueryBuilder<Db, From, object>,
): Promise<number> {
  const counted = query.select(sql<number>`count(*)`.as('count')).$castTo<{ count: number }>()
  return (await counted.executeTakeFirstOrThrow()).count
}

type Write = { executeTakeFirst: () => Promise<InsertResult | UpdateResult | DeleteResult> }

/** Whether a query finds a row; the last `$call` of the query. */
export const findsRow = async <Db, From extends keyof Db>(query: SelectQueryBuilder<Db, From, object>) =>
  (await query.select(sql`1`.as('found')).executeTakeFirst()) !== undefined

/** Runs a write without `returning`, as the last `$call` of its query. @returns the number of rows that it changed */
export async function changedRows(write: Write): Promise<number> {
  const written = await write.executeTakeFirst()
  if ('numUpdatedRows' in written) return Number(written.numUpdatedRows)
  return Number('numDeletedRows' in written ? written.numDeletedRows : (written.numInsertedOrUpdatedRows ?? 0n))
}

/** The same. @returns whether it changed a row */
export const changesRow = async (write: Write): Promise<boolean> => (await changedRows(write)) > 0
