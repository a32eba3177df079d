// SQLSTATE classes in which the statement is not at fault: connection, resources, intervention, system.
const postgresClasses = new Set(['08', '53', '57', '58'])
// Conflicts of transactions, and lock timeouts.
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

// Messages of the drivers that carry no code.
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
