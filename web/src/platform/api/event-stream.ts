import type { Route } from '@baiqicha/contract/routes/route'
import { ApiError } from './api-error.ts'
import { type CallOptions, carry, openAnswer, send } from './client.ts'

/** Opens an event stream and returns its body. A refusal before it begins is an envelope. Throws `ApiError`. */
export function openEventStream(
  target: Pick<Route, 'method' | 'path'>,
  input: object,
  options: CallOptions,
): Promise<ReadableStream<Uint8Array>> {
  return send(target.path, carry(target, input, options.signal), options, async (response, path) => {
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (response.ok && isStream && response.body !== null) return response.body
    throw new ApiError({ type: 'rejected', ...(await openAnswer(response, path)) })
  })
}
