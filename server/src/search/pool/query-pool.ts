import { Worker } from 'node:worker_threads'
import { threadOptions } from '../../platform/threads/thread-options.ts'
import { SearchUnavailable } from '../company-search.ts'
import type { OpenableIndex } from '../refresh/index-manifest.ts'
import { isAppMessage, type NodeMessage } from '../thread-messages.ts'
import type { Corruption, QueryRequest, QueryResponse, WorkerRequest, WorkerResponse } from './query-worker-messages.ts'

export type QueryPool = {
  /**
   * What is asked from now on is answered from this index. Resolves once every thread has put it into use, or found it
   * damaged: what was open before is closed.
   */
  use(index: OpenableIndex): Promise<void>
  /** @throws SearchUnavailable when the queue is full, or the thread that was asked ended. */
  run(request: QueryRequest): Promise<QueryResponse>
  /** Questions that wait for a thread. */
  queueLength(): number
  /** Ends the threads now; what waits fails. */
  close(): Promise<void>
}

export type QueryPoolOptions = {
  workers: number
  /** Questions that wait for a free thread; one more is refused. */
  queueLimit: number
  /** A thread could not put an index into use. */
  onCorruption(corruption: Corruption): void
  /** A thread ended by itself and another takes its place. */
  onWorkerReplaced(error: unknown): void
}

type PendingQuery = { request: QueryRequest; resolve(response: QueryResponse): void; reject(error: Error): void }
type WorkerSlot = {
  worker: Worker
  /** In the order in which they are answered. */
  inFlight: PendingQuery[]
  /** Whether it has opened an index, or found one damaged: then it answers so. */
  isReady: boolean
  /** Told when each `use` it was given is done with, in order. */
  pendingSwitches: (() => void)[]
}

const RETRY_SECONDS = 1
/** Between tries to start a thread that ends before it is of any use. */
const RESTART_DELAY_MS = 1000
const unavailable = () => new SearchUnavailable('overloaded', RETRY_SECONDS)

/** A thread that has answered finds the next request at hand, and does not wait until this thread has time for it. */
const PIPELINE_DEPTH = 2

/** Threads that response from one index. Each answers one request at a time. */
export function openQueryPool(options: QueryPoolOptions): QueryPool {
  const queue: PendingQuery[] = []
  const slots = new Set<WorkerSlot>()
  const restarts = new Set<NodeJS.Timeout>()
  let index: OpenableIndex | null = null
  let isClosed = false

  // Nothing is handed over for good: the list is empty.
  const post = ({ worker }: WorkerSlot, message: WorkerRequest) => worker.postMessage(message, [])

  /** Those that have least to do first. */
  const dispatch = () => {
    for (let ahead = 0; ahead < PIPELINE_DEPTH; ahead += 1) {
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
    for (const query of slot.inFlight) query.reject(unavailable())
    for (const done of slot.pendingSwitches.splice(0)) done()
    if (isClosed) return
    if (slot.isReady) startWorker()
    else startWorkerLater()
    options.onWorkerReplaced(cause)
    if (slots.size === 0) rejectQueued()
  }

  /** What ends before it is of any use would end again. */
  const startWorkerLater = () => {
    const restart = setTimeout(() => {
      restarts.delete(restart)
      startWorker()
    }, RESTART_DELAY_MS)
    restarts.add(restart)
  }

  const startWorker = () => {
    const worker = new Worker(new URL('./query.worker.ts', import.meta.url), {
      ...threadOptions(),
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    })
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
    async use(next) {
      index = next
      await Promise.all(Array.from(slots, (slot) => switchTo(slot, next)))
    },
    run: (request) =>
      new Promise((resolve, reject) => {
        const isFree = [...slots].some((slot) => slot.isReady && slot.inFlight.length < PIPELINE_DEPTH)
        if (isClosed || slots.size === 0 || (queue.length >= options.queueLimit && !isFree))
          return reject(unavailable())
        queue.push({ request, resolve, reject })
        dispatch()
      }),
    queueLength: () => queue.length,
    async close() {
      isClosed = true
      rejectQueued()
      for (const restart of restarts) clearTimeout(restart)
      await Promise.all(Array.from(slots, ({ worker }) => worker.terminate()))
    },
  }
}
