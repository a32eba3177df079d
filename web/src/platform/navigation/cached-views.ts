import { createStore } from '../../lib/store.ts'

type View = { name: string; noCache?: boolean | undefined }

type CachedViews = {
  names: readonly string[]
  /** Ignores a view that is listed or marked noCache. */
  add: (view: View) => void
  remove: (name: string) => void
  clear: () => void
}

/** Names of the views that stay mounted while another page shows. */
export const useCachedViews = createStore<CachedViews>((set) => ({
  names: [],
  add: ({ name, noCache }) =>
    set((state) => (noCache === true || state.names.includes(name) ? state : { names: [...state.names, name] })),
  remove: (name) => set((state) => ({ names: state.names.filter((listed) => listed !== name) })),
  clear: () => set({ names: [] }),
}))
