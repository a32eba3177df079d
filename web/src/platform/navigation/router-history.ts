import type { HistoryAction } from '../../lib/router/create-router.ts'
import { createStore } from '../../lib/store.ts'
import { readJson, sessionStore } from '../storage/safe-storage.ts'

const KEY = 'routerHistory'

type RouterHistory = {
  /** Keys of the entries from the first page of this visit to the current one. */
  entries: readonly string[]
  add: (key: string) => void
  remove: (key: string) => void
}

function readEntries(): string[] {
  const stored = readJson(sessionStore, KEY)
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
}

/** History of this visit within the app. Survives a reload, as the browser's history does. */
export const useRouterHistory = createStore<RouterHistory>((set, get) => {
  const save = (entries: readonly string[]) => {
    set({ entries })
    sessionStore.write(KEY, JSON.stringify(entries))
  }
  return {
    entries: readEntries(),
    add: (key) => {
      if (!get().entries.includes(key)) save([...get().entries, key])
    },
    remove: (key) => save(get().entries.filter((listed) => listed !== key)),
  }
})

/** Updates the history by one navigation. `from` and `to` are keys of entries; `from` is null at start. */
export function recordNavigation(kind: HistoryAction, from: string | null, to: string) {
  const { entries, add, remove } = useRouterHistory.getState()
  const index = entries.indexOf(to)
  if (kind === 'REPLACE' && from !== null) remove(from)
  // Going back removes the entries after the target.
  if (kind === 'POP' && index >= 0) for (const later of entries.slice(index + 1)) remove(later)
  add(to)
}

/** Whether the previous entry belongs to the app. */
export const canGoBack = () => useRouterHistory.getState().entries.length > 1
