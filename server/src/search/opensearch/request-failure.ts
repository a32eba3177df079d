import { errors } from '@opensearch-project/opensearch'
import { z } from 'zod'

/** HTTP status of a refused request; null when no answer arrived. */
export const statusOf = (error: unknown): number | null =>
  error instanceof errors.ResponseError ? (error.statusCode ?? null) : null

const body = z.object({ error: z.object({ type: z.string() }) })

/** The error for the log: a refusal by its status and type alone, because its reason may quote the query. */
export function loggedFailureOf(error: unknown): unknown {
  const status = statusOf(error)
  if (status === null || !(error instanceof errors.ResponseError)) return error
  const read = body.safeParse(error.body)
  return new Error(`HTTP ${status}${read.success ? ` ${read.data.error.type}` : ''}`)
}

/** Whether no server answered. */
export const isAbsence = (error: unknown): boolean =>
  error instanceof errors.OpenSearchClientError && !(error instanceof errors.ResponseError)
