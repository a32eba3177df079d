import { Client, type PoolClient } from 'pg'
import { hostOf, openHostPool, type StatementLimit, splitHosts } from './host-pool.ts'

/** Interval at which the hosts are asked which of them is the primary. */
const WATCH_MS = 1_000
/** A host that does not answer within this time counts as away. */
const PROBE_MS = 1_000

/**
 * Timeline of a host that takes writes, null for a replica. A promotion begins the next timeline, so that of two hosts
 * that take writes the one with the higher number was promoted later.
 */
const timelineQuery = `select case when pg_is_in_recovery() then null
  else ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int end as timeline`

async function timelineOf(url: string): Promise<number | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(timelineQuery)
    return rows[0]?.timeline ?? null
  } catch {
    return null
  } finally {
    void client.end().catch(() => {})
  }
}

export type PrimaryPoolOptions = {
  statementLimit?: StatementLimit
  /** Called when another host has become the primary. */
  onChange?: (host: string) => void
}

/** Connections to the primary, in the form that Kysely uses. */
export type PrimaryPool = {
  connect(): Promise<PoolClient>
  end(): Promise<void>
  /** `connectionString`: URL of the present primary, for a connection of its own. */
  readonly options: { connectionString: string }
}

/**
 * Opens the primary. With several hosts in the URL the primary is the one that takes writes: they are asked every second,
 * and after a promotion all connections to the former primary are dropped. A host whose timeline is older than one seen
 * before is never used: it is a former primary that has come back.
 */
export function openPrimaryPool(databaseUrl: string, options: PrimaryPoolOptions = {}): PrimaryPool {
  const { statementLimit, onChange } = options
  const urls = splitHosts(databaseUrl)
  let url = urls[0] ?? databaseUrl
  let current = openHostPool(url, statementLimit)
  let newestTimeline = 0
  let isClosed = false

  async function findPrimary() {
    const timelines = await Promise.all(urls.map(timelineOf))
    const newest = Math.max(...timelines.map((timeline) => timeline ?? 0))
    const found = urls[timelines.indexOf(newest)]
    if (isClosed || found === undefined || newest < newestTimeline) return
    newestTimeline = newest
    if (found === url) return
    const former = current
    url = found
    current = openHostPool(url, statementLimit)
    former.drop()
    onChange?.(hostOf(url))
  }

  let finding: Promise<void> | null = null
  const find = () => {
    finding ??= findPrimary().finally(() => {
      finding = null
    })
    return finding
  }
  const hasSeveral = urls.length > 1
  /** The first statements wait for it. */
  const found = hasSeveral ? find() : Promise.resolve()
  const watch = hasSeveral ? setInterval(() => void find(), WATCH_MS).unref() : undefined

  return {
    connect: async () => {
      await found
      return current.pool.connect()
    },
    async end() {
      isClosed = true
      clearInterval(watch)
      await current.pool.end()
    },
    options: {
      get connectionString() {
        return url
      },
    },
  }
}
