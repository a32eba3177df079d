import * as z from 'zod/mini'
import { SmsRefused } from './sms-sender.ts'

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Codes of Alibaba Cloud and Tencent Cloud for a number that is invalid, blocked or received too many messages. */
const codesOfNumber = /mobile|phone|^isv\.BUSINESS_LIMIT_CONTROL$|DeliveryFrequencyLimit/i

/**
 * Error for a refusal, with the provider's code and request id, and without its sentence, which may contain the
 * number.
 */
export const refusedBy = (provider: string, code: string, requestId: string) =>
  new SmsRefused(`${provider} refused: ${code} (request ${requestId})`, codesOfNumber.test(code))
