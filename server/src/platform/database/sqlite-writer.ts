import type { EventEmitter } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

export type WriterOptions = {
  file: string
  /** Milliseconds that a statement waits for another writer. */
  busyTimeout: number
  /** MiB; by default enough for the statements of requests. */
  heapMib?: number
}

export type WriterRequest =
  | { type: 'run'; sql: string; parameters: readonly unknown[] }
  /** Runs the statement once per `width` parameters. */
  | { type: 'runEach'; sql: string; parameters: readonly unknown[]; width: number }
  /** Rolls back the open transaction, if there is one. */
  | { type: 'rollback' }
  | { type: 'close' }

export type WriterResponse =
  | { type: 'done'; rows: unknown[]; changes: number }
  | { type: 'failed'; message: string; code: string }

/** An error of the driver in the worker. */
class SqliteError extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

type Pending = { resolve(rows: Extract<WriterResponse, { type: 'done' }>): void; reject(error: Error): void }

/** The worker handles statements and a few rows at a time; by default V8 would keep more memory than that needs. */
const YOUNG_GENERATION_MIB = 4
const HEAP_MIB = 64

/** What a connection needs of its thread, which ends when its database is closed. */
type WriterThread = Pick<EventEmitter, 'on'> & {
  postMessage(request: WriterRequest, transferred: []): void
  ref(): void
  unref(): void
}
export type StartWriterThread = (options: WriterOptions) => WriterThread

const startWorker: StartWriterThread = (options) =>
  new Worker(new URL('./sqlite-writer.worker.ts', import.meta.url), {
    workerData: options,
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB,
      maxOldGenerationSizeMb: options.heapMib ?? HEAP_MIB,
    },
  })

/** Only the caller knows the type of its rows. */
const areRows = <Row>(rows: unknown[]): rows is Row[] => Array.isArray(rows)

/**
 * SQLite dialect that writes in a worker thread: a commit waits for the disk and for other processes, while this thread
 * answers requests. Statements run one after another; Kysely gives the connection to one caller at a time.
 */
export function writingDialect(
  options: WriterOptions,
  startThread?: StartWriterThread,
): Dialect & { close(): Promise<void> } {
  const driver = new WriterDriver(options, startThread)
  return {
    createDriver: () => driver,
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    close: () => driver.destroy(),
  }
}

class WriterDriver implements Driver {
  readonly #options: WriterOptions
  readonly #startThread: StartWriterThread | undefined
  #writer: Writer | null = null

  constructor(options: WriterOptions, startThread?: StartWriterThread) {
    this.#options = options
    this.#startThread = startThread
  }

  async init() {}

  /** A thread that ends rolls its open transaction back; the next call starts another thread. */
  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#writer === null || this.#writer.hasEnded) this.#writer = new Writer(this.#options, this.#startThread)
    return this.#writer
  }

  async releaseConnection() {}

  /** Takes the write lock at once: a transaction that reads first can fail when another process writes meanwhile. */
  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  /** The caller rethrows the error that ended its transaction, which names the cause: an error from here would hide it. */
  async rollbackTransaction() {
    await this.#writer?.rollback()
  }

  async destroy() {
    await this.#writer?.close()
  }
}

/** A connection in a worker thread; its requests run one after another. */
export class Writer implements DatabaseConnection {
  readonly #worker: WriterThread
  readonly #ended: Promise<void>
  readonly #pending: Pending[] = []
  hasEnded = false

  constructor(options: WriterOptions, startThread = startWorker) {
    const worker = startThread(options)
    this.#worker = worker
    worker.unref()
    let cause = 'the thread that writes has ended'
    worker.on('message', (response: WriterResponse) => this.#settle(response))
    worker.on('error', (error) => {
      cause = error instanceof Error ? error.message : String(error)
    })
    this.#ended = new Promise((resolve) => {
      worker.on('exit', () => {
        this.hasEnded = true
        for (const pending of this.#pending.splice(0)) pending.reject(new SqliteError(cause, 'SQLITE_IOERR'))
        resolve()
      })
    })
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.hasEnded) throw new SqliteError('the thread that writes has ended', 'SQLITE_IOERR')
    const { rows, changes } = await this.#request({ type: 'run', sql, parameters })
    if (!areRows<Row>(rows)) throw new TypeError('rows are a list')
    return { rows, numAffectedRows: BigInt(changes) }
  }

  /** Runs a statement without rows once per `width` values. */
  async runEach(sql: string, values: readonly unknown[], width: number): Promise<void> {
    if (this.hasEnded) throw new SqliteError('the thread that writes has ended', 'SQLITE_IOERR')
    await this.#request({ type: 'runEach', sql, parameters: values, width })
  }

  /** Does nothing without an open transaction: SQLite rolls it back itself when the disk is full, as does the end of the thread. */
  async rollback() {
    if (!this.hasEnded) await this.#request({ type: 'rollback' })
  }

  streamQuery(): never {
    throw new Error('rows of this connection come all at once')
  }

  async close() {
    // A pending `close` keeps the process alive.
    this.#worker.ref()
    if (!this.hasEnded) this.#send({ type: 'close' })
    await this.#ended
  }

  #request(request: WriterRequest): Promise<Extract<WriterResponse, { type: 'done' }>> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject })
      this.#worker.ref()
      this.#send(request)
    })
  }

  #send(request: WriterRequest) {
    // An empty transfer list: the parameters are copied.
    this.#worker.postMessage(request, [])
  }

  #settle(response: WriterResponse) {
    // `node --watch` sends its own messages through this channel.
    if (response.type !== 'done' && response.type !== 'failed') return
    const pending = this.#pending.shift()
    // An idle worker does not keep the process alive.
    if (this.#pending.length === 0) this.#worker.unref()
    if (response.type === 'done') pending?.resolve(response)
    else pending?.reject(new SqliteError(response.message, response.code))
  }
}
