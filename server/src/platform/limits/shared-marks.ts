import { LRUCache } from 'lru-cache'
import { type Clock, PROCESS_DIFFERENCE_MS } from '../../domain/clock.ts'
import { ttlOptions } from '../cache.ts'
import type { Hmac } from '../crypto/hmac.ts'
import type { Database } from '../database/database.ts'

type Refund = () => Promise<void>

export interface SharedMarks {
  /** Whether this process knows the mark. */
  has(mark: string): boolean
  /** Sets a mark. `refund` runs if another process has set it already: then both have spent for it. */
  set(mark: string, refund?: Refund): void
  /** Refunds what was spent without the mark if another process has set it, as it may share it a moment later. */
  refundIfSet(mark: string, refund: Refund): void
  /** Shares the new marks with the other processes, and refunds. What fails remains for the next flush. */
  flush(): Promise<void>
}

type Waiting = { mark: string; refund: Refund; since: number }

type SharedMarksOptions = {
  db: Database
  clock: Clock
  hmac: Hmac
  /** Begins the keys of these marks. */
  purpose: string
  ttlMs: number
  capacity: number
}

/** Processes share their marks every second. */
const SHARED_AFTER_MS = 5_000
const BATCH = 500
const noRefund = async () => {}

/**
 * Marks that make further calls free, for some time: they are set in this process and shared every second, because a write
 * per call would cost more than the call. What another process spends until then is refunded by its flush. A mark is a row
 * of the table of limits, by HMAC: full at its end, when the row is deleted as any full bucket.
 */
export function createSharedMarks({ db, clock, hmac, purpose, ttlMs, capacity }: SharedMarksOptions): SharedMarks {
  const known = new LRUCache<string, true>({ max: capacity, ...ttlOptions(clock, ttlMs) })
  const unshared = new Map<string, Refund>()
  const waiting = new Set<Waiting>()
  let flushing: Promise<void> = Promise.resolve()
  const keyOf = (mark: string) => `${purpose}/${hmac('mark', purpose, mark).slice(0, 32)}`

  /** Marks that no other process has set before. */
  async function store(marks: readonly string[]): Promise<Set<string>> {
    const now = clock.now()
    const end = now + ttlMs
    const keys = new Map(marks.map((mark) => [keyOf(mark), mark]))
    const rows = await db
      .insertInto('limit_bucket')
      // The same order in all processes avoids deadlocks.
      .values([...keys.keys()].sort().map((key) => ({ key, full_at: end })))
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ full_at: end })
          .where((stored) =>
            stored.or([
              stored('limit_bucket.full_at', '<=', now),
              stored('limit_bucket.full_at', '>', end + PROCESS_DIFFERENCE_MS),
            ]),
          ),
      )
      .returning('key')
      .execute()
    return new Set(rows.map(({ key }) => keys.get(key) ?? ''))
  }

  async function share(batch: readonly (readonly [string, Refund])[]) {
    const first = await store(batch.map(([mark]) => mark))
    for (const [mark, refund] of batch) {
      unshared.delete(mark)
      if (!first.has(mark)) await refund()
    }
  }

  async function storedOf(marks: readonly string[]): Promise<Set<string>> {
    const keys = new Map(marks.map((mark) => [keyOf(mark), mark]))
    const rows = await db
      .selectFrom('limit_bucket')
      .select('key')
      .where('key', 'in', [...keys.keys()])
      .where('full_at', '>', clock.now())
      .execute()
    return new Set(rows.map(({ key }) => keys.get(key) ?? ''))
  }

  async function refundWaiting(batch: readonly Waiting[]) {
    const stored = await storedOf([...new Set(batch.map(({ mark }) => mark))])
    const now = clock.now()
    for (const one of batch) {
      const isStored = stored.has(one.mark)
      if (!isStored && Math.abs(now - one.since) <= SHARED_AFTER_MS) continue
      waiting.delete(one)
      if (!isStored) continue
      known.set(one.mark, true)
      await one.refund()
    }
  }

  async function shareAndRefund() {
    const marks = [...unshared]
    for (let from = 0; from < marks.length; from += BATCH) await share(marks.slice(from, from + BATCH))
    const spent = [...waiting]
    for (let from = 0; from < spent.length; from += BATCH) await refundWaiting(spent.slice(from, from + BATCH))
  }

  return {
    has: (mark) => known.has(mark),

    set(mark, refund = noRefund) {
      if (known.has(mark)) return
      known.set(mark, true)
      unshared.set(mark, refund)
    },

    refundIfSet(mark, refund) {
      waiting.add({ mark, refund, since: clock.now() })
    },

    flush() {
      flushing = flushing.then(shareAndRefund, shareAndRefund)
      return flushing
    },
  }
}
