import type { Clock } from '../../domain/clock.ts'
import { withDeadline } from '../http/deadline.ts'
import { SmsRefused, type SmsSender } from './sms-sender.ts'

export class SmsNotSent extends Error {}

type Guard = {
  clock: Clock
  /** Milliseconds after which a message without an answer counts as not sent. */
  deadlineMs?: number
  /** Consecutive failures that open the circuit. */
  failuresToOpen?: number
  /** Milliseconds for which an open circuit refuses every message. */
  openMs?: number
}

/** Adds a deadline and a circuit breaker to a sender. Rejects with SmsNotSent only. */
export function guardSmsSender(sender: SmsSender, guard: Guard): SmsSender {
  const { clock, deadlineMs = 2_000, failuresToOpen = 5, openMs = 30_000 } = guard
  let failures = 0
  let failedAt = Number.NEGATIVE_INFINITY

  const isOpen = () => failures >= failuresToOpen && Math.abs(clock.now() - failedAt) < openMs

  function countFailure(error: unknown) {
    // Otherwise a caller that requests codes for numbers the provider rejects could open the circuit for all users.
    if (error instanceof SmsRefused) return
    failures += 1
    failedAt = clock.now()
  }

  return {
    async send(message) {
      if (isOpen()) throw new SmsNotSent('the sender failed too often')
      const tooLate = new AbortController()
      try {
        await withDeadline(sender.send(message, tooLate.signal), deadlineMs, () => {
          tooLate.abort()
          return new SmsNotSent('the sender did not answer in time')
        })
        failures = 0
      } catch (error) {
        countFailure(error)
        throw error instanceof SmsNotSent ? error : new SmsNotSent('the sender failed', { cause: error })
      }
    },
  }
}
