const HOUR = 3_600_000
const DAY = 24 * HOUR
const IDLE_MS = 30 * DAY
const LIFETIME_MS = 90 * DAY
const EXTERNAL_LIFETIME_MS = DAY
const SESSIONS_PER_PERSON = 5

/** What decides how long a session goes on. Milliseconds since 1970. */
export type SessionLife = {
  /** The partner it arrived from, which makes it short; null for one opened here. */
  source: string | null
  createdAt: number
  /** Exact to the hour, so that using a session is hardly ever a write. */
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
 * The life after one more use; the very same object where nothing of it has to be stored, null when it is over. What is
 * over has to be forgotten, or it would come back with a clock that is set back. Times further ahead than they can be
 * were taken from a clock that was: they are brought back, so that nothing lives longer for it.
 */
export function lifeAfterUse<L extends SessionLife>(life: L, now: number): L | null {
  if (isOver(life, now)) return null
  if (Math.abs(now - life.lastUsedAt) < HOUR) return life
  return { ...life, lastUsedAt: now, expiresAt: Math.min(life.expiresAt, now + lifetimeOf(life)) }
}

/** Of the sessions a person has, the ones that stay when another is opened: those that live, and of them the newest. */
export const sessionsToKeep = <L extends SessionLife>(sessions: readonly L[], now: number): L[] =>
  sessions
    .filter((life) => !isOver(life, now))
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, SESSIONS_PER_PERSON - 1)
