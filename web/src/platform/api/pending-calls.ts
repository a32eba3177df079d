import { createStore } from '../../lib/store.ts'
import { whenIdle } from '../../lib/when-idle.ts'

const usePendingStore = createStore<{ count: number }>(() => ({ count: 0 }))

/** Counts a started call, unless no page waits for it. Call the returned function when it ends. */
export function beginCall({ isBackground = false } = {}): () => void {
  if (isBackground) return () => {}
  usePendingStore.setState(({ count }) => ({ count: count + 1 }))
  // A call can end after the stores were reset, which counted it no more.
  return () => usePendingStore.setState(({ count }) => ({ count: Math.max(0, count - 1) }))
}

/** Runs once no call is running: at once, or after the last. */
function whenCallsEnd(run: () => void) {
  if (usePendingStore.getState().count === 0) return run()
  const stop = usePendingStore.subscribe(({ count }) => {
    if (count > 0) return
    stop()
    run()
  })
}

/**
 * Runs once the page has its data: no call is running, nor begins by the time the browser is idle. Returns the function that
 * cancels.
 */
export function whenSettled(run: () => void): () => void {
  let isCancelled = false
  const check = () => {
    if (isCancelled) return
    if (usePendingStore.getState().count === 0) run()
    else wait()
  }
  const wait = () => whenCallsEnd(() => void whenIdle(check))
  wait()
  return () => {
    isCancelled = true
  }
}

/** Whether any call is running. */
export const useHasPendingCalls = () => usePendingStore((state) => state.count > 0)
