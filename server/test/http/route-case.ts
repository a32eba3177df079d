import type { RouteInput, RouteKey } from '@baiqicha/contract/routes'
import { expect } from 'vitest'
import type { Answer } from './app.ts'

/** A successful call of a route, a check of its data, and a call that the route refuses. */
export type RouteCase<K extends RouteKey> = {
  input: RouteInput<K>
  signedIn?: boolean
  /** Session of a separate account, for a call that would change the account of the other cases. */
  token?: string
  check?: (answer: Answer<K>) => void
  /** Without an input, the query string is malformed. */
  refused: { input?: RouteInput<K>; status: number; code: number }
}
export type RouteCases<Keys extends RouteKey = RouteKey> = { [K in Keys]: RouteCase<K> }

export const noSession = { status: 200, code: 403 }
export const notFound = { status: 200, code: 4040 }
export const badRequest = { status: 400, code: 400 }

/** A call that succeeds within a session, by default that of the cases, and is refused without one. */
export const ofUser = <K extends RouteKey>(
  input: RouteInput<K>,
  check: RouteCase<K>['check'] = () => {},
  token?: string,
): RouteCase<K> => ({
  input,
  signedIn: true,
  check,
  ...(token !== undefined && { token }),
  refused: { input, ...noSession },
})

export const expectRows = (rows: readonly unknown[] | undefined) => expect(rows?.length).toBeGreaterThan(0)
