import type { SmsScene } from '@baiqicha/contract/account'
import { type CircuitOptions, createCircuitBreaker } from '../circuit-breaker.ts'
import type { ServiceOutage } from '../log/service-outage.ts'

/** `mobile`: of a code that is sent by mail, the address. */
export type SmsMessage<Scene extends string = SmsScene> = { mobile: string; scene: Scene; code: string }

/** A working provider refused this message: an invalid number, a limit of the provider, a bad signature. */
export class SmsRefused extends Error {
  /** Whether the refusal concerns the number alone, and not the account of the operator. */
  readonly isOfNumber: boolean

  constructor(message: string, isOfNumber = false) {
    super(message)
    this.isOfNumber = isOfNumber
  }
}

/** Sends one code to one number. */
export interface SmsSender<Scene extends string = SmsScene> {
  /**
   * Rejects when the message was not sent, with `SmsRefused` when the provider refused it. `signal` aborts the
   * request.
   */
  send(message: SmsMessage<Scene>, signal?: AbortSignal): Promise<void>
}

/** Sends through all senders, one after another. */
export const sendThroughAll = (senders: readonly SmsSender[]): SmsSender => ({
  async send(message, signal) {
    for (const sender of senders) await sender.send(message, signal)
  },
})

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
