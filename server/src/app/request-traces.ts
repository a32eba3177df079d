import type { BlockList } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { isInRanges } from '../platform/http/client-address.ts'
import type { RequestSpan, SpanOptions, Traces } from '../platform/traces/traces.ts'
import { probes } from './request-metrics.ts'

/** Pattern of the route; never the address, which has tokens and keywords. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'other'

const describe = (request: FastifyRequest): SpanOptions => {
  const route = routeOf(request)
  const attributes = { 'http.request.method': request.method, 'http.route': route }
  return { name: `${request.method} ${route}`, attributes, kind: 'server' }
}

function endOf(request: FastifyRequest, reply: FastifyReply) {
  if (request.span === null) return
  const status = reply.statusCode
  const code = reply.answeredCode
  request.span.end({
    attributes: { 'http.response.status_code': status, ...(code !== null && { 'baiqicha.result_code': code }) },
    failure: status >= 500 ? String(status) : undefined,
  })
}

/** Records a span per request. `traceparent` counts from trusted proxies only: its flag decides what is recorded. */
export function traceRequests(app: FastifyInstance, traces: Traces, trustedProxies: BlockList): void {
  const isTrusted = isInRanges(trustedProxies)
  const runWithin = ({ span }: FastifyRequest, act: () => void) =>
    span === null ? traces.runOutside(act) : span.run(act)

  /** Comparing an address with ranges costs more than the rest of an untraced request's hooks. */
  function parentOf({ headers: { traceparent }, socket }: FastifyRequest) {
    return traceparent !== undefined && isTrusted(socket.remoteAddress) ? traceparent : undefined
  }

  app.addHook('onRequest', (request, _reply, done) => {
    // Probes would be most of the traces of a quiet server. The path without a query: a probe has none.
    if (!probes.has(request.url)) request.span = traces.startRequest(() => describe(request), parentOf(request))
    runWithin(request, done)
  })
  // A body is read by events of the socket, outside the context of the request.
  app.addHook('preValidation', (request, _reply, done) => runWithin(request, done))
  app.addHook('onResponse', (request, reply, done) => {
    endOf(request, reply)
    done()
  })
  app.addHook('onRequestAbort', async (request) => request.span?.end({ failure: 'aborted' }))
}

/** Spans by what became of them. Those that ended and were neither sent nor failed wait, or were dropped. */
export function registerTraceMetrics(registry: Registry, traces: Pick<Traces, 'counts'>): Counter {
  return new Counter({
    name: 'trace_spans_total',
    help: 'Spans that ended, that the receiver accepted, and that could not be sent.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(traces.counts())) this.inc({ result }, count)
    },
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null: the request is not traced. */
    span: RequestSpan | null
  }
}
