import type { Database } from '../../platform/database/database.ts'
import { isRealCompany } from '../../platform/database/portable-sql.ts'

/** Number of the newest change of a company; 0: none. */
export async function readCompanyRevision(db: Database): Promise<number> {
  const changes = await db.selectFrom('company_change').select(db.fn.max('seq').as('last')).executeTakeFirst()
  return changes?.last ?? 0
}

/** Companies per statement, which takes some 20 ms. */
const SLICE = 10_000

/**
 * Returns a function that lists the ids of the companies with the smallest static rank. It reads the rank of every company,
 * in slices, since there is no index for it.
 */
export const createBestKnownCompanies =
  ({ db, includeDemo, slice: size = SLICE }: { db: Database; includeDemo: boolean; slice?: number }) =>
  async (limit: number): Promise<string[]> => {
    const byRank = new Map<number, string[]>()
    let listed = 0
    for (let after: string | undefined = ''; after !== undefined; ) {
      const slice: { id: string; prominence: number }[] = await db
        .selectFrom('company')
        .select(['id', 'prominence'])
        .$if(!includeDemo, (query) => query.where(isRealCompany))
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute()
      for (const { id, prominence } of slice) {
        const ofRank = byRank.get(prominence)
        if (ofRank === undefined) byRank.set(prominence, [id])
        else ofRank.push(id)
      }
      listed += slice.length
      listed -= dropLeastKnown(byRank, listed - limit)
      after = slice.length < size ? undefined : slice.at(-1)?.id
    }
    const ids = [...byRank].toSorted(([a], [b]) => a - b).flatMap(([, ofRank]) => ofRank)
    return ids.slice(0, limit)
  }

/** Removes whole ranks, the largest first, while at least `limit` companies remain; returns the number removed. */
function dropLeastKnown(byRank: Map<number, string[]>, surplus: number): number {
  let dropped = 0
  for (const rank of [...byRank.keys()].toSorted((a, b) => b - a)) {
    const count = byRank.get(rank)?.length ?? 0
    if (dropped + count > surplus) break
    byRank.delete(rank)
    dropped += count
  }
  return dropped
}
