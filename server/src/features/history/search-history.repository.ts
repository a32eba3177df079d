import { SEARCH_HISTORY_LIMIT, type SearchHistoryItem } from '@baiqicha/contract/history'
import type { Clock } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Database } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/run-query.ts'

export function createSearchHistoryRepository(db: Database, clock: Clock, random: Random) {
  return {
    /** Newest first. */
    async list(userId: string): Promise<SearchHistoryItem[]> {
      const rows = await db
        .selectFrom('search_history')
        .select(['id', 'company_name', 'searched_at'])
        .where('user_id', '=', userId)
        .orderBy('position', 'desc')
        .orderBy('id', 'desc')
        .limit(SEARCH_HISTORY_LIMIT)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        companyName: row.company_name,
        searchedAt: new Date(row.searched_at).toISOString(),
      }))
    },

    /** Number of names in the history of the user. */
    countBy: (userId: string): Promise<number> =>
      countRows(db.selectFrom('search_history').where('user_id', '=', userId)),

    /** Moves the name to the top, stores it once, and deletes the oldest beyond the limit. */
    save: (userId: string, companyName: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const searched_at = clock.now()
        await tx
          .insertInto('search_history')
          .values((eb) => ({
            id: randomId(random, 's'),
            user_id: userId,
            company_name: companyName,
            position: eb
              .selectFrom('search_history')
              .where('user_id', '=', userId)
              .select((inner) => inner(inner.fn.coalesce(inner.fn.max('position'), inner.lit(0)), '+', 1).as('next')),
            searched_at,
          }))
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'company_name'])
              .doUpdateSet((eb) => ({ position: eb.ref('excluded.position'), searched_at })),
          )
          .execute()
        await tx
          .deleteFrom('search_history')
          .where('user_id', '=', userId)
          .where('position', '<', (eb) =>
            eb
              .selectFrom('search_history')
              .select('position')
              .where('user_id', '=', userId)
              .orderBy('position', 'desc')
              .limit(1)
              .offset(SEARCH_HISTORY_LIMIT - 1),
          )
          .execute()
      }),

    /** Deletes an entry of this user; does nothing for an unknown entry or one of another user. */
    async remove(userId: string, id: string): Promise<void> {
      await db.deleteFrom('search_history').where('id', '=', id).where('user_id', '=', userId).execute()
    },

    async removeAll(userId: string): Promise<void> {
      await db.deleteFrom('search_history').where('user_id', '=', userId).execute()
    },
  }
}
export type SearchHistoryRepository = ReturnType<typeof createSearchHistoryRepository>
