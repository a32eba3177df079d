/** How a turn ended: all is done; there is more to do at once; or what is left waits for something. */
export type TurnEnd = 'done' | 'more' | 'waits'

type LoopOptions = {
  /** `isAsked`: somebody waits for all to be done. */
  turn: (isAsked: boolean) => Promise<TurnEnd>
  /** Milliseconds between turns; Infinity: only when asked or tier. */
  every: number
  onFailure: (error: unknown) => void
}
type Asker = { resolve: () => void; reject: (error: unknown) => void }

const LONGEST_BACKOFF = 30_000
/** No timer is this long; one turn more in three weeks does no harm. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Takes a turn now, and again and again: one at a time, at intervals, or when asked to; less often while turns fail. */
export function startPollingLoop({ turn, every, onFailure }: LoopOptions) {
  let askers: Asker[] = []
  let failures = 0
  let isWoken = false
  const closing = new AbortController()
  let wake: (() => void) | undefined

  const takeTurn = async (): Promise<TurnEnd> => {
    // Who asks during the turn is answered by the next one: this one may have looked already.
    const asked = askers.splice(0)
    try {
      const end = await turn(asked.length > 0)
      failures = 0
      if (end === 'done') for (const { resolve } of asked) resolve()
      else askers = [...asked, ...askers]
      return askers.length > 0 && end === 'done' ? 'more' : end
    } catch (error) {
      failures += 1
      for (const { reject } of asked) reject(error)
      if (!closing.signal.aborted) onFailure(error)
      return 'waits'
    }
  }

  const rest = async () => {
    const backoff = failures === 0 ? every : Math.max(every, Math.min(LONGEST_BACKOFF, 500 * 2 ** failures))
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, Math.min(backoff, LONGEST_TIMER))
    if (isWoken) resolve()
    await promise
    clearTimeout(timer)
    isWoken = false
  }

  const run = async () => {
    while (!closing.signal.aborted) {
      if ((await takeTurn()) !== 'more') await rest()
    }
    for (const { reject } of askers.splice(0)) reject(new Error('the loop has ended'))
  }

  const ring = () => {
    isWoken = true
    wake?.()
  }
  const running = Promise.resolve().then(run)

  return {
    ring,
    /** Resolves when a turn that begins from now on has done all; rejects when one failed. */
    ask(): Promise<void> {
      if (closing.signal.aborted) return Promise.resolve()
      return new Promise((resolve, reject) => {
        askers.push({ resolve, reject })
        ring()
      })
    },
    async close() {
      closing.abort()
      ring()
      await running
    },
  }
}
