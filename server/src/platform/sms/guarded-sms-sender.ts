import type { SmsScene } from '@baiqicha/contract/account'
import { type CircuitOptions, createCircuitBreaker } from '../circuit-breaker.ts'
import type { ServiceOutage } from '../log/service-outage.ts'
import { SmsRefused, type SmsSender } from './sms-sender.ts'

export class SmsNotSent extends Error {}

type Guard = Omit<CircuitOptions, 'deadlineMs' | 'isRefusal'> & { deadlineMs?: number; outage?: ServiceOutage }

/** Adds a deadline and a circuit breaker to a sender. Rejects with SmsNotSent only. */
export function guardSmsSender<Scene extends string = SmsScene>(
  sender: SmsSender<Scene>,
  { deadlineMs = 2_000, outage, ...guard }: Guard,
): SmsSender<Scene> {
  const run = createCircuitBreaker({ ...guard, deadlineMs, isRefusal: (error) => error instanceof SmsRefused })
  return {
    async send(message) {
      try {
        await run((signal) => sender.send(message, signal))
        outage?.worked(message.scene)
      } catch (error) {
        // A template that the provider refuses concerns one scene; the messages of others go out.
        if (!(error instanceof SmsRefused)) outage?.failed(error)
        else if (!error.isOfNumber) outage?.failed(error, message.scene)
        throw new SmsNotSent('the sender failed', { cause: error })
      }
    },
  }
}
