import * as z from 'zod/mini'
import { pagingQuery } from '../envelope.ts'

/** Base path of every call. */
export const API_BASE = '/api/h5'
/** Request header that carries the session. */
export const TOKEN_HEADER = 'token'

/**
 * Who may call: anyone; anyone, told apart by their session where they have one; anyone within an allowance per address
 * and signed-in users within theirs; or signed-in users only.
 */
export type Access = 'open' | 'optional' | 'allowance' | 'session'

/**
 * The class whose admission limit a call counts against, so that a flood of one never starves another. `copies` are
 * answered from a kept copy, also while the database is away.
 */
export const loadClasses = ['credentials', 'reads', 'search', 'copies'] as const
export type LoadClass = (typeof loadClasses)[number]

/** What a call reads, by which it is counted: company pages, lists, or suggestions. */
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
  /** Query of a GET, body of a POST. */
  input: I
  /** What `data` holds. Encoded by the server, decoded by the web. */
  output: O
  /** The caller reads `code` and `message` itself (SPEC §7). */
  raw?: true
}

export const route = <I extends z.core.$ZodType, O extends z.core.$ZodType, A extends Access>(
  definition: Route<I, O, A>,
) => definition

export const nothing = z.object({})
export const done = z.null()
export const page = z.object(pagingQuery)
