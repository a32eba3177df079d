import { create, type StateCreator, type StoreApi, type UseBoundStore } from 'zustand'

const resets: (() => void)[] = []

/** Creates a store of the page. Import `create` of zustand only here: `resetStores` has to reach every store. */
export function createStore<State>(initialise: StateCreator<State>): UseBoundStore<StoreApi<State>> {
  const store = create(initialise)
  resets.push(() => store.setState(store.getInitialState(), true))
  return store
}

/** Returns every store to its initial state. Tests call it after each test, because test files share their modules. */
export function resetStores() {
  for (const reset of resets) reset()
}
