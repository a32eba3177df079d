import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { hasJustWritten, type Session } from '../domain/account/session.ts'
import { readProductVersion } from '../features/about/product.ts'
import { createReconcileService } from '../features/reconcile/reconcile.service.ts'
import { dropOldDays } from '../features/tracking/open-event-store.ts'
import { accountLocked, withDeadline } from '../platform/http/refusal.ts'
import { createSecurityHeaders } from '../platform/http/security-headers.ts'
import { logOutagesOnce } from '../platform/http/storage-unavailable.ts'
import { createAdmissions, yieldToConnections } from './admission-rules.ts'
import { registerAsk } from './ask-route.ts'
import { createAssistant } from './assistant.ts'
import { composeTools } from './assistant-tools.ts'
import { registerBatch } from './batch/batch-route.ts'
import type { AppDeps } from './deps.ts'
import { registerFiles, registerUpload } from './file-routes.ts'
import { createHandlers } from './handlers.ts'
import { createHttpServer } from './http-server.ts'
import { removeExpired, repeat, repeatSamples } from './jobs.ts'
import { registerMcp } from './mcp/mcp-route.ts'
import { registerOps } from './ops-routes.ts'
import { registerReconcile } from './reconcile-route.ts'
import { DEADLINE_MS, registerRoutes } from './register-route.ts'
import { createRequestMetrics, registerTraceMetrics } from './request-metrics.ts'
import { createServices } from './services.ts'
import { createEventTracking } from './tracking.ts'
import { registerUnsubscribe } from './unsubscribe-route.ts'
import { answerByPage, openPage, registerContentPicture, registerOpenApi, registerWeb } from './web-routes.ts'

export type { AppDeps } from './deps.ts'

const FLUSH_MS = 1_000
const CLEAN_MS = 60_000
/** A red dot appears this long after an import. */
const COUNT_EVENTS_MS = 2_000
/** A list or a report that another process has left unfinished is continued. */
const UNFINISHED_MS = 1_000
/** A briefing begins at most so late. */
const BRIEFINGS_MS = 30_000
/** A name that is new is found by the search until the table of names has it. */
const NAMES_MS = 30_000
/** Logins use the rules of membership that were read last. */
const RULES_MS = 4_000
const SWEEP_MS = 3_600_000
/** Together with the cache of large counts (coverage.repository.ts), the counts are at most about a minute old. */
const COUNT_MS = 20_000
/** A database that does not answer must not prevent the shutdown. */
const FLUSH_TIMEOUT_MS = 3_000

