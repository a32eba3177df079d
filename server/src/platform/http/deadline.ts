import { unavailable } from './refusal.ts'
/**
 * Resolves or rejects like the work, or rejects with the error of `expire` when the time is up. The work is not
 * cancelled.
 */
export function withDeadline<T>(work: Promise<T>, milliseconds: number, expire: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(expire()), milliseconds)
    const inTime =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        clearTimeout(timer)
        settle(value)
      }
    work.then(inTime(resolve), inTime(reject))
  })
}

/** As `withDeadline`; a call that is not answered in time gets 503. */
export const inTime = <T>(work: Promise<T>, milliseconds: number): Promise<T> =>
  withDeadline(work, milliseconds, () => unavailable())
