/** Why a call failed: nothing came back, the server's status says so, or the answer's code does. */
export type ApiFailure =
  | { type: 'network' }
  /** `path` is without the query. An answer that cannot be read counts as one, whatever its status. */
  | { type: 'http'; status: number; path: string }
  /** The whole body of an answer whose code is not 0. */
  | { type: 'rejected'; code: number; message: string; data: unknown }

export class ApiError extends Error {
  readonly failure: ApiFailure

  constructor(failure: ApiFailure) {
    super(failure.type === 'rejected' ? failure.message : failure.type)
    this.name = 'ApiError'
    this.failure = failure
  }
}

/** The body of an answer that says no, or null when the call failed in another way. */
export function rejectionOf(error: unknown): Extract<ApiFailure, { type: 'rejected' }> | null {
  return error instanceof ApiError && error.failure.type === 'rejected' ? error.failure : null
}
