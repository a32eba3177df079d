import { Client, Pool, type PoolClient, TypeOverrides, types } from 'pg'

/** Returns 64-bit integers as numbers: ours are counts and milliseconds, far below 2^53. */
export const int8AsNumber = new TypeOverrides()
int8AsNumber.setTypeParser(types.builtins.INT8, Number)

/** Milliseconds; null: no limit. */
export type StatementLimit = number | null

/** Milliseconds after which PostgreSQL cancels a statement and the caller gets 503. */
export const STATEMENT_TIMEOUT = 2_500
const CONNECT_TIMEOUT = 2_000
/** A command and a start may wait longer for a busy server than a request. */
const PATIENT_CONNECT_TIMEOUT = 15_000
const POOL_SIZE = 10

/** Function of PostgreSQL that waits for a synchronous replica. Unlike the text of its warning, its name is never translated. */
const SYNCHRONOUS_WAIT = 'SyncRepWaitForLSN'

/**
 * Fails the commit whose wait for a synchronous replica was cancelled, as by `pg_cancel_backend`. PostgreSQL reports a
 * success with a warning then: the commit is stored, but would be lost with the primary.
 */
function refuseUnreplicatedCommits(client: PoolClient) {
  client.on('notice', ({ routine }) => {
    if (routine === SYNCHRONOUS_WAIT) client.connection.emit('error', new Error('commit was not replicated'))
  })
}

/** SQLSTATE of a write to a server that takes none. */
const READ_ONLY = '25006'

/**
 * Closes a connection to a server that takes no writes, such as a former primary. The next query connects again, through
 * the address that leads to the new primary.
 */
function leaveReadOnlyServers(client: PoolClient) {
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === READ_ONLY) client.connection.stream.destroy()
  })
}

/** A connection of its own, without the timeouts of the pool: copying a table or creating an index takes minutes. */
export async function withPostgres<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000, types: int8AsNumber })
  // A lost connection is reported by the query that needs it.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Connections to the server of the URL. One that is cut, or whose server hangs, is replaced at the next query. */
export function openPostgresPool(url: string, statementLimit: StatementLimit = STATEMENT_TIMEOUT): Pool {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: statementLimit === null ? PATIENT_CONNECT_TIMEOUT : CONNECT_TIMEOUT,
    types: int8AsNumber,
    ...(statementLimit !== null && {
      statement_timeout: statementLimit,
      // Client-side timeout, for a server that no longer answers.
      query_timeout: statementLimit + 500,
    }),
  })
  pool.on('connect', (client) => {
    // Between two statements of a transaction the pool does not listen: the error would end the process.
    client.on('error', () => {})
    refuseUnreplicatedCommits(client)
    leaveReadOnlyServers(client)
  })
  // An idle connection that is lost is replaced at the next query, which reports a persistent failure.
  pool.on('error', () => {})
  return pool
}
