import { create as createStore, type UseBoundStore } from 'zustand/react'
import type { StateCreator, StoreApi } from 'zustand/vanilla'

const resets = new Set<() => void>()

/** Stands for zustand in tests of screens, whose files share their modules: every store can be put back. */
export function create<State>(initialise: StateCreator<State>): UseBoundStore<StoreApi<State>> {
  const store = createStore(initialise)
  resets.add(() => store.setState(store.getInitialState(), true))
  return store
}

/** Resets every store to its initial state. */
export function resetStores() {
  for (const reset of resets) reset()
}
