import * as z from 'zod/mini'
import { pagingQuery } from '../envelope.ts'

/** Base path of every call. */
export const API_BASE = '/api/h5'
/** Request header that carries the session. */
export const TOKEN_HEADER = 'token'
/** Header of each answer to the session of a locked account. */
export const LOCKED_HEADER = 'account-locked'

/**
 * Access of a call. `open`: everyone. `optional`: everyone, with the session read when there is one. `allowance`: visitors
 * within a limit per address, users within theirs. `session`: users only.
 */
export type Access = 'open' | 'optional' | 'allowance' | 'session'

/**
 * Admission class of a call, so that a flood of one class never starves another. `copies` are answered from a cached
 * copy, also while the database is unavailable. `tracking` answers before anything is stored. `assistant` produces answers
 * of 百言, and does not wait for their readers. `graph` follows holdings and offices through many companies.
 */
export const loadClasses = ['credentials', 'reads', 'graph', 'search', 'copies', 'tracking', 'assistant'] as const
export type LoadClass = (typeof loadClasses)[number]

/** What a reading call counts as: a company page, a list, or a suggestion. */
export type Reading = 'details' | 'lists' | 'suggestions'

export type Route<
  I extends z.core.$ZodType = z.core.$ZodType,
  O extends z.core.$ZodType = z.core.$ZodType,
  A extends Access = Access,
> = {
  method: 'GET' | 'POST'
  path: string
  access: A
  load: LoadClass
  /** Reading limit that a call spends; absent: none. Callers without a session spend that of their address. */
  reading?: Reading
  /** Milliseconds until the call is answered with 503; absent: that of the server. For calls that wait for WeChat. */
  deadlineMs?: number
  /** Bytes of the body; absent: the limit of all calls. */
  bodyLimit?: number
  /** Query of a GET, body of a POST. */
  input: I
  /** Schema of `data`. The server encodes it, the web decodes it. */
  output: O
  /** The caller reads `code` and `message` itself (SPEC §7). */
  raw?: true
}

/** A row of the table. */
export const route = <I extends z.core.$ZodType, O extends z.core.$ZodType, A extends Access>(
  call: Omit<Route<I, O, A>, 'input' | 'output'>,
  input: I,
  output: O,
): Route<I, O, A> => ({ ...call, input, output })

export const nothing = z.object({})
export const done = z.null()
export const page = z.object(pagingQuery)

/** Summary and examples of a call. Only the OpenAPI document and tests import them, so no page loads them. */
export type RouteDoc<Answer = unknown> = {
  summary: string
  /** An input that succeeds on the starter set; absent where the call takes none. */
  example?: Record<string, unknown>
  /** What the call may answer, before encoding. */
  answer: Answer
}

/** One entry for each call of a feature. A function returns it, so that the bundle of the pages leaves it out. */
export type RouteDocs<Routes extends Record<string, Route>> = {
  readonly [Key in keyof Routes]: RouteDoc<z.output<Routes[Key]['output']>>
}
