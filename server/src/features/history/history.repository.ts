import { SEARCH_HISTORY_LIMIT, type SearchHistoryItem, VIEW_HISTORY_LIMIT } from '@baiqicha/contract/history'
import { LRUCache } from 'lru-cache'
import { type Clock, isoOf } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import { entriesUpTo, ttlOptions } from '../../platform/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import { compileOnce, countRows } from '../../platform/database/portable-sql.ts'

type View = { companyId: string; viewedAt: number }

/** Time of the last view by company id, oldest view first. */
type PendingViews = Map<string, number>

/** A user's views of a company within this time of the counted one are not counted again. Each process counts apart. */
const COUNTED_MS = 24 * 60 * 60 * 1_000
const MOST_COUNTED = 50_000

/** Rows per statement, far below the limit of parameters. */
const BATCH = 500

/**
 * Views are collected in memory and stored together, every second and before this process reads them: a durable write
 * per page view would cost more than the page.
 */
export function createViewHistoryRepository(db: Database, clock: Clock) {
  let pendingViews = new Map<string, PendingViews>()
  let pendingCounts = new Map<string, number>()
  const counted = new LRUCache<string, true>({ ...entriesUpTo(MOST_COUNTED), ...ttlOptions(clock, COUNTED_MS) })
  let flushing: Promise<void> = Promise.resolve()

  const findViews = compileOnce(db, (ids) =>
    db.selectFrom('company_views').select('views').where('company_id', 'in', ids),
  )

  function addCount(companyId: string, count: number) {
    pendingCounts.set(companyId, (pendingCounts.get(companyId) ?? 0) + count)
  }

  function addPending(userId: string, companyId: string, viewedAt: number) {
    const views = pendingViews.get(userId) ?? new Map()
    pendingViews.set(userId, views)
    views.delete(companyId)
    views.set(companyId, viewedAt)
    const [oldest] = views.keys()
    if (views.size > VIEW_HISTORY_LIMIT && oldest !== undefined) views.delete(oldest)
  }

  async function store() {
    const [viewsByUser, counts] = [pendingViews, pendingCounts]
    if (counts.size === 0 && viewsByUser.size === 0) return
    pendingViews = new Map()
    pendingCounts = new Map()
    try {
      await db.transaction().execute(async (tx) => {
        // The same order in all processes, here and below, avoids deadlocks.
        for (const userId of await existingAccounts(tx, [...viewsByUser.keys()].sort()))
          await storeViews(tx, userId, viewsByUser.get(userId) ?? new Map())
        await addViews(tx, counts)
      })
    } catch (error) {
      const since = pendingViews
      pendingViews = viewsByUser
      for (const [userId, views] of since) for (const [companyId, at] of views) addPending(userId, companyId, at)
      for (const [companyId, count] of counts) addCount(companyId, count)
      throw error
    }
  }

  /** Stores the pending views. Views that could not be stored stay pending. */
  const flush = (): Promise<void> => {
    flushing = flushing.then(store, store)
    return flushing
  }

  return {
    flush,

    /** Counts a view by a visitor (null), or the first view of the day by a user. Stored with the next flush. */
    record(userId: string | null, companyId: string): void {
      if (userId === null) return addCount(companyId, 1)
      addPending(userId, companyId, clock.now())
      const view = `${userId} ${companyId}`
      if (counted.has(view)) return
      counted.set(view, true)
      addCount(companyId, 1)
    },

    /** Number of views of the company, by all users and visitors. */
    async countOf(companyId: string): Promise<number> {
      const [stored] = await findViews([companyId])
      return (stored?.views ?? 0) + (pendingCounts.get(companyId) ?? 0)
    },

    /** Newest first. */
    async list(userId: string, { offset, limit }: { offset: number; limit: number }): Promise<View[]> {
      await flush()
      return db
        .selectFrom('view_history')
        .select(['company_id as companyId', 'viewed_at as viewedAt'])
        .where('user_id', '=', userId)
        .orderBy('position', 'desc')
        .orderBy('company_id')
        .limit(limit)
        .offset(offset)
        .execute()
    },

    /** Number of companies in the history of the user. */
    async countBy(userId: string): Promise<number> {
      await flush()
      return countRows(db.selectFrom('view_history').where('user_id', '=', userId))
    },

    /** Deletes a view of this user; does nothing when there is none. */
    async remove(userId: string, companyId: string): Promise<void> {
      await flush()
      await db.deleteFrom('view_history').where('user_id', '=', userId).where('company_id', '=', companyId).execute()
    },

    async removeAll(userId: string): Promise<void> {
      await flush()
      await db.deleteFrom('view_history').where('user_id', '=', userId).execute()
    },
  }
}
export type ViewHistoryRepository = ReturnType<typeof createViewHistoryRepository>

const byCompany = (a: { company_id: string }, b: { company_id: string }) => (a.company_id < b.company_id ? -1 : 1)

/** Leaves out accounts erased in the meantime, so that their views do not fail the whole batch. */
async function existingAccounts(tx: Database, userIds: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (let from = 0; from < userIds.length; from += BATCH) {
    const rows = await tx
      .selectFrom('user_account')
      .select('id')
      .where('id', 'in', userIds.slice(from, from + BATCH))
      .execute()
    for (const { id } of rows) found.add(id)
  }
  return userIds.filter((userId) => found.has(userId))
}

/** Moves the viewed companies to the top, each once, and deletes the oldest beyond the limit. */
async function storeViews(tx: Database, userId: string, views: PendingViews) {
  const last = await tx
    .selectFrom('view_history')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const top = last?.position ?? 0
  await tx
    .insertInto('view_history')
    .values(
      Array.from(views, ([company_id, viewed_at], at) => ({
        user_id: userId,
        company_id,
        viewed_at,
        position: top + at + 1,
      })).sort(byCompany),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'company_id'])
        .doUpdateSet((eb) => ({ position: eb.ref('excluded.position'), viewed_at: eb.ref('excluded.viewed_at') })),
    )
    .execute()
  await tx
    .deleteFrom('view_history')
    .where('user_id', '=', userId)
    .where('position', '<', (eb) =>
      eb
        .selectFrom('view_history')
        .select('position')
        .where('user_id', '=', userId)
        .orderBy('position', 'desc')
        .limit(1)
        .offset(VIEW_HISTORY_LIMIT - 1),
    )
    .execute()
}

async function addViews(tx: Database, counts: ReadonlyMap<string, number>) {
  const rows = Array.from(counts, ([company_id, views]) => ({ company_id, views })).sort(byCompany)
  for (let from = 0; from < rows.length; from += BATCH) {
    await tx
      .insertInto('company_views')
      .values(rows.slice(from, from + BATCH))
      .onConflict((conflict) =>
        conflict
          .column('company_id')
          .doUpdateSet((eb) => ({ views: eb('company_views.views', '+', eb.ref('excluded.views')) })),
      )
      .execute()
  }
}

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
        searchedAt: isoOf(row.searched_at),
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
