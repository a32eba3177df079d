import { createStore } from '../../lib/store.ts'

const usePendingStore = createStore<{ count: number }>(() => ({ count: 0 }))

/** Counts a started call, unless no page waits for it. Call the returned function when it ends. */
export function beginCall({ isBackground = false } = {}): () => void {
  if (isBackground) return () => {}
  usePendingStore.setState(({ count }) => ({ count: count + 1 }))
  return () => usePendingStore.setState(({ count }) => ({ count: count - 1 }))
}

/** Runs once no call is running: at once, or after the last. Returns the function that cancels. */
export function whenCallsEnd(run: () => void): () => void {
  if (usePendingStore.getState().count === 0) {
    run()
    return () => {}
  }
  const stop = usePendingStore.subscribe(({ count }) => {
    if (count > 0) return
    stop()
    run()
  })
  return stop
}

/** Whether any call is running. */
export const useHasPendingCalls = () => usePendingStore((state) => state.count > 0)
