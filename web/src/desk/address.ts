import { useSyncExternalStore } from 'react'

/** Path and filters of the page, as in `#/corrections?decided=1`. */
export type Address = { path: string; params: URLSearchParams }

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
