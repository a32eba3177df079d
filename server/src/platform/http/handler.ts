import type { ParsedInput, RouteAccess, RouteKey, RouteOutput } from '@baiqicha/contract/routes'
import type { Session } from '../../domain/account/session.ts'

type SessionOf<K extends RouteKey> =
  RouteAccess<K> extends 'session' ? Session : RouteAccess<K> extends 'open' ? null : Session | null

/** One call of a route, after all checks that may refuse it. */
export type Call<K extends RouteKey> = {
  input: ParsedInput<K>
  session: SessionOf<K>
  /** The token as sent, valid or not; empty: none. Only for the one call that accepts more than session tokens. */
  token: string
  /** One caller for limits. */
  address: string
}

/** Answers a call with clear names, not wire names. @throws Refusal to refuse. */
export type Handler<K extends RouteKey> = (call: Call<K>) => Promise<RouteOutput<K>>

export type Handlers<K extends RouteKey = RouteKey> = { [Key in K]: Handler<Key> }