/** The whole application over its dependencies. It opens no port, and until it is closed only its own timers run. */
export async function createApp(allDeps: AppDeps): Promise<FastifyInstance> {
  const { config, db, clock, index } = allDeps
  const log = logOutagesOnce(allDeps.log, clock)
  const deps = { ...allDeps, log }
  const services = createServices(deps)
  const admission = { ...createAdmissions(), ...deps.admission }
  const registry = new Registry()
  const assistant = createAssistant(deps, services, registry)
  const { tracking, queue: events, droppedByDay, clientReports } = createEventTracking(deps, registry)
  let closing = false
  const findSession = (token: string) => services.sessions.find(token)
  async function findUnlocked(token: string) {
    const session = await findSession(token)
    if (session?.lock !== undefined) throw accountLocked(session.lock)
    return session
  }

  const indexHtml = deps.webFiles.get('/index.html')
  const pageFor = await openPage(deps.webFiles, config)
  const app = createHttpServer({
    trustedProxies: config.trustedProxies,
    securityHeaders: createSecurityHeaders({
      ...config,
      indexHtml: indexHtml === undefined ? '' : (await indexHtml.content('identity')).toString('utf8'),
    }),
    observer: createRequestMetrics(registry, log, deps.operations?.monitor),
    log,
    ...(indexHtml !== undefined && { answerOther: answerByPage(pageFor) }),
    traces: deps.traces,
    options: deps.httpServer,
  })

  const runReads = <T>(session: Session | null, work: () => Promise<T>) =>
    deps.readRouting.run(
      {
        readsPrimary: session !== null && hasJustWritten(session, deps.clock.now()),
        onWritten: async () => {
          if (session !== null) await services.sessions.recordWrite(session)
        },
      },
      work,
    )

  const { deadlineMs = DEADLINE_MS } = deps
  const origin = config.publicOrigins[0]
  const limiter = services.credentialLimiter
  /** For the routes that are closed to locked accounts. */
  const unlocked = { findSession: findUnlocked, deadlineMs }

  yieldToConnections(app.server, Object.values(admission))
  registerRoutes(app, createHandlers(deps, { ...services, tracking, clientReports, assistant }), {
    admission,
    findSession,
    apiKeys: services.apiKeys,
    run: runReads,
    limits: services.readingLimits,
    log,
    // Otherwise each route has its own.
    ...(deps.deadlineMs !== undefined && { deadlineMs: deps.deadlineMs }),
  })
  registerUpload(app, { ...services, admission, limiter, findSession, deadlineMs })
  registerFiles(app, { ...services, admission, findSession, findUnlocked, deadlineMs })
  registerBatch(app, { ...unlocked, admission, batches: services.batches, lists: deps.lists, limiter, origin })
  registerAsk(app, {
    ...unlocked,
    assistant: assistant.assistant,
    admission,
    ...(deps.commentMs !== undefined && { commentMs: deps.commentMs }),
  })
  registerContentPicture(app, { admission: admission.copies, findPicture: services.findContentPicture, deadlineMs })
  registerOpenApi(app, admission.copies)
  registerUnsubscribe(app, { admission: admission.credentials, alerts: services.alerts, deadlineMs })
  registerMcp(app, {
    admission,
    apiKeys: services.apiKeys,
    limits: services.readingLimits,
    tools: () => ({
      runTool: composeTools(deps, services).runTool,
      search: (query) => services.companySearch.search(query),
      regions: deps.reference.regions,
    }),
    run: runReads,
    version: readProductVersion(),
    origins: config.publicOrigins,
    deadlineMs,
    log,
  })
  if (config.reconcile) {
    const reconciliation = createReconcileService({ searches: services.companySearch })
    const { apiKeys } = services
    registerReconcile(app, { admission: admission.search, reconciliation, limiter, apiKeys, origin, deadlineMs })
  }
  if (deps.traces !== undefined) registerTraceMetrics(registry, deps.traces)
  registerOps(app, {
    registry,
    admission,
    index,
    readRouting: deps.readRouting,
    opsToken: config.opsToken,
    pingDatabase: () => db.selectFrom('source').select('id').limit(1).execute(),
    isClosing: () => closing,
  })
  registerWeb(app, deps.webFiles, pageFor)

  const { briefings } = services
  const { correctionRetention, followRetention } = services
  const job = (name: string, everyMs: number, run: () => Promise<unknown>) =>
    repeat({ name, everyMs, run: async () => void (await run()), log })
  const stops = [
    ...(deps.operations === undefined ? [] : [repeatSamples({ ...deps.operations, admission, index, db, log })]),
    job('store-views', FLUSH_MS, () => services.views.flush()),
    job('store-events', FLUSH_MS, () => events.flush()),
    job('store-dropped', FLUSH_MS, () => droppedByDay.flush()),
    job('store-reports', FLUSH_MS, () => clientReports.flush()),
    job('store-limits', FLUSH_MS, () => services.flushLimits()),
    job('store-key-calls', FLUSH_MS, () => services.apiKeys.flush(FLUSH_MS)),
    job('read-names', NAMES_MS, () => services.currentNames.refresh()),
    job('read-membership-rules', RULES_MS, () => services.membershipRules.find()),
    job('count-contents', COUNT_MS, () => services.findAbout()),
    job('remove-expired', CLEAN_MS, () => removeExpired(db, clock)),
    job('delete-expired-corrections', CLEAN_MS, () => correctionRetention.deleteExpired()),
    job('delete-expired-feedback', CLEAN_MS, () => services.feedbackRetention.deleteExpired()),
    job('count-events', COUNT_EVENTS_MS, () => followRetention.countNewEvents()),
    job('erase-events', CLEAN_MS, () => followRetention.eraseOldEvents()),
    job('drop-events', SWEEP_MS, () => dropOldDays(deps.eventStore, clock, config.trackingDays)),
    job('drop-counts', SWEEP_MS, () => droppedByDay.dropOld(config.trackingDays)),
    job('drop-reports', SWEEP_MS, () => clientReports.dropOld(config.trackingDays)),
    job('delete-orphan-files', SWEEP_MS, () => correctionRetention.deleteOrphanFiles()),
    job('warn-of-overdue', CLEAN_MS, () => correctionRetention.warnOfOverdue()),
    job('delete-expired-answers', CLEAN_MS, () => assistant.assistant.deleteExpired()),
    job('work-batches', UNFINISHED_MS, () => services.batchWorker.run()),
    job('make-reports', UNFINISHED_MS, () => services.reportWorker.run()),
    job('delete-batches', CLEAN_MS, () => services.batchJobs.deleteExpired()),
    job('erase-accounts', CLEAN_MS, () => services.erasures.eraseDue()),
    ...(briefings === null ? [] : [job('send-briefings', BRIEFINGS_MS, () => briefings.run())]),
  ]
  app.addHook('onListen', async () => {
    // Fills the caches, so that a stale copy exists if the database fails before the first request. Leaves out counts
    // that read every company, because a start has other work to do.
    for (const warm of [
      services.findHomeConfig,
      () => services.listNewest({ offset: 0, limit: 10 }),
      services.findMineConfig,
      services.findContactConfig,
      services.findFaq,
    ]) {
      await warm().catch((error: unknown) => log.warn('warming-failed', { error }))
    }
    // The first run starts at once, so that a due erasure does not wait for a second start.
    await services.erasures
      .eraseDue()
      .catch((error: unknown) => log.warn('job-failed', { detail: 'erase-accounts', error }))
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const stop of stops) stop()
    for (const [detail, worker] of [
      ['work-batches', services.batchWorker],
      ['make-reports', services.reportWorker],
    ] as const) {
      await withDeadline(worker.close(), FLUSH_TIMEOUT_MS, () => new Error('the work did not end')).catch(
        (error: unknown) => log.warn('job-failed', { detail, error }),
      )
    }
    // Their streams would keep the connections of the closing server.
    await assistant.assistant.close()
    await briefings?.close()
  })
  app.addHook('onClose', async () => {
    const limits = { flush: () => services.flushLimits() }
    const keyCalls = { flush: () => services.apiKeys.flush() }
    for (const buffer of [services.views, limits, keyCalls, events, droppedByDay, clientReports]) {
      await withDeadline(buffer.flush(), FLUSH_TIMEOUT_MS, () => new Error('the database did not answer')).catch(
        (error: unknown) => log.error('flush-failed', { error }),
      )
    }
    await deps.eventStore.close()
    await deps.traces?.close()
  })
  return app
}
