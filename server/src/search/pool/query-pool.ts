import { Worker } from 'node:worker_threads'
import { SearchUnavailable } from '../company-search.ts'
import type { OpenableIndex } from '../refresh/index-manifest.ts'
import type { Answer, Damage, Question, WorkerMessage, WorkerOrder } from './query-worker-messages.ts'
import { isOwn, type NodeMessage } from './thread-messages.ts'

export type QueryPool = {
  /**
   * What is asked from now on is answered from this index. Resolves once every thread has put it into use, or found it
   * damaged: what was open before is closed.
   */
  use(index: OpenableIndex): Promise<void>
  /** @throws SearchUnavailable when the queue is full, or the thread that was asked ended. */
  ask(question: Question): Promise<Answer>
  /** Questions that wait for a thread. */
  waiting(): number
  /** Ends the threads now; what waits fails. */
  close(): Promise<void>
}

export type QueryPoolOptions = {
  workers: number
  /** Questions that wait for a free thread; one more is refused. */
  queueLimit: number
  /** A thread could not put an index into use. */
  onDamage(damage: Damage): void
  /** A thread ended by itself and another takes its place. */
  onReplaced(error: unknown): void
}

type Waiting = { question: Question; resolve(answer: Answer): void; reject(error: Error): void }
type Seat = {
  worker: Worker
  /** In the order in which they are answered. */
  asked: Waiting[]
  /** Whether it has opened an index, or found one damaged: then it answers so. */
  isReady: boolean
  /** Told when each `use` it was given is done with, in order. */
  switches: (() => void)[]
}

const RETRY_SECONDS = 1
/** Between tries to start a thread that ends before it is of any use. */
const RESTART_MS = 1000
const unavailable = () => new SearchUnavailable('overloaded', RETRY_SECONDS)

/** A thread that has answered finds the next question at hand, and does not wait until this thread has time for it. */
const ASKED_AHEAD = 2

/** Threads that answer from one index. Each answers one question at a time. */
export function openQueryPool(options: QueryPoolOptions): QueryPool {
  const queue: Waiting[] = []
  const seats = new Set<Seat>()
  const restarts = new Set<NodeJS.Timeout>()
  let index: OpenableIndex | null = null
  let isClosed = false

  // Nothing is handed over for good: the list is empty.
  const order = ({ worker }: Seat, message: WorkerOrder) => worker.postMessage(message, [])

  /** Those that have least to do first. */
  const serveNext = () => {
    for (let ahead = 0; ahead < ASKED_AHEAD; ahead += 1) {
      for (const seat of seats) {
        if (seat.asked.length !== ahead || !seat.isReady) continue
        const next = queue.shift()
        if (next === undefined) return
        seat.asked.push(next)
        order(seat, next.question)
      }
    }
  }

  const switchTo = (seat: Seat, to: OpenableIndex) =>
    new Promise<void>((resolve) => {
      seat.switches.push(resolve)
      order(seat, { type: 'use', index: to })
    })

  const hear = (seat: Seat, message: WorkerMessage) => {
    switch (message.type) {
      case 'using':
        seat.isReady = true
        seat.switches.shift()?.()
        break
      case 'unusable':
        seat.isReady = true
        options.onDamage(message)
        seat.switches.shift()?.()
        break
      case 'answer':
        seat.asked.shift()?.resolve(message.answer)
        break
      default:
        message satisfies never
    }
    serveNext()
  }

  const leave = (seat: Seat, cause: unknown) => {
    seats.delete(seat)
    for (const asked of seat.asked) asked.reject(unavailable())
    for (const done of seat.switches.splice(0)) done()
    if (isClosed) return
    if (seat.isReady) takeSeat()
    else takeSeatLater()
    options.onReplaced(cause)
    if (seats.size === 0) refuseAll()
  }

  /** What ends before it is of any use would end again. */
  const takeSeatLater = () => {
    const restart = setTimeout(() => {
      restarts.delete(restart)
      takeSeat()
    }, RESTART_MS)
    restarts.add(restart)
  }

  const takeSeat = () => {
    const worker = new Worker(new URL('./query.worker.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    })
    const seat: Seat = { worker, asked: [], isReady: false, switches: [] }
    seats.add(seat)
    let cause: unknown
    worker.on('message', (message: WorkerMessage | NodeMessage) => {
      if (isOwn(message)) hear(seat, message)
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => leave(seat, cause))
    if (index !== null) void switchTo(seat, index)
  }

  const refuseAll = () => {
    for (const waiting of queue.splice(0)) waiting.reject(unavailable())
  }

  for (let count = Math.max(1, options.workers); count > 0; count -= 1) takeSeat()

  return {
    async use(next) {
      index = next
      await Promise.all(Array.from(seats, (seat) => switchTo(seat, next)))
    },
    ask: (question) =>
      new Promise((resolve, reject) => {
        const isFree = [...seats].some((seat) => seat.isReady && seat.asked.length < ASKED_AHEAD)
        if (isClosed || seats.size === 0 || (queue.length >= options.queueLimit && !isFree))
          return reject(unavailable())
        queue.push({ question, resolve, reject })
        serveNext()
      }),
    waiting: () => queue.length,
    async close() {
      isClosed = true
      refuseAll()
      for (const restart of restarts) clearTimeout(restart)
      await Promise.all(Array.from(seats, ({ worker }) => worker.terminate()))
    },
  }
}
