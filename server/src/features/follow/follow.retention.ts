import { EVENT_DAYS } from '@baiqicha/contract/follow'
import { type Clock, chinaDay, DAY_MS } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CompanySubjectsReader } from '../../records/company-subjects.ts'
import { type CompanyEventRepository, readFeed } from './company-event.repository.ts'
import type { FollowRepository } from './follow.repository.ts'

type FollowRetentionDeps = {
  db: Database
  clock: Clock
  subjects: CompanySubjectsReader
  follows: FollowRepository
  events: CompanyEventRepository
}

/** Events per transaction. */
const BATCH = 1_000
const ERASED = 5_000

export function createFollowRetention({ db, clock, subjects, follows, events }: FollowRetentionDeps) {
  /** Numbers of the shown events after `from`, up to `to`, by followed company. Late events are not counted. */
  async function newEventsOf(keys: readonly string[], { from, to }: { from: number; to: number }) {
    const ids = keys.length === 0 ? [] : await events.findFollowed(keys)
    const companies = await subjects.find(ids)
    const watched = Array.from(companies.values(), (of) => ({ subjects: of, after: from, fromSeq: from }))
    const feed = await readFeed(events, watched, { today: chinaDay(clock.now()), perKey: BATCH, until: to })
    const counted = feed.events.filter(({ is_late }) => is_late === 0)
    return new Map(
      Array.from(
        Map.groupBy(counted, ({ company_id }) => company_id),
        ([id, of]) => [id, of.map(({ seq }) => seq)],
      ),
    )
  }

  /** Counts the next events; false when there are none. */
  async function countNext(): Promise<boolean> {
    const [from, newest] = await Promise.all([follows.cursor(), events.newest()])
    if (newest <= from) return false
    if (!(await follows.hasFollows())) {
      await follows.addUnread({ from, to: newest }, new Map(), clock.now())
      return false
    }
    const next = await events.listAfter(from, BATCH)
    const to = next.at(-1)?.seq ?? newest
    const keys = new Set(next.flatMap(({ subject_key, is_late }) => (is_late === 0 ? [subject_key] : [])))
    await follows.addUnread({ from, to }, await newEventsOf([...keys], { from, to }), clock.now())
    return true
  }

  return {
    /**
     * Adds the events since the last run to the stored numbers of their followers. Several processes may run it: each event
     * is counted once.
     */
    async countNewEvents(): Promise<void> {
      while (await countNext());
    },

    /** Deletes events 400 days after their import. */
    async eraseOldEvents(): Promise<void> {
      const oldest = clock.now() - EVENT_DAYS * DAY_MS
      for (let erased = ERASED; erased === ERASED; ) {
        // Events are in the order of their imports, so the oldest are at the start.
        const { numDeletedRows } = await db
          .deleteFrom('company_event')
          .where('seq', 'in', (of) =>
            of
              .selectFrom((first) =>
                first.selectFrom('company_event').selectAll().orderBy('seq').limit(ERASED).as('first'),
              )
              .select('seq')
              .where('imported_at', '<', oldest),
          )
          .executeTakeFirstOrThrow()
        erased = Number(numDeletedRows)
      }
    },
  }
}
