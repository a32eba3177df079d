import type { HistoryAction } from '../../lib/router/create-router.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { createStore } from '../../lib/store.ts'
import { readJson, sessionStore } from '../storage/safe-storage.ts'
import { HOME_PATH } from './pages.ts'

const HISTORY_KEY = 'routerHistory'

type RouterHistory = {
  /** Keys of the entries from the first page of this visit up to the current one. */
  entries: readonly string[]
  add: (key: string) => void
  remove: (key: string) => void
}

function readEntries(): string[] {
  const stored = readJson(sessionStore, HISTORY_KEY)
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
}

/** History entries within the app behind the current page. Survives a reload, as the browser's history does. */
export const useRouterHistory = createStore<RouterHistory>((set, get) => {
  const save = (entries: readonly string[]) => {
    set({ entries })
    sessionStore.write(HISTORY_KEY, JSON.stringify(entries))
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

const SHARE_KEY = 'isShare'

/** Stores the share flag of a URL: `isShare=1` sets it, a URL without it clears it (SPEC §4). */
export function followShareFlag(search: string) {
  if (new URLSearchParams(search).get('isShare') === '1') sessionStore.write(SHARE_KEY, '1')
  else sessionStore.remove(SHARE_KEY)
}

/** Whether the user came through a shared link; reading clears the flag. */
function takeShareFlag(): boolean {
  const isShared = sessionStore.read(SHARE_KEY) === '1'
  sessionStore.remove(SHARE_KEY)
  return isShared
}

/** Action of the back button (SPEC §2): opens Home after a shared link and when no page is behind the current one. */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  return () => {
    const isShared = takeShareFlag()
    if (isShared || !canGoBack()) void navigate(HOME_PATH, { replace: true })
    else void navigate(-1)
  }
}
