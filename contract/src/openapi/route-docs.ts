import type * as z from 'zod/mini'
import type { Route } from '../routes/route.ts'

/** Summary and examples of a call. Only the OpenAPI document and tests import them, so no page loads them. */
export type RouteDoc<Answer = unknown> = {
  summary: string
  /** An input that succeeds on the starter set; absent where the call takes none. */
  example?: Record<string, unknown>
  /** What the call may answer, before encoding. */
  answer: Answer
}

/** One entry for each call of a feature. */
export type RouteDocs<Routes extends Record<string, Route>> = {
  readonly [Key in keyof Routes]: RouteDoc<z.output<Routes[Key]['output']>>
}
