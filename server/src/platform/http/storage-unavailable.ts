import type { Clock } from '../../domain/clock.ts'
import type { LogFields, Logger } from '../log/logger.ts'

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

// SQLSTATE classes of the server, not of the statement: connection, resources, operator intervention, system.
const postgresClasses = new Set(['08', '53', '57', '58'])
// Transaction conflicts, lock timeouts, read-only transactions, and transactions of a process that was silent.
const postgresCodes = new Set(['40001', '40P01', '55P03', '25006', '25P03'])
/** Object storage (uploads/s3-client.ts). */
export const FILES_UNAVAILABLE = 'FILES_UNAVAILABLE'
const systemCodes = new Set([
  // Network.
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // Disk: full, over quota or over the limit of the process, failing, read-only.
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EROFS',
  FILES_UNAVAILABLE,
])
const sqliteCodes = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL|INTERRUPT)/

// Driver errors without a code, by message.
const messages =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|connection is not open|cannot use a pool after|driver has already been destroyed|client has encountered a connection error|commit was not replicated/i

const isUnavailableCode = (code: string) =>
  systemCodes.has(code) ||
  sqliteCodes.test(code) ||
  (code.length === 5 && (postgresClasses.has(code.slice(0, 2)) || postgresCodes.has(code)))

/**
 * Why the database or the disk is unavailable: the code of the error, or its message when the driver gives no code.
 * null: another error, such as one of the statement.
 */
export function storageFailure(error: unknown): string | null {
  if (error instanceof AggregateError) {
    return error.errors.map(storageFailure).find((cause) => cause !== null) ?? null
  }
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (isUnavailableCode(code)) return code
  return messages.test(error.message) ? error.message : storageFailure(error.cause)
}
