import type { BlockList } from 'node:net'
import { routes } from '@baiqicha/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { memoize } from '../platform/cache.ts'
import { isInRanges } from '../platform/http/client-address.ts'
import type { Logger } from '../platform/log/logger.ts'
import type { OperationMonitor } from '../platform/operations/operation-monitor.ts'
import type { RequestSpan, SpanOptions, Traces } from '../platform/traces/traces.ts'

export interface RequestMetrics {
  /** Called after each response is sent. */
  answered(request: FastifyRequest, reply: FastifyReply): void
  /** Called when a connection ends before the request was received or answered. */
  aborted(request: FastifyRequest): void
}

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

function routeOf(request: FastifyRequest): { route: string; load: string } {
  const key = request.routeOptions.config?.routeKey
  return key === undefined ? { route: 'other', load: 'none' } : { route: key, load: routes[key].load }
}

/** Probes of balancers and collectors: a server that is not ready yet has no error. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])
const isProbe = ({ routeOptions }: FastifyRequest) => probes.has(routeOptions.url ?? '')

/** Name of the route for the log; for a route outside the table, the pattern of its address. */
export const loggedRouteOf = ({ routeOptions }: FastifyRequest): string =>
  routeOptions.config?.routeKey ?? routeOptions.url ?? 'unknown'

/** Counts each response and each aborted request, and logs it in one line. */
export function createRequestMetrics(
  registry: Registry,
  log: Logger,
  operations?: Pick<OperationMonitor, 'answered'>,
): RequestMetrics {
  const answers = new Counter({
    name: 'http_requests_total',
    help: 'Answers by route, load class and result code.',
    labelNames: ['route', 'class', 'code'],
    registers: [registry],
  })
  const aborts = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Requests whose client went away before the answer, by route and load class.',
    labelNames: ['route', 'class'],
    registers: [registry],
  })
  const latency = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from the first byte to the answer.',
    labelNames: ['route', 'class'],
    buckets: latencyBuckets,
    registers: [registry],
  })

  const seriesOf = memoize((seriesKey) => {
    const [route = '', load = '', code = ''] = seriesKey.split(' ')
    return { answers: answers.labels({ route, class: load, code }), latency: latency.labels({ route, class: load }) }
  })

  return {
    answered(request, reply) {
      const { route, load } = routeOf(request)
      const code = reply.answeredCode ?? reply.statusCode
      const milliseconds = reply.elapsedTime
      const series = seriesOf(`${route} ${load} ${code}`)
      series.answers.inc()
      series.latency.observe(milliseconds / 1000)
      if (!isProbe(request)) operations?.answered(load, milliseconds, reply.statusCode)
      if (!log.isLevelEnabled('info')) return
      log.info('answered', {
        requestId: request.id,
        method: request.method,
        route: loggedRouteOf(request),
        status: reply.statusCode,
        code,
        milliseconds: Math.round(milliseconds * 10) / 10,
        address: request.callerAddress,
        ...(request.span !== null && { traceId: request.span.traceId }),
      })
    },
    aborted(request) {
      const { route, load } = routeOf(request)
      aborts.inc({ route, class: load })
      const { id: requestId, method, callerAddress: address } = request
      log.info('aborted', { requestId, method, route: loggedRouteOf(request), address })
    },
  }
}

/** Pattern of the route; never the address, which has tokens and keywords. */
const pathOf = (request: FastifyRequest) => request.routeOptions.url ?? 'other'

const describe = (request: FastifyRequest): SpanOptions => {
  const route = pathOf(request)
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
