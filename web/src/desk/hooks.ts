import type { DeskActionName, DeskInput, DeskOutput } from '@baiqicha/contract/desk/actions'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { act } from './api.ts'

/** The message of a failure that was thrown. */
export const messageOf = (failure: unknown) => (failure instanceof Error ? failure.message : String(failure))

/** Path and filters of the page, as in `#/corrections?decided=1`. */
type Address = { path: string; params: URLSearchParams }

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

export function useAddress(): Address {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash)
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?')
  return { path: path || '/', params: new URLSearchParams(query) }
}

/** The address of a page; empty filters are left out. */
export function addressOf(path: string, filters: Record<string, string | null> = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value)
  const query = params.toString()
  return `#${path}${query === '' ? '' : `?${query}`}`
}

export function goTo(path: string, filters: Record<string, string | null> = {}) {
  window.location.hash = addressOf(path, filters)
}

/** By key combination, as in `Ctrl+S` or `Alt+ArrowUp`, what it does. On a Mac ⌘ counts as Ctrl. */
type Shortcuts = Readonly<Record<string, () => void>>

const combinationOf = ({ ctrlKey, metaKey, altKey, key }: KeyboardEvent) =>
  [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', key.length === 1 ? key.toUpperCase() : key]
    .filter((part) => part !== '')
    .join('+')

/** Runs shortcuts of a page. None works while a dialog is open, and one letter only outside fields. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const combination = combinationOf(event)
      const run = latest.current[combination]
      if (run === undefined || event.isComposing || document.querySelector('[role=dialog]') !== null) return
      const isInField = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (isInField && !combination.includes('+')) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The time at which the part was first shown, for due dates: they are counted in days. */
export const useNow = (): number => useState(() => Date.now())[0]

type ReadOptions<K extends DeskActionName> = {
  enabled?: boolean
  /** Whether something goes on that changes the data: they are then read every three seconds. */
  isMoving?: (data: DeskOutput<K>) => boolean
  /** Reads again at this interval. Milliseconds. */
  everyMs?: number
}

/** What an action that only reads returns. */
export const useRead = <K extends DeskActionName>(
  name: K,
  input: DeskInput<K>,
  { enabled = true, isMoving = () => false, everyMs }: ReadOptions<K> = {},
): UseQueryResult<DeskOutput<K>> =>
  useQuery({
    queryKey: [name, input],
    queryFn: () => act(name, input),
    enabled,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isMoving(data) ? 3_000 : (everyMs ?? false)),
  })

/** Loads everything that is shown again. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}

/** Runs an action that changes data, and loads everything that is shown again. @throws DeskRefused */
export function useAct() {
  const refresh = useRefresh()
  return async <K extends DeskActionName>(name: K, input: DeskInput<K>, totp?: string): Promise<DeskOutput<K>> => {
    const output = await act(name, input, totp)
    await refresh()
    return output
  }
}

/** Runs the work of a form: whether it goes on, and why the last one failed. */
export function useAttempt() {
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  /** Resolves with whether the work succeeded. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setIsBusy(true)
    setError(null)
    try {
      await work()
      return true
    } catch (failure) {
      setError(messageOf(failure))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { error, setError, isBusy, attempt }
}
