import { errors } from '@opensearch-project/opensearch'

/** HTTP status of a refused request; null when no answer arrived. */
export const statusOf = (error: unknown): number | null =>
  error instanceof errors.ResponseError ? (error.statusCode ?? null) : null
