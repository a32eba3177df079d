// SQLSTATE classes of the server, not of the statement: connection, resources, operator intervention, system.
const postgresClasses = new Set(['08', '53', '57', '58'])
// Transaction conflicts, lock timeouts and read-only transactions.
const postgresCodes = new Set(['40001', '40P01', '55P03', '25006'])
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const sqliteCodes = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL|INTERRUPT)/

// Driver errors without a code, by message.
const messages =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|connection is not open|cannot use a pool after|driver has already been destroyed|client has encountered a connection error/i

/** Whether an error means that the database is unavailable. false: the statement is at fault. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    networkCodes.has(code) ||
    sqliteCodes.test(code) ||
    (code.length === 5 && (postgresClasses.has(code.slice(0, 2)) || postgresCodes.has(code))) ||
    messages.test(error.message) ||
    isDatabaseUnavailable(error.cause)
  )
}
