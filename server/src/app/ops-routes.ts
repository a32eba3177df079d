import { timingSafeEqual } from 'node:crypto'
import { loadClasses } from '@baiqicha/contract/routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Admission } from '../platform/admission/admission.ts'
import { sha256 } from '../platform/crypto/hmac.ts'
import { isLoopback } from '../platform/http/client-address.ts'
import { withDeadline } from '../platform/http/deadline.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { CompanySearch } from '../search/company-search.ts'

export type OpsParts = {
  metrics: Metrics
  admission: Record<(typeof loadClasses)[number], Admission>
  index: Pick<CompanySearch, 'state'>
  /** Resolves when the database answers. */
  askDatabase: () => Promise<unknown>
  opsToken: string | undefined
  /** Whether the process has been told to end. */
  isClosing: () => boolean
}

const DATABASE_PATIENCE_MS = 1_000

/** What those who run the service ask: is it alive, may it be sent requests, how is it doing. */
export function registerOps(app: FastifyInstance, parts: OpsParts): void {
  const { metrics, index, askDatabase, isClosing } = parts
  registerGauges(parts)

  app.get('/healthz', async () => ({ alive: true }))

  app.get('/readyz', async (_request, reply) => {
    const database = await withDeadline(askDatabase(), DATABASE_PATIENCE_MS, () => new Error('no answer')).then(
      () => true,
      () => false,
    )
    const ready = database && !isClosing()
    return reply.code(ready ? 200 : 503).send({ ready, database, index: index.state().ready ? 'ready' : 'preparing' })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, parts.opsToken)) return reply.code(401).header('www-authenticate', 'Bearer').send('')
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(metrics.text())
  })
}

/** This machine itself, not something it forwards for; anyone else with the token. */
function mayReadMetrics(request: FastifyRequest, opsToken: string | undefined): boolean {
  const { authorization, forwarded, 'x-forwarded-for': forwardedFor, 'x-real-ip': realIp } = request.headers
  const isForwarded = forwarded !== undefined || forwardedFor !== undefined || realIp !== undefined
  if (isLoopback(request.socket.remoteAddress) && !isForwarded) return true
  if (opsToken === undefined || authorization === undefined) return false
  return timingSafeEqual(Buffer.from(sha256(authorization)), Buffer.from(sha256(`Bearer ${opsToken}`)))
}

function registerGauges({ metrics, admission, index }: OpsParts): void {
  const perClass = (read: (state: { running: number; waiting: number }) => number) => () =>
    loadClasses.map((name) => ({ labels: { class: name }, value: read(admission[name].state()) }))
  metrics.gauge(
    'http_running',
    'Requests being worked on.',
    perClass((state) => state.running),
  )
  metrics.gauge(
    'http_waiting',
    'Requests waiting for a place.',
    perClass((state) => state.waiting),
  )
  metrics.gauge('search_index_ready', '1 when the search index answers.', () => [
    { value: index.state().ready ? 1 : 0 },
  ])
  metrics.gauge('search_index_companies', 'Companies in the search index.', () => [{ value: index.state().companies }])
  metrics.gauge('search_index_segments', 'Segments the search index consists of.', () => [
    { value: index.state().segments },
  ])
  metrics.gauge(
    'search_index_lag_seconds',
    'Age of the oldest change that cannot be found yet; 0: there is none.',
    () => [{ value: index.state().lagSeconds }],
  )
  metrics.gauge('search_queue_waiting', 'Questions waiting for a search thread.', () => [
    { value: index.state().waiting },
  ])
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () => [{ value: process.memoryUsage.rss() }])
  metrics.gauge('process_uptime_seconds', 'Since the process started.', () => [{ value: process.uptime() }])
}
