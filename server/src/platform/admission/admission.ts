import { createRequestQueue, type QueueRule } from './request-queue.ts'

/** How many requests of one load class run at once, and how many may wait. */
export type AdmissionRule = { running: number; waiting: QueueRule }

/** Thrown instead of starting the work. */
export class Overloaded extends Error {}
// Shared instance: capturing a stack trace per rejection dominates the cost of rejecting.
const overloaded = new Overloaded('more is asked than can be done')

export interface Admission {
  /** Runs the work when a slot is free. @throws Overloaded when the queue is full or the wait was too long. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Whether one more request would be refused at once. Check it before any work for a request. */
  isFull(): boolean
  /** For the metrics. */
  state(): { running: number; waiting: number }
}

type Waiting = { start: () => void; refuse: () => void }

/**
 * Admission control with a bounded queue: requests within capacity run at full speed, the others wait a little and are
 * then refused with a retry-after. Refusing without any wait would lose goodput, since clients retry at once; waiting
 * without a bound would answer every request too late.
 */
export function createAdmission(rule: AdmissionRule): Admission {
  const line = createRequestQueue<Waiting>(rule.waiting)
  let running = 0
  let timer: NodeJS.Timeout | null = null

  const watch = () => {
    const expiresAt = line.expiresAt()
    timer = expiresAt === null ? null : setTimeout(refuseLate, Math.max(1, expiresAt - performance.now()))
  }

  function refuseLate() {
    for (const waiting of line.expire(performance.now())) waiting.refuse()
    watch()
  }

  const place = () =>
    new Promise<void>((resolve, reject) => {
      const waiting = { start: resolve, refuse: () => reject(overloaded) }
      if (!line.join(waiting, performance.now())) waiting.refuse()
      else if (timer === null) watch()
    })

  const leave = () => {
    // The slot passes directly to the next waiting request, so that a later request cannot take it.
    const next = line.next(performance.now())
    if (next === undefined) running -= 1
    else next.start()
  }

  return {
    async run(work) {
      if (running < rule.running) running += 1
      else await place()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    isFull: () => running >= rule.running && line.isFull(),
    state: () => ({ running, waiting: line.size() }),
  }
}
