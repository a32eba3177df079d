import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { withNamedStatements } from './named-statements.ts'
import { int8AsNumber, openPostgresPool } from './postgres-pool.ts'

/** Interval at which each replica and the primary state their position. */
const POLL_MS = 250
/** A server that does not state its position within this time hangs. */
const PROBE_MS = 1_000
/**
 * A replica is read while it shows everything that the primary had written this long ago. With an interval and a slow
 * probe of both servers, what a reader may miss is 4.5 s old: less than the time for which a session reads its own writes
 * from the primary (session.ts).
 */
const LAG_LIMIT_MS = 2_000

/** Position in the write-ahead log, in bytes from its beginning. */
type Position = number

/** A replica that can be read. */
export type Replica = {
  readonly host: string
  readonly pool: PostgresPool
  /** Aborted as soon as the replica is left out: queries that wait for it are repeated on the primary. */
  readonly leftOut: AbortSignal
}

/** For metrics. */
export type ReplicaState = { host: string; isInUse: boolean }

export type Replicas = ReturnType<typeof openReplicas>

export type ReplicasOptions = {
  urls: readonly string[]
  /** Reads the position up to which the primary has written its log. */
  primaryPosition: () => Promise<Position>
  /** Called when a replica is used again, or left out with the reason. */
  onChange?: (host: string, reason: string | null) => void
}

/** A server that is no replica, such as one that was promoted, has no position to compare. */
const positionQuery = `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as position`

/** Positions of the primary. Comparing them needs no clock of a server, and an idle primary causes no lag. */
function createLagLimit() {
  let samples: { at: number; position: Position }[] = []
  const required = () => {
    const now = performance.now()
    return samples.findLast(({ at }) => now - at >= LAG_LIMIT_MS) ?? samples[0]
  }
  return {
    /** `at`: time at which the primary was queried. */
    add(position: Position, at: number) {
      const oldest = required()
      samples = [...samples.filter((sample) => oldest === undefined || sample.at >= oldest.at), { at, position }]
    },
    /** False until the primary has stated a position. */
    isKept(position: Position): boolean {
      const sample = required()
      return sample !== undefined && position >= sample.position
    },
  }
}

/** Runs until the signal: one turn after another, each after a pause. */
async function poll(turn: () => Promise<void>, signal: AbortSignal) {
  while (!signal.aborted) {
    await turn()
    await wait(POLL_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** Connections for reads, which can be dropped all at once. */
function openReads(url: string) {
  const pool = openPostgresPool(url)
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  return {
    pool: withNamedStatements(pool),
    /** Closes every connection at once, also those that wait for a server that no longer answers. */
    drop() {
      void pool.end().catch(() => {})
      for (const { connection } of clients) connection.stream.destroy()
    },
  }
}

/** Polls the position of one replica over a connection of its own: those of the queries may all be in use. */
function watchReplica(url: string, isKept: (position: Position) => boolean, onChange: ReplicasOptions['onChange']) {
  // For logs and metrics: the URL has a password.
  const { host } = new URL(url)
  const probe = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    types: int8AsNumber,
  })
  let used: { reads: ReturnType<typeof openReads>; end: AbortController } | null = null

  function leaveOut(reason: string) {
    if (used === null) return
    const { reads, end } = used
    used = null
    end.abort()
    reads.drop()
    onChange?.(host, reason)
  }
  // The idle connection is lost: the server has ended.
  probe.on('error', (error) => leaveOut(error.message))

  return {
    state: (): ReplicaState => ({ host, isInUse: used !== null }),
    /** null while the replica is left out. */
    use: (): Replica | null => used && { host, pool: used.reads.pool, leftOut: used.end.signal },
    async turn() {
      try {
        const { rows } = await probe.query<{ position: number | null }>(positionQuery)
        const position = rows[0]?.position ?? null
        if (position === null) leaveOut('not a replica')
        else if (!isKept(position)) leaveOut('too far behind')
        else if (used === null && !probe.ending) {
          used = { reads: openReads(url), end: new AbortController() }
          onChange?.(host, null)
        }
      } catch (error) {
        leaveOut(error instanceof Error ? error.message : String(error))
      }
    },
    close() {
      void probe.end().catch(() => {})
      used?.end.abort()
      used?.reads.drop()
      used = null
    },
  }
}

/**
 * Replicas of the primary. Each is polled four times a second; one that hangs, has ended or lags is left out within two
 * seconds and used again when it states its position. While the primary is away, replicas that show everything it had
 * written stay in use.
 */
export function openReplicas({ urls, primaryPosition, onChange }: ReplicasOptions) {
  const lag = createLagLimit()
  const closing = new AbortController()
  const replicas = urls.map((url) => watchReplica(url, (position) => lag.isKept(position), onChange))
  const sample = async () => {
    const at = performance.now()
    try {
      lag.add(await primaryPosition(), at)
    } catch {
      // Callers of the primary report its failure.
    }
  }
  const polling = [
    poll(sample, closing.signal),
    ...replicas.map((replica) => poll(() => replica.turn(), closing.signal)),
  ]
  void Promise.all(polling)

  let turn = 0
  return {
    /** The next replica in turn; null: none can be read, so the primary is. */
    choose(): Replica | null {
      const usable = replicas.flatMap((replica) => replica.use() ?? [])
      turn += 1
      return usable[turn % usable.length] ?? null
    },
    states: (): ReplicaState[] => replicas.map((replica) => replica.state()),
    close(): void {
      closing.abort()
      for (const replica of replicas) replica.close()
    },
  }
}
