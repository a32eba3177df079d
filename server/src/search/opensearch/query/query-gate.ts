import { createRequestQueue } from '../../../platform/admission/request-queue.ts'
import { SearchUnavailable } from '../../company-search.ts'

export type QueryGateOptions = {
  /** Queries that run at the same time. */
  running: number
  /** Queries that may wait. A query beyond this is refused. */
  queueLimit: number
  /** Milliseconds that a query may wait. */
  maxWaitMs: number
}

type Waiting = { admit: () => void; refuse: (error: Error) => void }

const RETRY_SECONDS = 1
const overloaded = () => new SearchUnavailable('overloaded', RETRY_SECONDS)

/** Bounds the queries that run at the same time, so that a slow server is not sent ever more of them. */
export function createQueryGate({ running: most, queueLimit, maxWaitMs }: QueryGateOptions) {
  const queue = createRequestQueue<Waiting>({ capacity: queueLimit, maxWaitMs, lifoAfterMs: maxWaitMs / 2 })
  let running = 0
  let timer: NodeJS.Timeout | null = null

  function expireLater() {
    const at = queue.expiresAt()
    if (timer !== null || at === null) return
    timer = setTimeout(
      () => {
        timer = null
        for (const { refuse } of queue.expire(performance.now())) refuse(overloaded())
        expireLater()
      },
      Math.max(0, at - performance.now()) + 1,
    )
    timer.unref()
  }

  const enter = () =>
    new Promise<void>((admit, refuse) => {
      if (!queue.join({ admit, refuse }, performance.now())) return refuse(overloaded())
      expireLater()
    })

  return {
    /** @throws SearchUnavailable when the queue is full or the query has waited too long */
    async run<T>(query: () => Promise<T>): Promise<T> {
      if (running >= most) await enter()
      else running += 1
      try {
        return await query()
      } finally {
        const next = queue.next(performance.now())
        // The place of a query that has ended passes to the next one.
        if (next === undefined) running -= 1
        else next.admit()
      }
    },
    waiting: () => queue.size(),
  }
}
