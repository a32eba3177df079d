/** Reasons for a failed request: no response, an HTTP error status, or a result code. */
export type ApiFailure =
  | { type: 'network' }
  /** `path` has no query. An unreadable response is an `http` failure at any status. */
  | { type: 'http'; status: number; path: string }
  /** Body of a response whose code is not 0. */
  | { type: 'rejected'; code: number; message: string; data: unknown }

export class ApiError extends Error {
  readonly failure: ApiFailure

  constructor(failure: ApiFailure) {
    super(failure.type === 'rejected' ? failure.message : failure.type)
    this.name = 'ApiError'
    this.failure = failure
  }
}

/** Body of a rejection, or null when the request failed in another way. */
export function rejectionOf(error: unknown): Extract<ApiFailure, { type: 'rejected' }> | null {
  return error instanceof ApiError && error.failure.type === 'rejected' ? error.failure : null
}
