import * as z from 'zod/mini'
import { SmsRefused } from './sms-sender.ts'

/** What a provider says in place of a number or a sentence; anything longer or stranger is not repeated. */
export const providerIdentifier = z.string().check(z.regex(/^[\w.-]{1,80}$/))

type ProviderCall<T> = {
  /** For messages. */
  provider: string
  url: URL
  headers: Record<string, string>
  body: string | null
  answer: z.ZodMiniType<T>
  signal: AbortSignal | undefined
}

/**
 * Posts to a provider and parses its answer, whatever its HTTP status below 500.
 * @throws Error when it cannot be reached or answers with anything else; the request and the answer are never repeated.
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

/** The provider's no, with its own words for why and which request: its sentence may repeat the number. */
export const refusedBy = (provider: string, code: string, requestId: string) =>
  new SmsRefused(`${provider} refused: ${code} (request ${requestId})`)
