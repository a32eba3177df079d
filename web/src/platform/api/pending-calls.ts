import { createStore } from '../../lib/store.ts'

const usePendingStore = createStore<{ count: number }>(() => ({ count: 0 }))

/** Counts a call in; the answer counts it out. */
export function beginCall(): () => void {
  usePendingStore.setState(({ count }) => ({ count: count + 1 }))
  return () => usePendingStore.setState(({ count }) => ({ count: count - 1 }))
}

/** Whether any call is under way. */
export const useHasPendingCalls = () => usePendingStore((state) => state.count > 0)
