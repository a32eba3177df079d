import { routes } from '@baiqicha/contract/routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../platform/log/logger.ts'
import { redactUrl } from '../platform/log/redact.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { remember } from '../platform/remember.ts'

/** Sees each answer once it is sent. */
export interface RequestMetrics {
  answered(request: FastifyRequest, reply: FastifyReply): void
}

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Counts each answer and writes one line about it. */
export function createRequestMetrics(metrics: Metrics, log: Logger): RequestMetrics {
  const answers = metrics.counter('http_requests_total', 'Answers by route, load class and result code.')
  const latency = metrics.histogram('http_request_seconds', 'Time from the first byte to the answer.', latencyBuckets)

  const seriesOf = remember((seriesKey) => {
    const [route = '', load = '', code = ''] = seriesKey.split(' ')
    return { answers: answers.of({ route, class: load, code }), latency: latency.of({ route, class: load }) }
  })

  return {
    answered(request, reply) {
      const key = request.routeOptions.config?.routeKey
      const route = key ?? 'other'
      const load = key === undefined ? 'none' : routes[key].load
      const code = reply.answeredCode ?? reply.statusCode
      const milliseconds = reply.elapsedTime
      const series = seriesOf(`${route} ${load} ${code}`)
      series.answers.add()
      series.latency.observe(milliseconds / 1000)
      if (!log.tells('info')) return
      log.info('answered', {
        requestId: request.id,
        method: request.method,
        route,
        url: redactUrl(request.url),
        status: reply.statusCode,
        code,
        milliseconds: Math.round(milliseconds * 10) / 10,
        address: request.callerAddress,
      })
    },
  }
}
