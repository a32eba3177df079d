import { Pool, type PoolClient, TypeOverrides, types } from 'pg'

/** Returns 64-bit integers as numbers: ours are counts and milliseconds, far below 2^53. */
export const int8AsNumber = new TypeOverrides()
int8AsNumber.setTypeParser(types.builtins.INT8, Number)

/** Milliseconds; null: no limit. */
export type StatementLimit = number | null

/** Milliseconds after which PostgreSQL cancels a statement and the caller gets 503. */
export const STATEMENT_TIMEOUT = 2_500
const CONNECT_TIMEOUT = 2_000
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

/** Connections to one server, which can be dropped all at once. */
export type HostPool = {
  pool: Pool
  /** Closes every connection at once, also those that wait for a server that no longer answers. */
  drop(): void
}

export function openHostPool(url: string, statementLimit: StatementLimit = STATEMENT_TIMEOUT): HostPool {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    types: int8AsNumber,
    ...(statementLimit !== null && {
      statement_timeout: statementLimit,
      // Client-side timeout, for a server that no longer answers.
      query_timeout: statementLimit + 500,
    }),
  })
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    // Between two statements of a transaction the pool does not listen: the error would end the process.
    client.on('error', () => {})
    refuseUnreplicatedCommits(client)
  })
  pool.on('remove', (client) => clients.delete(client))
  // An idle connection that is lost is replaced at the next query, which reports a persistent failure.
  pool.on('error', () => {})
  return {
    pool,
    drop() {
      void pool.end().catch(() => {})
      for (const { connection } of clients) connection.stream.destroy()
    },
  }
}

/**
 * One URL for each host of a URL with several, as `postgres://user:password@a:5432,b:5432/name`. Hosts without a port
 * have that of the driver.
 */
export function splitHosts(url: string): string[] {
  const parts = /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url)
  if (parts === null) return [url]
  const [, start = '', hosts = '', rest = ''] = parts
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}

/** Host and port, for logs and metrics: the URL has a password. */
export const hostOf = (url: string) => new URL(url).host
