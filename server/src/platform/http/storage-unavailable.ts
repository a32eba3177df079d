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
