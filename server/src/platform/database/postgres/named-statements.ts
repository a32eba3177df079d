import type { CompiledQuery, PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ClientBase, Pool, PoolClient } from 'pg'

/** Statements that each connection keeps, in PostgreSQL until it ends: more than the server runs often. */
const MAX_NAMED = 256
/** A statement that runs less often is not kept: lists of ids have a statement for each length. */
const REPEATS = 3
const MAX_COUNTED = 1_000

/**
 * Whether the result has every column of a table, as by `select *` outside parentheses. It changes with a new column, and
 * PostgreSQL then refuses the statement that a connection has kept.
 */
function returnsEveryColumn(text: string): boolean {
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    else if (letter === '*' && depth === 0) return true
  }
  return false
}

/** A pooler gives its clients a process id of its own, and each transaction another session. */
export async function isPooled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return 'processID' in client && client.processID !== rows[0]?.pid
}

/** Returns the name under which a connection keeps a statement; undefined: it is not kept. */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const counts = new LRUCache<string, number>({ max: MAX_COUNTED })
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= MAX_NAMED) return name
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    if (count < REPEATS || returnsEveryColumn(text)) return undefined
    const added = `statement_${names.size}`
    names.set(text, added)
    return added
  }
}

/**
 * The pool with statements by name on connections to PostgreSQL itself: parsing and planning our statements takes it longer
 * than running them.
 */
export function withNamedStatements(pool: Pool): PostgresPool {
  const nameOf = createStatementNames()
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()

  function naming(client: PoolClient): PostgresPoolClient {
    function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
    function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
    function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
      if (typeof text !== 'string') throw new Error('rows of this connection come all at once')
      // Without values, as to begin a transaction, the text may be several statements, which have no name.
      const name = values.length === 0 ? undefined : nameOf(text)
      return client.query({ text, values: [...values], ...(name !== undefined && { name }) })
    }
    return { query, release: (destroy) => client.release(destroy) }
  }

  async function wrap(client: PoolClient): Promise<PostgresPoolClient> {
    try {
      const wrapped = (await isPooled(client)) ? client : naming(client)
      clients.set(client, wrapped)
      return wrapped
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      return clients.get(client) ?? wrap(client)
    },
    end: () => pool.end(),
  }
}

/** Rows of a query on any connection of the pool, which is not used again when the query fails. */
export async function queryOnce<Row>(pool: PostgresPool, { sql, parameters }: CompiledQuery): Promise<Row[]> {
  const client = await pool.connect()
  let hasFailed = true
  try {
    const { rows } = await client.query<Row>(sql, parameters)
    hasFailed = false
    return rows
  } finally {
    client.release(hasFailed)
  }
}
