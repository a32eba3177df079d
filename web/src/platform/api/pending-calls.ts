import { createStore } from '../../lib/store.ts'

const usePendingStore = createStore<{ count: number }>(() => ({ count: 0 }))

/** Counts a started call, unless no page waits for it. Call the returned function when it ends. */
export function beginCall({ isBackground = false } = {}): () => void {
  if (isBackground) return () => {}
  usePendingStore.setState(({ count }) => ({ count: count + 1 }))
  return () => usePendingStore.setState(({ count }) => ({ count: count - 1 }))
}

/** Whether any call is running. */
export const useHasPendingCalls = () => usePendingStore((state) => state.count > 0)
