import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { type HostPool, hostOf, int8AsNumber, openHostPool } from './host-pool.ts'

/** Interval at which each replica and the primary state their position. */
const POLL_MS = 250
/** A server that does not state its position within this time hangs. */
const PROBE_MS = 1_000
/** Milliseconds; a replica that is further behind answers no reads. */
const LAG_LIMIT_MS = 5_000
/** Positions of the primary from which a lag is reckoned; a replica that is further behind shows this lag. */
const SAMPLES_MS = 60_000

/** Position in the write-ahead log, in bytes from its beginning. */
type Position = number

/** A replica that can be read. */
export type Replica = {
  readonly host: string
  readonly pool: HostPool['pool']
  /** Everything up to this position is visible on the replica. */
  readonly position: Position
  /** Aborted as soon as the replica is left out: queries that wait for it are repeated on the primary. */
  readonly leftOut: AbortSignal
}

/** For metrics. `lagMs` is null until the replica has stated its position. */
export type ReplicaState = { host: string; isInUse: boolean; lagMs: number | null }

export type Replicas = {
  /** A replica that shows everything up to the position; null: none does, so the primary is read. */
  choose(position: Position): Replica | null
  states(): ReplicaState[]
  close(): void
}

export type ReplicasOptions = {
  urls: readonly string[]
  /** Reads the position up to which the primary has written its log. */
  primaryPosition: () => Promise<Position>
  /** Called when a replica is used again, or left out with the reason. */
  onChange?: (host: string, reason: string | null) => void
}

/** A server that is no replica, such as one that was promoted, has no position to compare. */
const positionQuery = `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as position`

/** Milliseconds since the primary wrote what a replica lacks. */
function createLagReader() {
  let samples: { at: number; position: Position }[] = []
  return {
    /** `at`: time at which the primary was asked. */
    add(position: Position, at: number) {
      samples = [...samples.filter((sample) => at - sample.at < SAMPLES_MS), { at, position }]
    },
    /** Infinite until the primary has stated a position. */
    of(position: Position): number {
      if (samples.length === 0) return Number.POSITIVE_INFINITY
      const missing = samples.find((sample) => sample.position > position)
      return missing === undefined ? 0 : performance.now() - missing.at
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

/** Polls the position of one replica over a connection of its own. */
class PolledReplica {
  readonly #url: string
  readonly #lagOf: (position: Position) => number
  readonly #onChange: ReplicasOptions['onChange']
  readonly host: string
  #probe: Client | null = null
  #use: { open: HostPool; end: AbortController } | null = null
  #position: Position | null = null

  constructor(url: string, lagOf: (position: Position) => number, onChange: ReplicasOptions['onChange']) {
    this.#url = url
    this.#lagOf = lagOf
    this.#onChange = onChange
    this.host = hostOf(url)
  }

  state(): ReplicaState {
    const lagMs = this.#position === null ? null : this.#lagOf(this.#position)
    return { host: this.host, isInUse: this.#use !== null, lagMs }
  }

  /** null while the replica is left out. */
  use(): Replica | null {
    if (this.#use === null || this.#position === null) return null
    const { open, end } = this.#use
    return { host: this.host, pool: open.pool, position: this.#position, leftOut: end.signal }
  }

  close() {
    this.#disconnect()
    this.#stopUse()
  }

  #stopUse(): boolean {
    const used = this.#use
    this.#use = null
    used?.end.abort()
    used?.open.drop()
    return used !== null
  }

  #leaveOut(reason: string) {
    if (this.#stopUse()) this.#onChange?.(this.host, reason)
  }

  #disconnect() {
    this.#probe?.connection.stream.destroy()
    this.#probe = null
  }

  async turn() {
    try {
      const client = this.#probe ?? (await this.#connect())
      const { rows } = await client.query<{ position: number | null }>(positionQuery)
      const position = rows[0]?.position ?? null
      if (position === null) return this.#leaveOut('not a replica')
      this.#position = position
      if (this.#lagOf(position) > LAG_LIMIT_MS) return this.#leaveOut('too far behind')
      if (this.#use !== null) return
      this.#use = { open: openHostPool(this.#url), end: new AbortController() }
      this.#onChange?.(this.host, null)
    } catch (error) {
      this.#disconnect()
      this.#leaveOut(error instanceof Error ? error.message : String(error))
    }
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
      types: int8AsNumber,
    })
    // A connection that is lost between two turns is that of a server that has ended.
    client.on('error', (error) => {
      if (this.#probe !== client) return
      this.#disconnect()
      this.#leaveOut(error.message)
    })
    await client.connect()
    this.#probe = client
    return client
  }
}

/**
 * Replicas of the primary. Each is polled four times a second; one that hangs, has ended, or lags by more than five seconds
 * is left out within two seconds and used again when it states its position. While the primary is away, replicas that show
 * everything it had written stay in use.
 */
export function openReplicas({ urls, primaryPosition, onChange }: ReplicasOptions): Replicas {
  const lag = createLagReader()
  const closing = new AbortController()
  const replicas = urls.map((url) => new PolledReplica(url, (position) => lag.of(position), onChange))
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
    choose(position) {
      const usable = replicas
        .flatMap((replica) => replica.use() ?? [])
        .filter((replica) => replica.position >= position)
      turn += 1
      return usable[turn % usable.length] ?? null
    },
    states: () => replicas.map((replica) => replica.state()),
    close() {
      closing.abort()
      for (const replica of replicas) replica.close()
    },
  }
}
