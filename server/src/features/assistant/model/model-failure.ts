/**
 * Why a language model gave nothing to use. `refused`: its provider filtered the content. `cut`: the response ended early.
 * `flooded`: more than requested. `exhausted`: no round is left. `off`: the circuit breaker is open.
 */
export const modelFailures = [
  'unavailable',
  'late',
  'limited',
  'unpaid',
  'rejected',
  'refused',
  'malformed',
  'cut',
  'flooded',
  'tooLong',
  'exhausted',
  'cancelled',
  'off',
] as const
export type ModelFailure = (typeof modelFailures)[number]

/** Message and cause never have the text of a provider, which may quote the question. */
export class ModelError extends Error {
  readonly failure: ModelFailure

  /** `cause`: an error of the network, or the HTTP status. */
  constructor(failure: ModelFailure, cause?: unknown) {
    super(failure, cause === undefined ? {} : { cause })
    this.failure = failure
  }
}

export const failureOf = (error: unknown): ModelFailure => (error instanceof ModelError ? error.failure : 'off')
