import { setImmediate } from 'node:timers/promises'

/** Milliseconds for which a long task may block the event loop. */
const MAX_BLOCK_MS = 20

/**
 * Yields to the event loop once the current task has run for 20 ms. Call `shouldYield` in every iteration of a long
 * loop, and `yieldNow` when it returns true. @throws `signal.reason` once the signal is aborted
 */
export function createYielder(signal: AbortSignal) {
  let since = performance.now()
  return {
    shouldYield: () => performance.now() - since > MAX_BLOCK_MS,
    async yieldNow() {
      await setImmediate()
      signal.throwIfAborted()
      since = performance.now()
    },
  }
}
