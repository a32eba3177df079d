import type { ParsedInput, RouteAccess, RouteKey, RouteOutput } from '@baiqicha/contract/routes'
import type { Session } from '../../domain/account/session.ts'

type SessionOf<K extends RouteKey> =
  RouteAccess<K> extends 'session' ? Session : RouteAccess<K> extends 'open' ? null : Session | null

/** One call of a route, after the pipeline has validated and admitted it. */
export type Call<K extends RouteKey> = {
  input: ParsedInput<K>
  session: SessionOf<K>
  /** The token as sent, valid or not; empty: none. For `getUserDetail`, which also accepts tickets. */
  token: string
  /** Key of the caller for limits. */
  address: string
}

/** Answers a call with clear names, not wire names. @throws Refusal to refuse. */
export type Handler<K extends RouteKey> = (call: Call<K>) => Promise<RouteOutput<K>>

export type Handlers<K extends RouteKey = RouteKey> = { [Key in K]: Handler<Key> }

/** The answer of a call that returns no data. */
export async function noData(work: Promise<unknown>): Promise<null> {
  await work
  return null
}
