import { type CircuitOptions, createCircuitBreaker } from '../circuit-breaker.ts'
import { SmsRefused, type SmsSender } from './sms-sender.ts'

export class SmsNotSent extends Error {}

type Guard = Omit<CircuitOptions, 'deadlineMs' | 'isRefusal'> & { deadlineMs?: number }

/** Adds a deadline and a circuit breaker to a sender. Rejects with SmsNotSent only. */
export function guardSmsSender(sender: SmsSender, { deadlineMs = 2_000, ...guard }: Guard): SmsSender {
  const run = createCircuitBreaker({ ...guard, deadlineMs, isRefusal: (error) => error instanceof SmsRefused })
  return {
    async send(message) {
      try {
        await run((signal) => sender.send(message, signal))
      } catch (error) {
        throw new SmsNotSent('the sender failed', { cause: error })
      }
    },
  }
}
