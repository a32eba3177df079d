import { createRequestQueue, type QueueRule } from './request-queue.ts'

/** How much of one class of requests is worked on at once, and who may wait for a place. */
export type AdmissionRule = { running: number; waiting: QueueRule }

/** Thrown instead of starting the work. */
export class Overloaded extends Error {}
// One for all: where a stack is told for each, telling it is most of the work of refusing.
const overloaded = new Overloaded('more is asked than can be done')

export interface Admission {
  /** Runs the work when there is room. @throws Overloaded when the line is full or the wait was too long. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Whether one more would be refused at once: to be asked before anything is done for a request. */
  isFull(): boolean
  /** For the metrics. */
  state(): { running: number; waiting: number }
}

type Waiting = { start: () => void; refuse: () => void }

/**
 * Admission with a bounded line: what fits is served at full speed, the rest waits a little and is told to come again.
 * Refusing without any wait would lose goodput, since whoever is refused at once asks again at once; waiting without an
 * end would answer everyone too late.
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
    // The place goes straight to whoever waits, so that nobody who comes later can take it.
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
