import * as z from 'zod/mini'
import { readJson, sessionStore } from '../storage/safe-storage.ts'
import { findPage, LOGIN_PATH } from './pages.ts'

const KEY = 'savedRoute'
/** Lifetime of a saved route. Milliseconds. */
export const SAVED_ROUTE_MS = 30 * 60_000

const savedRouteSchema = z.object({
  path: z.string(),
  query: z.record(z.string(), z.string()),
  params: z.record(z.string(), z.string()),
  name: z.string(),
  timestamp: z.number(),
})
export type SavedRoute = z.infer<typeof savedRouteSchema>

type Target = { pathname: string; search: string }

/** Saves the target of a visitor. Ignores URLs that are no page of the app. */
export function saveRoute({ pathname, search }: Target, now: number = Date.now()) {
  const page = findPage(pathname)
  if (page === undefined || pathname === LOGIN_PATH) return
  const query = Object.fromEntries(new URLSearchParams(search))
  const route: SavedRoute = { path: pathname, query, params: {}, name: page.name, timestamp: now }
  sessionStore.write(KEY, JSON.stringify(route))
}

/**
 * Saves the target that an address of the login page names as `to`. The mini-program opens such an address: the app starts
 * anew there and has no saved route.
 */
export function saveRouteOfLogin({ pathname, search }: Target) {
  const target = pathname === LOGIN_PATH ? new URLSearchParams(search).get('to') : null
  if (target === null) return
  const at = target.includes('?') ? target.indexOf('?') : target.length
  saveRoute({ pathname: target.slice(0, at), search: target.slice(at) })
}

export const forgetSavedRoute = () => sessionStore.remove(KEY)

/** Target after login; null when nothing fresh and valid is saved. Validates the stored data. */
export function readSavedRoute(now: number = Date.now()): string | null {
  const saved = z.safeParse(savedRouteSchema, readJson(sessionStore, KEY))
  if (!saved.success) return null
  const { path, query, timestamp } = saved.data
  const isFresh = timestamp <= now && now - timestamp <= SAVED_ROUTE_MS
  const isOurs = /^\/(?![/\\])/.test(path) && findPage(path) !== undefined && path !== LOGIN_PATH
  if (!isFresh || !isOurs) return null
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

/** `readSavedRoute`, and clears the saved route. */
export function takeSavedRoute(now: number = Date.now()): string | null {
  const route = readSavedRoute(now)
  sessionStore.remove(KEY)
  return route
}
