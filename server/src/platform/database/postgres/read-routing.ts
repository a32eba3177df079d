import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CompiledQuery,
  type ConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  type QueryResult,
  SelectQueryNode,
} from 'kysely'
import { storageFailure } from '../../http/storage-unavailable.ts'
import type { ObserveQuery } from '../observed-dialect.ts'
import { queryOnce } from './named-statements.ts'
import type { Replica, ReplicaState, Replicas } from './replicas.ts'

export type { ReplicaState } from './replicas.ts'

/** A call whose reads are routed. */
export type RoutedCall = {
  /** Whether its session has written so recently that a replica may lack the write. */
  readsPrimary: boolean
  /** Runs after a call that has written, before it is answered. */
  onWritten: () => Promise<void>
}

/** Decides where the reads of a call go. */
export type ReadRouting = {
  /**
   * Runs a call. Its selects through `readDb` go to one replica, the same for the whole call, so that what it reads first
   * is not newer than what it reads next. Once the call has written, they go to the primary. Selects outside of a call
   * always do.
   */
  run<T>(call: RoutedCall, work: () => Promise<T>): Promise<T>
  states(): ReplicaState[]
  /** Reads that failed on a replica and were repeated on the primary, since the start. */
  repeated(): number
}

/** All reads go to the one database. */
export const withoutReplicas: ReadRouting = {
  run: (_call, work) => work(),
  states: () => [],
  repeated: () => 0,
}

/** `replica` is undefined until the first read, and null when the primary is read. */
type CallState = { replica: Replica | null | undefined; hasWritten: boolean }

/** Rejects when the replica is left out; the query then has no effect any more. */
function orLeftOut<T>(query: Promise<T>, { leftOut, host }: Replica): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Error(`the replica ${host} was left out`))
    if (leftOut.aborted) return leave()
    leftOut.addEventListener('abort', leave, { once: true })
    query.then(resolve, reject).finally(() => leftOut.removeEventListener('abort', leave))
  })
}

export type CallReads = {
  routing: ReadRouting
  /** Records that the present call has written. */
  noteWrite: () => void
  /** `db` whose selects within a call go to a replica. */
  readDb: <Tables>(db: Kysely<Tables>, dialect: Dialect) => Kysely<Tables>
}

const unobserved: ObserveQuery = (_statement, run) => run()

const timedOut = /^57014$|timeout/i

/** Whether another server may answer: the failure is one of the server, and has left time for it. */
function isRepeatable(error: unknown): boolean {
  const cause = storageFailure(error)
  return cause !== null && !timedOut.test(cause)
}

export function createCallReads(replicas: Replicas, observe: ObserveQuery = unobserved): CallReads {
  const calls = new AsyncLocalStorage<CallState>()
  let repeated = 0

  /** null: read the primary. */
  function replicaOfCall(): Replica | null {
    const call = calls.getStore()
    if (call === undefined || call.hasWritten) return null
    if (call.replica === undefined) call.replica = replicas.choose()
    else if (call.replica?.leftOut.aborted === true) call.replica = null
    return call.replica
  }

  /** null: the replica could not answer. */
  async function readFrom<Row>(replica: Replica, query: CompiledQuery): Promise<Row[] | null> {
    try {
      return await observe({ kind: 'postgres', sql: query.sql }, () =>
        orLeftOut(queryOnce<Row>(replica.pool, query), replica),
      )
    } catch (error) {
      if (!replica.leftOut.aborted && !isRepeatable(error)) throw error
      repeated += 1
      return null
    }
  }

  class RoutingExecutor extends DefaultQueryExecutor {
    constructor(dialect: Dialect, primary: ConnectionProvider) {
      super(dialect.createQueryCompiler(), dialect.createAdapter(), primary)
    }

    override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const replica = SelectQueryNode.is(query.query) ? replicaOfCall() : null
      const rows = replica === null ? null : await readFrom<Row>(replica, query)
      return rows === null ? super.executeQuery<Row>(query) : { rows }
    }
  }

  return {
    routing: {
      async run({ readsPrimary, onWritten }, work) {
        const call: CallState = { replica: readsPrimary ? null : undefined, hasWritten: false }
        try {
          return await calls.run(call, work)
        } finally {
          if (call.hasWritten) await onWritten()
        }
      },
      states: () => replicas.states(),
      repeated: () => repeated,
    },
    noteWrite() {
      const call = calls.getStore()
      if (call !== undefined) call.hasWritten = true
    },
    readDb: <Tables>(db: Kysely<Tables>, dialect: Dialect) =>
      new Kysely<Tables>({
        config: { dialect },
        dialect,
        driver: dialect.createDriver(),
        executor: new RoutingExecutor(dialect, db.getExecutor()),
      }),
  }
}
