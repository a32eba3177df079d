import type { Clock } from '../../domain/clock.ts'
import type { LogFields, Logger } from '../log/logger.ts'
import { FILES_UNAVAILABLE, storageFailure } from './storage-unavailable.ts'

/** Milliseconds without a failure after which an outage counts as over. */
const OVER_AFTER = 60_000
/** Milliseconds between two lines about an outage that continues. */
const REPEAT_AFTER = 600_000

type Outage = { loggedAt: number; failedAt: number; unlogged: number }

/**
 * Logger that writes one line per outage of the database or disk, with its cause, instead of one line per refused request
 * and failed job. Every ten minutes an outage that continues is logged again, with the number of failures between.
 */
export function logOutagesOnce(log: Logger, clock: Clock): Logger {
  /** By cause; there are only a few. */
  const outages = new Map<string, Outage>()

  const unlessKnown =
    (level: 'error' | 'warn') =>
    (event: string, fields: LogFields = {}) => {
      const cause = storageFailure(fields.error)
      if (cause === null) return log[level](event, fields)
      // The client of the bucket has logged its outage (service-outage.ts).
      if (cause === FILES_UNAVAILABLE) return
      const now = clock.now()
      const known = outages.get(cause)
      if (known !== undefined && now - known.failedAt <= OVER_AFTER && now - known.loggedAt < REPEAT_AFTER) {
        known.failedAt = now
        known.unlogged += 1
        return
      }
      log.error('storage-unavailable', {
        ...fields,
        detail: cause,
        ...(known !== undefined && { count: known.unlogged }),
      })
      outages.set(cause, { loggedAt: now, failedAt: now, unlogged: 0 })
    }

  return { ...log, error: unlessKnown('error'), warn: unlessKnown('warn') }
}
