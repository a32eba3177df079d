import type { HistoryAction } from '../../lib/router/create-router.ts'
import { createStore } from '../../lib/store.ts'
import { readJson, sessionStore } from '../storage/safe-storage.ts'

const KEY = 'routerHistory'

type RouterHistory = {
  /** Keys of the entries from the first page of this visit up to the current one. */
  entries: readonly string[]
  add: (key: string) => void
  remove: (key: string) => void
}

function readEntries(): string[] {
  const stored = readJson(sessionStore, KEY)
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
}

/** History entries within the app behind the current page. Survives a reload, as the browser's history does. */
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

/** Updates the list after a navigation. */
export function recordNavigation(kind: HistoryAction, from: string | null, to: string) {
  const { entries, add, remove } = useRouterHistory.getState()
  const index = entries.indexOf(to)
  // The app starts at an entry that it has not seen: another site is behind it, and the tab's earlier entries are not.
  if (from === null && index < 0) for (const left of entries) remove(left)
  if (kind === 'REPLACE' && from !== null) remove(from)
  // Going back removes everything that was opened later.
  if (kind === 'POP' && index >= 0) for (const left of entries.slice(index + 1)) remove(left)
  add(to)
}

/** Whether going back stays within the app. */
export const canGoBack = () => useRouterHistory.getState().entries.length > 1
