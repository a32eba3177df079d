import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Clock, chinaDay, DAY_MS } from '../../domain/clock.ts'
import type { Random } from '../../domain/random.ts'
import { entriesUpTo, ttlOptions } from '../../platform/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ServiceOutage } from '../../platform/log/service-outage.ts'
import type { ReceivedEvent } from './event.input.ts'
import type { EventStore, TrackedEvent } from './tracked-event.ts'

/** Events that wait to be stored. */
const QUEUE_LIMIT = 20_000
/** A repeated event is recognised for this long, and only by the process that has received it first. */
const REPEAT_MS = 10 * 60_000
/** Ids of ten minutes at the highest rate that is accepted for long. */
const KNOWN_IDS = 200_000

export const dropReasons = ['repeated', 'queueFull', 'storeFailing', 'limited'] as const
export type DropReason = (typeof dropReasons)[number]

type Waiting = { event: ReceivedEvent; tokenHash: string | null }

type EventQueueDeps = {
  store: EventStore
  /** Subjects of sessions by the hash of their token; hashes without a session are left out. One query for a batch. */
  findSubjects: (tokenHashes: readonly string[]) => Promise<ReadonlyMap<string, number>>
  clock: Clock
  outage: ServiceOutage
  onDropped: (reason: DropReason, count: number) => void
}

/** Collects events, so that a request costs neither a query nor a write. */
export function createEventQueue({ store, findSubjects, clock, outage, onDropped }: EventQueueDeps) {
  let waiting: Waiting[] = []
  let isFailing = false
  let flushing: Promise<void> | null = null
  const known = new LRUCache<string, true>({ ...entriesUpTo(KNOWN_IDS), ...ttlOptions(clock, REPEAT_MS) })

  async function storeBatch(batch: readonly Waiting[]) {
    const hashes = new Set(batch.flatMap(({ tokenHash }) => tokenHash ?? []))
    const subjects = hashes.size === 0 ? new Map<string, number>() : await findSubjects([...hashes])
    const events = batch.map(
      ({ event: { eventId: _eventId, ...event }, tokenHash }): TrackedEvent => ({
        ...event,
        subject: tokenHash === null ? null : (subjects.get(tokenHash) ?? null),
      }),
    )
    await store.append(events)
  }

  async function storeWaiting() {
    const batch = waiting
    if (batch.length === 0) return
    waiting = []
    try {
      await storeBatch(batch)
      isFailing = false
      outage.worked()
    } catch (error) {
      outage.failed(error)
      isFailing = true
      waiting = [...batch, ...waiting]
    }
  }

  return {
    /** Takes events for the next batch; false: none was taken, because the queue is full or the store fails. */
    add(events: readonly ReceivedEvent[], tokenHash: string | null): boolean {
      if (isFailing || waiting.length + events.length > QUEUE_LIMIT) {
        onDropped(isFailing ? 'storeFailing' : 'queueFull', events.length)
        return false
      }
      let repeated = 0
      for (const event of events) {
        if (known.has(event.eventId)) repeated += 1
        else waiting.push({ event, tokenHash })
        known.set(event.eventId, true)
      }
      if (repeated > 0) onDropped('repeated', repeated)
      return true
    },
    /** Stores everything that waits. A batch that fails waits for the next call. */
    async flush(): Promise<void> {
      await flushing
      flushing = storeWaiting()
      await flushing
      flushing = null
    },
  }
}
export type EventQueue = ReturnType<typeof createEventQueue>

type Counted = { day: string; reason: DropReason; count: number }

/** Events that were not stored, counted in memory by day and reason and stored each second. */
export function createDroppedEvents({ db, clock }: { db: Database; clock: Clock }) {
  let counted = new Map<string, Counted>()

  function count({ day, reason, count: more }: Counted) {
    const key = `${day} ${reason}`
    counted.set(key, { day, reason, count: more + (counted.get(key)?.count ?? 0) })
  }

  return {
    add: (reason: DropReason, events: number) => count({ day: chinaDay(clock.now()), reason, count: events }),

    async flush(): Promise<void> {
      if (counted.size === 0) return
      const rows = [...counted.values()]
      counted = new Map()
      try {
        await db
          .insertInto('tracking_dropped')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['day', 'reason']).doUpdateSet({ count: sql`tracking_dropped.count + excluded.count` }),
          )
          .execute()
      } catch (error) {
        rows.forEach(count)
        throw error
      }
    },

    async dropOld(keptDays: number): Promise<void> {
      const first = chinaDay(clock.now() - keptDays * DAY_MS)
      await db.deleteFrom('tracking_dropped').where('day', '<', first).execute()
    },
  }
}

/** Dropped events of the days of a range, by day and reason. Those of no platform: a refused request names none. */
export const findDroppedEvents = (db: Database, { from, to }: { from: string; to: string }) =>
  db
    .selectFrom('tracking_dropped')
    .select(['day', 'reason', 'count'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()

/** Random bytes of a subject: its number stays below 2^48, which JavaScript and JSON keep exactly. */
const SUBJECT_BYTES = 6

/** Subjects of sessions by the hash of their token. Hashes without a session are left out. */
type FindSubjects = (tokenHashes: readonly string[]) => Promise<Map<string, number>>

/** A user gets a subject with the first event. It is random: nothing leads from an event to the user once it is erased. */
export const createSubjects =
  ({ db, random }: { db: Database; random: Random }): FindSubjects =>
  async (tokenHashes) => {
    const sessions = await db
      .selectFrom('session')
      .leftJoin('tracking_subject', 'tracking_subject.user_id', 'session.user_id')
      .select(['session.token_hash', 'session.user_id', 'tracking_subject.subject'])
      .where('session.token_hash', 'in', tokenHashes)
      .execute()
    const missing = new Set(sessions.flatMap(({ user_id, subject }) => (subject === null ? [user_id] : [])))
    const created = missing.size === 0 ? new Map<string, number>() : await create(db, random, [...missing])
    return new Map(
      sessions.flatMap(({ token_hash, user_id, subject }): [string, number][] => {
        const known = subject ?? created.get(user_id)
        return known === undefined ? [] : [[token_hash, known]]
      }),
    )
  }

/** Another process may create the same subject meanwhile: what is stored counts. */
async function create(db: Database, random: Random, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = userIds.map((user_id) => ({
    user_id,
    subject: Buffer.from(random.bytes(SUBJECT_BYTES)).readUIntBE(0, SUBJECT_BYTES),
  }))
  await db
    .insertInto('tracking_subject')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await db
    .selectFrom('tracking_subject')
    .select(['user_id', 'subject'])
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(stored.map(({ user_id, subject }) => [user_id, subject]))
}
