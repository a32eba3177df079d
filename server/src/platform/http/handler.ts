import type { ParsedInput, RouteAccess, RouteKey, RouteOutput } from '@baiqicha/contract/routes'
import type { Session } from '../../domain/account/session.ts'

type SessionOf<K extends RouteKey> =
  RouteAccess<K> extends 'session' ? Session : RouteAccess<K> extends 'open' ? null : Session | null

/** One call of a route, after everything that may refuse it has been asked. */
export type Call<K extends RouteKey> = {
  input: ParsedInput<K>
  session: SessionOf<K>
  /** As it was sent, good or not; empty where none was. For the one call that takes more than sessions by it. */
  token: string
  /** What limits count as one caller. */
  address: string
}

/** Answers a call with clear names, never the wire's. @throws Refusal to say no. */
export type Handler<K extends RouteKey> = (call: Call<K>) => Promise<RouteOutput<K>>

export type Handlers<K extends RouteKey = RouteKey> = { [Key in K]: Handler<Key> }
