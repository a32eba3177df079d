/** How much of one class of requests is worked on at once, and how much may wait for how long. */
export type AdmissionRule = { running: number; waiting: number; maxWaitMs: number }

/** Thrown instead of starting the work. */
export class Overloaded extends Error {}

export interface Admission {
  /** Runs the work when there is room. @throws Overloaded when the queue is full or the wait was too long. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** For the metrics. */
  state(): { running: number; waiting: number }
}

type Waiting = { start: () => void; refuse: () => void }

/**
 * Admission with a short bounded queue: what fits is served at full speed, the rest is told at once to come again.
 * Refusing without any queue would lose goodput; an unbounded queue would answer everyone too late.
 */
export function createAdmission(rule: AdmissionRule): Admission {
  let running = 0
  const queue = new Set<Waiting>()

  const place = () =>
    new Promise<void>((resolve, reject) => {
      if (queue.size >= rule.waiting) {
        reject(new Overloaded())
        return
      }
      const entry: Waiting = {
        start: () => {
          clearTimeout(timer)
          resolve()
        },
        refuse: () => {
          queue.delete(entry)
          reject(new Overloaded())
        },
      }
      const timer = setTimeout(entry.refuse, rule.maxWaitMs)
      queue.add(entry)
    })

  const leave = () => {
    const [next] = queue
    // The place goes straight to whoever waited longest, so that nobody who comes later can take it.
    if (next === undefined) running -= 1
    else {
      queue.delete(next)
      next.start()
    }
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
    state: () => ({ running, waiting: queue.size }),
  }
}
