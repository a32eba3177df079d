import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { listenOnFreePort } from '../process/free-port.ts'

const value = z.union([
  z.pipe(
    z.object({ stringValue: z.string() }),
    z.transform(({ stringValue }) => stringValue),
  ),
  z.pipe(
    z.object({ intValue: z.number() }),
    z.transform(({ intValue }) => intValue),
  ),
])
const attribute = z.object({ key: z.string(), value })
const otlpSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(attribute),
  status: z.object({ code: z.number(), message: z.optional(z.string()) }),
})
const otlpRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(otlpSpan) })),
    }),
  ),
})

export type ReceivedSpan = Omit<z.output<typeof otlpSpan>, 'attributes'> & {
  attributes: Record<string, string | number>
}

const plain = (attributes: readonly z.output<typeof attribute>[]): Record<string, string | number> =>
  Object.fromEntries(attributes.map(({ key, value: one }) => [key, one]))

/** A receiver of OTLP over HTTP, in JSON. It answers at once, with an error, or never. */
export async function startTraceReceiver() {
  const state = {
    endpoint: '',
    /** All spans, in the order of arrival. */
    spans: [] as ReceivedSpan[],
    /** All bodies as they arrived. */
    bodies: [] as string[],
    requests: 0,
    answer: 'accept' as 'accept' | 'refuse' | 'never',
  }
  const server = createServer(async (request, response) => {
    state.requests += 1
    if (state.answer === 'never') return
    const body = await text(request)
    if (state.answer === 'refuse' || request.url !== '/v1/traces') {
      response.writeHead(400).end()
      return
    }
    state.bodies.push(body)
    const { resourceSpans } = z.parse(otlpRequest, JSON.parse(body))
    for (const { scopeSpans } of resourceSpans) {
      for (const { spans } of scopeSpans) {
        state.spans.push(...spans.map((span) => ({ ...span, attributes: plain(span.attributes) })))
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  state.endpoint = `http://127.0.0.1:${await listenOnFreePort(server)}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return state
}
