import { DAY_MS } from '../clock.ts'

const HOUR = 3_600_000
const IDLE_MS = 30 * DAY_MS
const LIFETIME_MS = 90 * DAY_MS
const EXTERNAL_LIFETIME_MS = DAY_MS
const SESSIONS_PER_PERSON = 5

/** Times that decide how long a session lives, in milliseconds since 1970. */
export type SessionLife = {
  /** Partner of an external login, which shortens the lifetime; null for a login here. */
  source: string | null
  createdAt: number
  /** Exact to the hour, so that a use rarely causes a write. */
  lastUsedAt: number
  expiresAt: number
}

const lifetimeOf = ({ source }: Pick<SessionLife, 'source'>) => (source === null ? LIFETIME_MS : EXTERNAL_LIFETIME_MS)

export const beginLife = (source: string | null, now: number): SessionLife => ({
  source,
  createdAt: now,
  lastUsedAt: now,
  expiresAt: now + lifetimeOf({ source }),
})

export const isOver = (life: SessionLife, now: number) => now >= life.expiresAt || now >= life.lastUsedAt + IDLE_MS

/**
 * Lifetime after one more use: the same object when nothing has to be stored, null when the session is over. The caller
 * deletes a session that is over, or it would return when the clock is set back. Times that are impossibly late come
 * from a clock that was ahead; they are reduced, so that the session does not live longer.
 */
export function lifeAfterUse<L extends SessionLife>(life: L, now: number): L | null {
  if (isOver(life, now)) return null
  if (Math.abs(now - life.lastUsedAt) < HOUR) return life
  return { ...life, lastUsedAt: now, expiresAt: Math.min(life.expiresAt, now + lifetimeOf(life)) }
}

/**
 * Sessions that remain when another is opened, of those that are not over: the newest four. A login from a partner ends
 * logins from partners first, so that a partner can never sign out more than the oldest of five devices.
 */
export function sessionsToKeep<L extends SessionLife>(sessions: readonly L[], now: number, source: string | null): L[] {
  const newestFirst = sessions.filter((life) => !isOver(life, now)).toSorted((a, b) => b.createdAt - a.createdAt)
  const goesFirst = (life: L) => source !== null && life.source !== null
  return [...newestFirst.filter((life) => !goesFirst(life)), ...newestFirst.filter(goesFirst)].slice(
    0,
    SESSIONS_PER_PERSON - 1,
  )
}

/** Session of the caller, after its token was verified. */
/** Operators locked the account until `endsAt`, with a reason that its user reads. */
export type AccountLock = { reason: string; endsAt: number }

export type Session = {
  /** Identifies the session to its owner; it is not a credential. */
  id: string
  userId: string
  /** The database stores only this hash of the token. */
  tokenHash: string
  /** Partner of an external login; null for a login here. */
  source: string | null
  /** Time of the last write of the session where replicas are read; 0 for none. */
  lastWriteAt: number
  /** Absent: the account is open. */
  lock?: AccountLock
  /** Present: the caller is a script with an API key, whose views are no history of the user. */
  isApiKey?: true
}

/** For this long after a write, a session reads no replica. Replicas that are read lack less (postgres/replicas.ts). */
const OWN_WRITES_MS = 5_000

/** Whether a replica may lack what the session wrote last. */
export const hasJustWritten = ({ lastWriteAt }: Session, now: number): boolean => now - lastWriteAt < OWN_WRITES_MS
