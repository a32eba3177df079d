import type { SmsScene } from '@baiqicha/contract/account'
import * as z from 'zod/mini'
import { type CircuitOptions, createCircuitBreaker } from '../circuit-breaker.ts'
import { parseJson } from '../json.ts'
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

/** A result code or request id of a provider. Other text is never logged: it may contain the number. */
export const providerIdentifier = z.string().check(z.regex(/^[\w.-]{1,80}$/))

type ProviderCall<T> = {
  /** Name for error messages. */
  provider: string
  url: URL
  headers: Record<string, string>
  body: string | null
  answer: z.ZodMiniType<T>
  signal: AbortSignal | undefined
}

/**
 * Posts to a provider and parses the response of any HTTP status below 500.
 * @throws Error without request and response text when the provider is unreachable or the response is not as documented.
 */
export async function callProvider<T>({ provider, url, headers, body, answer, signal }: ProviderCall<T>): Promise<T> {
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: signal ?? null })
  const text = await response.text()
  const parsed = response.status < 500 ? z.safeParse(answer, parseJson(text)) : null
  if (parsed?.success !== true)
    throw new Error(`${provider} answered HTTP ${response.status} with nothing it documents`)
  return parsed.data
}

/** Codes of Alibaba Cloud and Tencent Cloud for a number that is invalid, blocked or received too many messages. */
const codesOfNumber = /mobile|phone|^isv\.BUSINESS_LIMIT_CONTROL$|DeliveryFrequencyLimit/i

/**
 * Error for a refusal, with the provider's code and request id, and without its sentence, which may contain the
 * number.
 */
export const refusedBy = (provider: string, code: string, requestId: string) =>
  new SmsRefused(`${provider} refused: ${code} (request ${requestId})`, codesOfNumber.test(code))
