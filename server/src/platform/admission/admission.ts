/** How many requests of one load class run at once, and how many may wait. */
export type AdmissionRule = {
  running: number
  waiting: QueueRule
  /**
   * Maximum number of requests that start in one turn of the event loop; unlimited if absent. Work on the thread of the
   * event loop ends before the next request is read: without this limit such requests would wait unseen in the buffers
   * of the system, where none is refused.
   */
  startsPerTurn?: number
}

/** Thrown instead of starting the work. */
export class Overloaded extends Error {}
// Shared instance: capturing a stack trace per rejection dominates the cost of rejecting.
const overloaded = new Overloaded('no slot is free')

export type Admission = ReturnType<typeof createAdmission>

type Waiting = { start: () => void; refuse: () => void }

/**
 * Admission control with a bounded queue: requests within capacity run at full speed, the others wait a little and are
 * then refused with a retry-after. Refusing without any wait would lose goodput, since clients retry at once; waiting
 * without a bound would answer every request too late.
 */
export function createAdmission({
  running: slots,
  waiting: queueRule,
  startsPerTurn = Number.POSITIVE_INFINITY,
}: AdmissionRule) {
  const queue = createRequestQueue<Waiting>(queueRule)
  let running = 0
  let startedInTurn = 0
  let isTurnPlanned = false
  let isYielding = false
  let timer: NodeJS.Timeout | null = null

  const mayStart = () => running < slots && startedInTurn < startsPerTurn

  function takeSlot() {
    running += 1
    if (startsPerTurn === Number.POSITIVE_INFINITY) return
    startedInTurn += 1
    planTurn()
  }

  function planTurn() {
    if (isTurnPlanned) return
    isTurnPlanned = true
    setImmediate(() => {
      isTurnPlanned = false
      if (isYielding) {
        isYielding = false
        planTurn()
      } else {
        startedInTurn = 0
        startWaiting()
      }
    })
  }

  function startWaiting() {
    while (mayStart()) {
      const next = queue.next(performance.now())
      if (next === undefined) return
      takeSlot()
      next.start()
    }
  }

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

  const canStartAtOnce = () => mayStart() && queue.size() === 0

  return {
    /** Runs the work when a slot is free. @throws Overloaded when the queue is full or the wait was too long. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (canStartAtOnce()) takeSlot()
      else await waitForSlot()
      try {
        return await work()
      } finally {
        running -= 1
        startWaiting()
      }
    },
    /** Starts nothing until the event loop has read once more what has arrived. */
    yieldTurn(): void {
      isYielding = true
      startedInTurn = startsPerTurn
      planTurn()
    },
    /** Whether one more request would be refused at once. Check it before any work for a request. */
    isFull: (): boolean => !canStartAtOnce() && queue.isFull(),
    /** For the metrics. */
    state: (): { running: number; waiting: number } => ({ running, waiting: queue.size() }),
  }
}

type QueueRule = {
  /** Maximum number of waiting requests. */
  capacity: number
  /** A request that has waited this long is refused with a retry-after. */
  maxWaitMs: number
  /** When the oldest request has waited this long, the queue is overloaded and serves the newest first. */
  lifoAfterMs: number
}

/** Queue of waiting requests (adaptive LIFO). Times are milliseconds of one monotonic clock. */
interface RequestQueue<T> {
  /** false: the queue is full. */
  join(request: T, now: number): boolean
  /** Removes and returns the next request. */
  next(now: number): T | undefined
  /** Removes and returns the requests that have waited too long. */
  expire(now: number): T[]
  /** When the oldest request will have waited too long; null: the queue is empty. */
  expiresAt(): number | null
  isFull(): boolean
  size(): number
}

/**
 * First in, first out while the queue is not overloaded; then last in, first out. In order of arrival, every request of an
 * overloaded queue would be answered just before its wait limit. As many are answered either way, but the newest soon.
 */
export function createRequestQueue<T>({ capacity, maxWaitMs, lifoAfterMs }: QueueRule): RequestQueue<T> {
  // Oldest first: the next and the expired requests are at the ends.
  const queue: { request: T; since: number }[] = []

  return {
    join(request, now) {
      if (queue.length >= capacity) return false
      queue.push({ request, since: now })
      return true
    },
    next(now) {
      const [oldest] = queue
      const isInTime = oldest === undefined || now - oldest.since <= lifoAfterMs
      return (isInTime ? queue.shift() : queue.pop())?.request
    },
    expire(now) {
      const firstWithinLimit = queue.findIndex(({ since }) => now - since < maxWaitMs)
      return queue.splice(0, firstWithinLimit === -1 ? queue.length : firstWithinLimit).map(({ request }) => request)
    },
    expiresAt: () => (queue[0] === undefined ? null : queue[0].since + maxWaitMs),
    isFull: () => queue.length >= capacity,
    size: () => queue.length,
  }
}
