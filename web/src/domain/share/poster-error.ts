/** Reason why a poster could not be drawn. */
export type PosterFailure = 'blocked' | 'memory' | 'load'

export class PosterError extends Error {
  readonly reason: PosterFailure
  constructor(reason: PosterFailure) {
    super(reason)
    this.name = 'PosterError'
    this.reason = reason
  }
}
