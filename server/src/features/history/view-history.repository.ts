import { VIEW_HISTORY_LIMIT } from '@baiqicha/contract/history'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'

export type View = { companyId: string; viewedAt: number }

export interface ViewHistory {
  /** Notes that a user, or a visitor, opened a company. Stored with the next flush. */
  record(userId: string | null, companyId: string): void
  /** How often the company was opened, in all. */
  countOf(companyId: string): Promise<number>
  /** Newest first. */
  list(userId: string, page: { offset: number; limit: number }): Promise<View[]>
  /** Forgets a view of this user; one that never was is forgotten just so. */
  remove(userId: string, companyId: string): Promise<void>
  removeAll(userId: string): Promise<void>
  /** Stores what was noted. What fails to be stored is kept for the next time. */
  flush(): Promise<void>
}

type Noted = { userId: string; companyId: string; viewedAt: number }

/**
 * Views are noted in memory and stored together, every second and before this process reads them: a durable write for
 * each opened page would cost more than the page.
 */
export function createViewHistory(db: Database, clock: Clock): ViewHistory {
  let noted: Noted[] = []
  let counts = new Map<string, number>()
  let flushing: Promise<void> = Promise.resolve()

  async function store() {
    const [seen, opened] = [noted, counts]
    if (opened.size === 0) return
    noted = []
    counts = new Map()
    try {
      await db.transaction().execute(async (tx) => {
        for (const view of seen) await storeView(tx, view)
        for (const userId of new Set(seen.map((view) => view.userId))) await forgetOldest(tx, userId)
        // One order for all processes, so that none waits for the other.
        for (const companyId of [...opened.keys()].sort()) await addViews(tx, companyId, opened.get(companyId) ?? 0)
      })
    } catch (error) {
      noted = [...seen, ...noted]
      for (const [companyId, count] of opened) counts.set(companyId, (counts.get(companyId) ?? 0) + count)
      throw error
    }
  }

  const flush = () => {
    flushing = flushing.then(store, store)
    return flushing
  }

  return {
    flush,

    record(userId, companyId) {
      counts.set(companyId, (counts.get(companyId) ?? 0) + 1)
      if (userId !== null) noted.push({ userId, companyId, viewedAt: clock.now() })
    },

    async countOf(companyId) {
      const stored = await db
        .selectFrom('company_views')
        .select('views')
        .where('company_id', '=', companyId)
        .executeTakeFirst()
      return (stored?.views ?? 0) + (counts.get(companyId) ?? 0)
    },

    async list(userId, { offset, limit }) {
      await flush()
      const rows = await db
        .selectFrom('view_history')
        .select(['company_id', 'viewed_at'])
        .where('user_id', '=', userId)
        .orderBy('position', 'desc')
        .orderBy('company_id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map((row) => ({ companyId: row.company_id, viewedAt: row.viewed_at }))
    },

    async remove(userId, companyId) {
      await flush()
      await db.deleteFrom('view_history').where('user_id', '=', userId).where('company_id', '=', companyId).execute()
    },

    async removeAll(userId) {
      await flush()
      await db.deleteFrom('view_history').where('user_id', '=', userId).execute()
    },
  }
}

async function storeView(tx: Database, { userId, companyId, viewedAt }: Noted) {
  await tx
    .insertInto('view_history')
    .values((eb) => ({
      user_id: userId,
      company_id: companyId,
      position: eb
        .selectFrom('view_history')
        .where('user_id', '=', userId)
        .select((inner) => inner(inner.fn.coalesce(inner.fn.max('position'), inner.lit(0)), '+', 1).as('next')),
      viewed_at: viewedAt,
    }))
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'company_id'])
        .doUpdateSet((eb) => ({ position: eb.ref('excluded.position'), viewed_at: viewedAt })),
    )
    .execute()
}

async function forgetOldest(tx: Database, userId: string) {
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

async function addViews(tx: Database, companyId: string, views: number) {
  await tx
    .insertInto('company_views')
    .values({ company_id: companyId, views })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet((eb) => ({ views: eb('company_views.views', '+', views) })),
    )
    .execute()
}
