/** How a turn ended: all is done; there is more to do at once; or what is left waits for something. */
export type PollResult = 'done' | 'more' | 'blocked'

type LoopOptions = {
  /** `isRequested`: somebody waits for all to be done. */
  poll: (isRequested: boolean) => Promise<PollResult>
  /** Milliseconds between turns; Infinity: only when served or tier. */
  everyMs: number
  onFailure: (error: unknown) => void
}
type Waiter = { resolve: () => void; reject: (error: unknown) => void }

const MAX_BACKOFF_MS = 30_000
/** No timer is this long; one turn more in three weeks does no harm. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Takes a turn now, and again and again: one at a time, at intervals, or when served to; less often while turns fail. */
export function startPollingLoop({ poll, everyMs, onFailure }: LoopOptions) {
  let waiters: Waiter[] = []
  let failures = 0
  let isWoken = false
  const closing = new AbortController()
  let endSleep: (() => void) | undefined

  const runPoll = async (): Promise<PollResult> => {
    // Who asks during the turn is answered by the next one: this one may have looked already.
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
    const backoff = failures === 0 ? everyMs : Math.max(everyMs, Math.min(MAX_BACKOFF_MS, 500 * 2 ** failures))
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
    /** Resolves when a turn that begins from now on has done all; rejects when one failed. */
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
