import { timingSafeEqual } from 'node:crypto'
import { loadClasses } from '@baiqicha/contract/routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { sha256 } from '../platform/crypto/hmac.ts'
import type { ReadRouting } from '../platform/database/postgres/read-routing.ts'
import { isLoopback } from '../platform/http/client-address.ts'
import { withDeadline } from '../platform/http/refusal.ts'
import type { CompanySearch } from '../search/company-search.ts'
import { type Admissions, otherAdmissionClasses } from './admission-rules.ts'

export type OpsDeps = {
  registry: Registry
  admission: Admissions
  index: Pick<CompanySearch, 'state'>
  readRouting: Pick<ReadRouting, 'states' | 'repeated'>
  /** Resolves when the database responds. */
  pingDatabase: () => Promise<unknown>
  opsToken: string | undefined
  /** Whether the process is shutting down. */
  isClosing: () => boolean
}

const DATABASE_TIMEOUT_MS = 1_000

/** Routes for operators: liveness, readiness, metrics. */
export function registerOps(app: FastifyInstance, deps: OpsDeps): void {
  const { admission, registry, index, pingDatabase, isClosing } = deps
  const isDatabaseThere = shareRunning(() =>
    withDeadline(pingDatabase(), DATABASE_TIMEOUT_MS, () => new Error('no answer')).then(
      () => true,
      () => false,
    ),
  )
  registerGauges(deps)

  app.get('/healthz', async () => ({ alive: true }))

  /** Once the index has been in use: while it is rebuilt later, the database answers exact names, codes and prefixes. */
  app.get('/readyz', async (_request, reply) => {
    const { ready: isIndexReady, hasBeenReady } = index.state()
    const database = await isDatabaseThere()
    const ready = database && hasBeenReady && !isClosing()
    return reply.code(ready ? 200 : 503).send({ ready, database, index: isIndexReady ? 'ready' : 'preparing' })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, deps.opsToken)) return reply.code(401).header('www-authenticate', 'Bearer').send('')
    const text = await admission.metrics.run(() => registry.metrics())
    return reply.header('content-type', registry.contentType).send(text)
  })
}

/** Calls while `run` is running get its result. */
function shareRunning<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}

/** Allows direct requests from this machine, and any other request with the token. */
function mayReadMetrics(request: FastifyRequest, opsToken: string | undefined): boolean {
  const { authorization, forwarded, 'x-forwarded-for': forwardedFor, 'x-real-ip': realIp } = request.headers
  const isForwarded = forwarded !== undefined || forwardedFor !== undefined || realIp !== undefined
  if (isLoopback(request.socket.remoteAddress) && !isForwarded) return true
  if (opsToken === undefined || authorization === undefined) return false
  return timingSafeEqual(Buffer.from(sha256(authorization)), Buffer.from(sha256(`Bearer ${opsToken}`)))
}

/** Gauges are read per request of /metrics and cost nothing in between. */
function registerGauges({ registry, admission, index, readRouting }: OpsDeps): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  const gaugePerClass = (name: string, help: string, read: (state: { running: number; waiting: number }) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['class'],
      registers: [registry],
      collect() {
        for (const load of [...loadClasses, ...otherAdmissionClasses])
          this.set({ class: load }, read(admission[load].state()))
      },
    })
  gaugePerClass('http_running', 'Requests being worked on.', (state) => state.running)
  gaugePerClass('http_waiting', 'Requests waiting for a place.', (state) => state.waiting)
  gauge('search_index_ready', '1 when the search index answers.', () => (index.state().ready ? 1 : 0))
  gauge('search_index_companies', 'Companies in the search index.', () => index.state().companies)
  gauge('search_index_segments', 'Segments the search index consists of.', () => index.state().segments)
  gauge(
    'search_index_lag_seconds',
    'Age of the oldest change that cannot be found yet; 0: there is none.',
    () => index.state().lagSeconds,
  )
  gauge('search_queue_waiting', 'Queries waiting for a search thread.', () => index.state().waiting)
  registry.registerMetric(
    new Gauge({
      name: 'database_replica_in_use',
      help: '1 when the replica is read, 0 when it is left out.',
      labelNames: ['replica'],
      registers: [],
      collect() {
        for (const { host, isInUse } of readRouting.states()) this.set({ replica: host }, Number(isInUse))
      },
    }),
  )
  gauge(
    'database_reads_repeated',
    'Reads that failed on a replica and were repeated on the primary, since the start.',
    () => readRouting.repeated(),
  )
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  gauge('process_uptime_seconds', 'Since the process started.', () => process.uptime())
}
