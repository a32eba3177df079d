import { type SelectQueryBuilder, sql } from 'kysely'

/** Number of rows that a query finds. */
export async function countRows<Db, From extends keyof Db>(
  query: SelectQueryBuilder<Db, From, object>,
): Promise<number> {
  const counted = query.select(sql<number>`count(*)`.as('count')).$castTo<{ count: number }>()
  return (await counted.executeTakeFirstOrThrow()).count
}
