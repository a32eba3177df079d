import { Worker } from 'node:worker_threads'
import { SearchUnavailable } from './company-search.ts'
import type { IndexHeader } from './index-format.ts'
import type { Answer, Question, WorkerMessage } from './query-worker-messages.ts'
import { isOwn, type NodeMessage } from './thread-messages.ts'

export type QueryPool = {
  header: IndexHeader
  /** @throws SearchUnavailable when the queue is full, or the thread that was asked ended. */
  ask(question: Question): Promise<Answer>
  /** Ends the threads once everything that was asked is answered. */
  retire(): Promise<void>
  /** Ends the threads now; what waits fails. */
  close(): Promise<void>
}

export type QueryPoolOptions = {
  file: string
  workers: number
  /** Questions that wait for a free thread; one more is refused. */
  queueLimit: number
  /** A thread ended by itself and another takes its place. */
  onReplaced(error: unknown): void
}

type Waiting = { question: Question; resolve(answer: Answer): void; reject(error: Error): void }
type Seat = { worker: Worker; asked: Waiting | null; isReady: boolean }

const RETRY_SECONDS = 1
const unavailable = () => new SearchUnavailable('overloaded', RETRY_SECONDS)

/** Threads that share one index file. Each answers one question at a time. @throws if the file cannot be used. */
export async function openQueryPool(options: QueryPoolOptions): Promise<QueryPool> {
  const queue: Waiting[] = []
  const seats = new Set<Seat>()
  let isClosed = false
  let whenIdle: (() => void) | undefined

  const isIdle = () => queue.length === 0 && [...seats].every((seat) => seat.asked === null)

  const serveNext = (seat: Seat) => {
    if (seat.asked !== null || !seat.isReady) return
    const next = queue.shift()
    if (next === undefined) {
      if (isIdle()) whenIdle?.()
      return
    }
    seat.asked = next
    // Nothing is handed over for good: the list is empty.
    seat.worker.postMessage(next.question, [])
  }

  const seatWorker = () =>
    new Promise<IndexHeader>((resolve, reject) => {
      const worker = new Worker(new URL('./query.worker.ts', import.meta.url), {
        workerData: options.file,
        resourceLimits: { maxYoungGenerationSizeMb: 8 },
      })
      const seat: Seat = { worker, asked: null, isReady: false }
      seats.add(seat)
      let cause: unknown

      worker.on('message', (message: WorkerMessage | NodeMessage) => {
        if (!isOwn(message)) return
        switch (message.type) {
          case 'ready':
            seat.isReady = true
            resolve(message.header)
            break
          case 'unusable':
            cause = new Error(message.message)
            void worker.terminate()
            return
          case 'answer':
            seat.asked?.resolve(message.answer)
            seat.asked = null
            break
          default:
            message satisfies never
        }
        serveNext(seat)
      })
      worker.on('error', (error) => {
        cause = error
      })
      worker.on('exit', () => {
        seats.delete(seat)
        seat.asked?.reject(unavailable())
        seat.asked = null
        if (!seat.isReady) reject(cause instanceof Error ? cause : new Error('a search thread ended while it started'))
        else if (!isClosed) replace(cause)
        if (isIdle()) whenIdle?.()
      })
    })

  const replace = (cause: unknown) => {
    options.onReplaced(cause)
    seatWorker().catch((error: unknown) => {
      options.onReplaced(error)
      if (seats.size === 0) refuseAll()
    })
  }

  const refuseAll = () => {
    for (const waiting of queue.splice(0)) waiting.reject(unavailable())
  }

  const close = async () => {
    isClosed = true
    refuseAll()
    whenIdle?.()
    await Promise.all([...seats].map(({ worker }) => worker.terminate()))
  }

  const started = await Promise.allSettled(Array.from({ length: Math.max(1, options.workers) }, seatWorker))
  const [first] = started
  const failure = started.find((outcome) => outcome.status === 'rejected')
  if (first?.status !== 'fulfilled' || failure !== undefined) {
    await close()
    throw failure?.reason ?? new Error('no search thread')
  }

  return {
    header: first.value,
    ask: (question) =>
      new Promise((resolve, reject) => {
        const isFull =
          queue.length >= options.queueLimit && ![...seats].some((seat) => seat.isReady && seat.asked === null)
        if (isClosed || seats.size === 0 || isFull) return reject(unavailable())
        queue.push({ question, resolve, reject })
        for (const seat of seats) serveNext(seat)
      }),
    retire: async () => {
      if (!isIdle()) await new Promise<void>((resolve) => (whenIdle = resolve))
      await close()
    },
    close,
  }
}
