import { createRequestQueue, type QueueRule } from './request-queue.ts'

/** How many requests of one load class run at once, and how many may wait. */
export type AdmissionRule = { running: number; waiting: QueueRule }

/** Thrown instead of starting the work. */
export class Overloaded extends Error {}
// Shared instance: capturing a stack trace per rejection dominates the cost of rejecting.
const overloaded = new Overloaded('no slot is free')

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
  const queue = createRequestQueue<Waiting>(rule.waiting)
  let running = 0
  let timer: NodeJS.Timeout | null = null

  const startTimer = () => {
    const expiresAt = queue.expiresAt()
    timer = expiresAt === null ? null : setTimeout(refuseLate, Math.max(1, expiresAt - performance.now()))
  }

  function refuseLate() {
    for (const waiting of queue.expire(performance.now())) waiting.refuse()
    startTimer()
  }

  const waitForSlot = () =>
    new Promise<void>((resolve, reject) => {
      const waiting = { start: resolve, refuse: () => reject(overloaded) }
      if (!queue.join(waiting, performance.now())) waiting.refuse()
      else if (timer === null) startTimer()
    })

  const release = () => {
    // The slot passes directly to the next waiting request, so that a later request cannot take it.
    const next = queue.next(performance.now())
    if (next === undefined) running -= 1
    else next.start()
  }

  return {
    async run(work) {
      if (running < rule.running) running += 1
      else await waitForSlot()
      try {
        return await work()
      } finally {
        release()
      }
    },
    isFull: () => running >= rule.running && queue.isFull(),
    state: () => ({ running, waiting: queue.size() }),
  }
}
