import { setImmediate } from 'node:timers/promises'

/** How long others may have to wait for the thread, milliseconds. */
const MAX_BLOCK_MS = 20

/**
 * Lets others have the thread now and then, in the middle of long work. To be asked often.
 * @throws `signal.reason` once the work is to end
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
