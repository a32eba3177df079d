/** Result of one poll: everything is done; there is more to do at once; or the rest waits for another event. */
export type PollResult = 'done' | 'more' | 'blocked'

type LoopOptions = {
  /** `isRequested`: a caller of `runNow` waits for everything to be done. */
  poll: (isRequested: boolean) => Promise<PollResult>
  /** Milliseconds between two polls; Infinity: only when woken. */
  everyMs: number
  /** Longest interval after repeated failures; 30 s when absent. */
  maxBackoffMs?: number
  onFailure: (error: unknown) => void
}
type Waiter = { resolve: () => void; reject: (error: unknown) => void }

const MAX_BACKOFF_MS = 30_000
/** The longest delay of a timer, about 25 days. One poll more does no harm. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Polls at once, then at intervals or when woken, one poll at a time, with exponential back-off after failures. */
export function startPollingLoop({ poll, everyMs, maxBackoffMs = MAX_BACKOFF_MS, onFailure }: LoopOptions) {
  let waiters: Waiter[] = []
  let failures = 0
  let isWoken = false
  const closing = new AbortController()
  let endSleep: (() => void) | undefined

  const runPoll = async (): Promise<PollResult> => {
    // Requests made during the poll are served by the next one: this one may have read the state already.
    const served = waiters.splice(0)
    try {
      const end = await poll(served.length > 0)
      failures = 0
      if (end === 'done') for (const { resolve } of served) resolve()
      else waiters = [...served, ...waiters]
      return waiters.length > 0 && end === 'done' ? 'more' : end
    } catch (error) {
      failures += 1
      for (const { reject } of served) reject(error)
      if (!closing.signal.aborted) onFailure(error)
      return 'blocked'
    }
  }

  const sleep = async () => {
    const backoff = failures === 0 ? everyMs : Math.max(everyMs, Math.min(maxBackoffMs, 500 * 2 ** failures))
    const { promise, resolve } = Promise.withResolvers<void>()
    endSleep = resolve
    const timer = setTimeout(resolve, Math.min(backoff, MAX_TIMER_MS))
    if (isWoken) resolve()
    await promise
    clearTimeout(timer)
    isWoken = false
  }

  const run = async () => {
    while (!closing.signal.aborted) {
      if ((await runPoll()) !== 'more') await sleep()
    }
    for (const { reject } of waiters.splice(0)) reject(new Error('the loop has ended'))
  }

  const wake = () => {
    isWoken = true
    endSleep?.()
  }
  const running = Promise.resolve().then(run)

  return {
    wake,
    /** Resolves when a poll that starts after this call has done everything; rejects when one fails. */
    runNow(): Promise<void> {
      if (closing.signal.aborted) return Promise.resolve()
      return new Promise((resolve, reject) => {
        waiters.push({ resolve, reject })
        wake()
      })
    },
    async close() {
      closing.abort()
      wake()
      await running
    },
  }
}
