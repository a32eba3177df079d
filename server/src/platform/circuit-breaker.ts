import type { Clock } from '../domain/clock.ts'
import { withDeadline } from './http/refusal.ts'

/** The service failed too often, or did not answer in time. */
class ServiceUnavailable extends Error {}

export type CircuitOptions = {
  clock: Clock
  /** Milliseconds after which an operation without an answer counts as failed. */
  deadlineMs: number
  /** Consecutive failures that open the circuit. */
  failuresToOpen?: number
  /** Milliseconds for which an open circuit refuses every operation. */
  openMs?: number
  /**
   * Whether the error is a refusal by a working service. Otherwise a caller whose input the service rejects could open
   * the circuit for all users.
   */
  isRefusal: (error: unknown) => boolean
}

/** Runs operations of a service outside; rejects with the operation's error, or with ServiceUnavailable. */
export type CircuitBreaker = <T>(operation: (signal: AbortSignal) => Promise<T>) => Promise<T>

export function createCircuitBreaker(options: CircuitOptions): CircuitBreaker {
  const { clock, deadlineMs, failuresToOpen = 5, openMs = 30_000, isRefusal } = options
  let failures = 0
  let failedAt = Number.NEGATIVE_INFINITY

  const isOpen = () => failures >= failuresToOpen && Math.abs(clock.now() - failedAt) < openMs

  return async (operation) => {
    if (isOpen()) throw new ServiceUnavailable('the service failed too often')
    const tooLate = new AbortController()
    try {
      const result = await withDeadline(operation(tooLate.signal), deadlineMs, () => {
        tooLate.abort()
        return new ServiceUnavailable('the service did not answer in time')
      })
      failures = 0
      return result
    } catch (error) {
      if (!isRefusal(error)) {
        failures += 1
        failedAt = clock.now()
      }
      throw error
    }
  }
}
