import { Worker } from 'node:worker_threads'
import {
  type CompanyCount,
  type CompanyHit,
  type CompanyHits,
  type CompanyQuery,
  type CountQuery,
  SearchUnavailable,
} from '../company-search.ts'
import type { OpenableIndex } from '../refresh/index-directory.ts'
import { isAppMessage, type NodeMessage } from '../refresh/index-follower-port.ts'

/** `now` (milliseconds) travels with the request, so that workers need no clock. */
export type QueryRequest =
  | { type: 'search'; query: CompanyQuery; now: number }
  | { type: 'suggest'; keyword: string; limit: number; now: number }
  | { type: 'count'; query: CountQuery; now: number }

/** Requests after `use` run on that index. */
export type WorkerRequest = QueryRequest | { type: 'use'; index: OpenableIndex }

/**
 * A file of the index does not contain what was written to it. `file` is null when the index could not be opened for
 * another reason.
 */
export type Corruption = { version: string; file: string | null; message: string }

export type QueryResponse =
  | { type: 'search'; hits: CompanyHits }
  | { type: 'suggest'; hits: CompanyHit[] }
  | { type: 'count'; count: CompanyCount }
  /** The index failed a check sum, so there is no result. */
  | ({ type: 'corrupted' } & Corruption)

export type WorkerResponse =
  | { type: 'switched'; version: string }
  | ({ type: 'switch-failed' } & Corruption)
  | { type: 'response'; response: QueryResponse }

export type QueryPoolOptions = {
  workers: number
  /** Requests that may wait while every worker is busy. A request beyond this is refused. */
  queueLimit: number
  /** A worker could not open an index. */
  onCorruption(corruption: Corruption): void
  /** A worker crashed and was replaced. */
  onWorkerReplaced(error: unknown): void
}

type PendingQuery = { request: QueryRequest; resolve(response: QueryResponse): void; reject(error: Error): void }
type WorkerSlot = {
  worker: Worker
  /** Requests that were posted to the worker, in the order of their responses. */
  inFlight: PendingQuery[]
  /** True once the worker has opened an index or reported it corrupted. From then on it can respond. */
  isReady: boolean
  /** Resolvers of the `use` requests without a response yet, in order. */
  pendingSwitches: (() => void)[]
}

const RETRY_SECONDS = 1
/** Delay before replacing a worker that crashed before it was ready, in milliseconds. */
const RESTART_DELAY_MS = 1000
const unavailable = () => new SearchUnavailable('overloaded', RETRY_SECONDS)

/** Requests posted to one of several workers: with 2, a worker starts its next request without waiting for the main thread. */
const PIPELINE_DEPTH = 2
/** With one worker no request could run elsewhere meanwhile, and waking the threads less often saves a fifth of their time. */
const PIPELINE_DEPTH_OF_ONE = 8

/**
 * A query takes at most 50 MB. Without a limit V8 would let the garbage of searches grow to as much before it collects it.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 }

/** Worker threads that run queries on one index, one at a time each. */
export function openQueryPool(options: QueryPoolOptions) {
  const queue: PendingQuery[] = []
  const slots = new Set<WorkerSlot>()
  const restarts = new Set<NodeJS.Timeout>()
  const depth = options.workers > 1 ? PIPELINE_DEPTH : PIPELINE_DEPTH_OF_ONE
  let index: OpenableIndex | null = null
  let isClosed = false

  // The empty transfer list: the message is copied.
  const post = ({ worker }: WorkerSlot, message: WorkerRequest) => worker.postMessage(message, [])

  /** Assigns queued requests to the workers with the fewest requests first. */
  const dispatch = () => {
    for (let ahead = 0; ahead < depth; ahead += 1) {
      for (const slot of slots) {
        if (slot.inFlight.length !== ahead || !slot.isReady) continue
        const next = queue.shift()
        if (next === undefined) return
        slot.inFlight.push(next)
        post(slot, next.request)
      }
    }
  }

  const switchTo = (slot: WorkerSlot, to: OpenableIndex) =>
    new Promise<void>((resolve) => {
      slot.pendingSwitches.push(resolve)
      post(slot, { type: 'use', index: to })
    })

  const handleResponse = (slot: WorkerSlot, message: WorkerResponse) => {
    switch (message.type) {
      case 'switched':
        slot.isReady = true
        slot.pendingSwitches.shift()?.()
        break
      case 'switch-failed':
        slot.isReady = true
        options.onCorruption(message)
        slot.pendingSwitches.shift()?.()
        break
      case 'response':
        slot.inFlight.shift()?.resolve(message.response)
        break
      default:
        message satisfies never
    }
    dispatch()
  }

  const removeWorker = (slot: WorkerSlot, cause: unknown) => {
    slots.delete(slot)
    // The worker ran the first of its requests; the others run on another worker.
    const [running, ...posted] = slot.inFlight.splice(0)
    running?.reject(unavailable())
    queue.unshift(...posted)
    for (const done of slot.pendingSwitches.splice(0)) done()
    if (isClosed) {
      rejectQueued()
      return
    }
    if (slot.isReady) startWorker()
    else startWorkerLater()
    options.onWorkerReplaced(cause)
    if (slots.size === 0) rejectQueued()
    else dispatch()
  }

  /** A worker that crashes before it is ready would crash again at once. */
  const startWorkerLater = () => {
    const restart = setTimeout(() => {
      restarts.delete(restart)
      startWorker()
    }, RESTART_DELAY_MS)
    restarts.add(restart)
  }

  const startWorker = () => {
    const worker = new Worker(new URL('./query.worker.ts', import.meta.url), { resourceLimits })
    const slot: WorkerSlot = { worker, inFlight: [], isReady: false, pendingSwitches: [] }
    slots.add(slot)
    let cause: unknown
    worker.on('message', (message: WorkerResponse | NodeMessage) => {
      if (isAppMessage(message)) handleResponse(slot, message)
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => removeWorker(slot, cause))
    if (index !== null) void switchTo(slot, index)
  }

  const rejectQueued = () => {
    for (const query of queue.splice(0)) query.reject(unavailable())
  }

  for (let count = Math.max(1, options.workers); count > 0; count -= 1) startWorker()

  return {
    /**
     * Requests after this call run on this index. Resolves when every worker has opened it, or found it corrupted, and
     * has closed the previous one.
     */
    async use(next: OpenableIndex) {
      index = next
      await Promise.all(Array.from(slots, (slot) => switchTo(slot, next)))
    },
    /** @throws SearchUnavailable when the queue is full, or the worker that ran the request crashed. */
    run: (request: QueryRequest) =>
      new Promise<QueryResponse>((resolve, reject) => {
        const isFree = [...slots].some((slot) => slot.isReady && slot.inFlight.length < depth)
        if (isClosed || slots.size === 0 || (queue.length >= options.queueLimit && !isFree))
          return reject(unavailable())
        queue.push({ request, resolve, reject })
        dispatch()
      }),
    /** Requests that wait for a worker. */
    queueLength: () => queue.length,
    /** Terminates the workers at once. Pending requests are rejected. */
    async close() {
      isClosed = true
      rejectQueued()
      for (const restart of restarts) clearTimeout(restart)
      await Promise.all(Array.from(slots, ({ worker }) => worker.terminate()))
    },
  }
}
