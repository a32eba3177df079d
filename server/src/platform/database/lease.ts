import type { Database } from './database.ts'
import { changesRow } from './portable-sql.ts'

export type LeaseOptions = {
  db: Database
  name: string
  /** Differs between processes and between starts. */
  owner: string
  /** Milliseconds without a renewal after which another process may take the lease. */
  leaseMs: number
  /** Milliseconds on a clock that is never set, as `performance.now`. */
  now: () => number
}

/**
 * The right to do a task that one process at a time may do. It works without a session, so also through PgBouncer in
 * transaction mode, and without comparing the clocks of two machines: a process that wants the lease measures by its own
 * clock how long the row has not changed.
 */
export type Lease = ReturnType<typeof createLease>

/** Part of `leaseMs` after which the holder stops, before others may start: their clocks may run a little faster. */
const HELD_PART = 0.9

type Held = { token: number; until: number }
type Seen = { token: number; renewals: number; since: number }

export function createLease({ db, name, owner, leaseMs, now }: LeaseOptions) {
  let held: Held | null = null
  let seen: Seen | null = null

  const row = () => db.selectFrom('lease').select(['holder', 'token', 'renewals']).where('name', '=', name)
  const updateMine = (token: number) =>
    db.updateTable('lease').where('name', '=', name).where('holder', '=', owner).where('token', '=', token)

  const keep = async ({ token }: Held, startedAt: number) => {
    const updated = await updateMine(token)
      .set((column) => ({ renewals: column('renewals', '+', 1) }))
      .$call(changesRow)
    held = updated ? { token, until: startedAt + leaseMs * HELD_PART } : null
  }

  /** Takes the lease if the row has not changed since it was read. */
  const take = async (from: { token: number; renewals: number }, startedAt: number) => {
    const token = from.token + 1
    const updated = await db
      .updateTable('lease')
      .set({ holder: owner, token, renewals: 0 })
      .where('name', '=', name)
      .where('token', '=', from.token)
      .where('renewals', '=', from.renewals)
      .$call(changesRow)
    if (updated) held = { token, until: startedAt + leaseMs * HELD_PART }
  }

  const challenge = async (startedAt: number) => {
    const current = await row().executeTakeFirst()
    if (current === undefined) {
      await db
        .insertInto('lease')
        .values({ name, holder: '', token: 0, renewals: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return take({ token: 0, renewals: 0 }, startedAt)
    }
    const { token, renewals } = current
    if (seen?.token !== token || seen.renewals !== renewals) seen = { token, renewals, since: now() }
    if (current.holder === '' || now() - seen.since >= leaseMs) await take(current, startedAt)
  }

  return {
    /** Renews the lease, or takes it when it is free. Call it several times per `leaseMs`. @returns whether it is held */
    async renew(): Promise<boolean> {
      const startedAt = now()
      if (held === null) await challenge(startedAt)
      else await keep(held, startedAt)
      return held !== null
    },
    /**
     * The fencing token while the lease is certainly held, else null. It ends before another process can take the lease,
     * also in a process that was paused.
     */
    token: (): number | null => (held !== null && now() < held.until ? held.token : null),
    /** Gives the lease up, so that another process takes it at its next try. */
    async release(): Promise<void> {
      if (held === null) return
      const { token } = held
      held = null
      await updateMine(token)
        .set((column) => ({ holder: '', renewals: column('renewals', '+', 1) }))
        .execute()
    },
  }
}

type LeaseRenewalOptions = {
  lease: Pick<Lease, 'renew'>
  everyMs: number
  /** This process has the lease and had it not before. */
  onTaken: () => void
  /** The first of consecutive failures. */
  onFailure: (error: unknown) => void
}

/** Renews the lease, or tries to take it, at a steady interval, also while a build or a failing poll takes long. */
export function startLeaseRenewal({ lease, everyMs, onTaken, onFailure }: LeaseRenewalOptions) {
  let isHeld = false
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const renew = async () => {
    const wasHeld = isHeld
    try {
      isHeld = await lease.renew()
      isFailing = false
    } catch (error) {
      // Until its time is over the lease remains held.
      if (!isFailing) onFailure(error)
      isFailing = true
    }
    if (isHeld && !wasHeld) onTaken()
    timer?.refresh()
  }
  const first = renew()
  timer = setTimeout(() => {
    running = renew()
  }, everyMs)

  return {
    /** Resolves after the first try. */
    whenTried: () => first,
    async close() {
      clearTimeout(timer)
      await Promise.all([first, running])
      // A renewal that was under way has set the timer again.
      clearTimeout(timer)
    },
  }
}
