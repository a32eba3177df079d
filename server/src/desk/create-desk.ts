import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { Readable } from 'node:stream'
import { DESK_API, mayRun } from '@baiqicha/contract/desk/actions'
import { pieceAnswer, pieceQuery, UPLOAD_PIECE_PATH } from '@baiqicha/contract/desk/uploads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Registry } from 'prom-client'
import * as z from 'zod/mini'
import { createHttpServer } from '../app/http-server.ts'
import { createRequestMetrics } from '../app/request-metrics.ts'
import { type AdminServicesDeps, createAdminServices } from '../cli/admin/admin-services.ts'
import type { Config } from '../config/read-config.ts'
import type { Random } from '../domain/random.ts'
import { createShownContent } from '../features/content/published-content.ts'
import {
  createLoginAttempts,
  createOperatorLogins,
  createOperatorSessions,
} from '../features/operators/operator-login.service.ts'
import { createOperatorSetups } from '../features/operators/operator-setup.service.ts'
import { createSecondFactor } from '../features/operators/second-factor.ts'
import type { UndoInThread } from '../importers/undo/undo-thread.ts'
import { type Admission, createAdmission } from '../platform/admission/admission.ts'
import { createOperatorAudit } from '../platform/audit.ts'
import type { Cipher } from '../platform/crypto/cipher.ts'
import type { Hmac } from '../platform/crypto/hmac.ts'
import { createPasswordFlawFinder, type PasswordHasher } from '../platform/crypto/passwords.ts'
import { isInRanges } from '../platform/http/client-address.ts'
import { badRequest, noSession, unavailable, withDeadline } from '../platform/http/refusal.ts'
import { respondSuccess } from '../platform/http/respond.ts'
import { createSecurityHeaders } from '../platform/http/security-headers.ts'
import { createDatabaseBuckets } from '../platform/limits/buckets.ts'
import type { Logger } from '../platform/log/logger.ts'
import { sendFile, type WebFile } from '../platform/web/web-files.ts'
import { cookieTokenOf, type DeskPipeline, registerActions, requireOwnOrigin } from './action-routes.ts'
import { type DeskServices, refusedByDesk, roleMissing } from './desk-handlers.ts'
import { createContentHandlers } from './handlers/content.ts'
import { createLongWorkHandlers } from './handlers/long-work.ts'
import { createPlainHandlers } from './handlers/plain-subjects.ts'
import { createCorrectionHandlers, createFeedbackHandlers, createSuppressionHandlers } from './handlers/requests.ts'
import { type PublicSite, registerPreview } from './preview-routes.ts'
import { registerSessionCalls } from './session-routes.ts'

/** Few operators work at once, and their calls must not take the places of users. */
const admissionRule = { running: 8, waiting: { capacity: 64, maxWaitMs: 600, lifoAfterMs: 300 } }
const DEADLINE_MS = 2_200

export type DeskDeps = Omit<AdminServicesDeps, 'origin'> & {
  config: Pick<Config, 'trustedProxies' | 'opsOrigin' | 'opsAllow' | 'demoData'>
  random: Random
  hmac: Hmac
  cipher: Cipher
  passwordHasher: PasswordHasher
  /** The build of the pages; empty: there is none. */
  webFiles: ReadonlyMap<string, WebFile>
  log: Logger
  undoInThread: UndoInThread
  /** Absent: no page shows a preview. */
  publicSite?: PublicSite
  /** Tests let calls wait longer. */
  admission?: Admission
  deadlineMs?: number
}

/** The desk of operators: its pages, and one route for each action. `services`: those that it calls. */
export async function createDesk(deps: DeskDeps): Promise<{ app: FastifyInstance; services: DeskServices }> {
  const { config, clock, random, hmac, passwordHasher: hasher, log, deadlineMs = DEADLINE_MS } = deps
  const { db } = deps.database
  const { jumpHosts = [] } = deps
  const admission = deps.admission ?? createAdmission(admissionRule)
  /** The address of the caller, which the audit stores; outside a call the name of this machine. */
  const callers = new AsyncLocalStorage<string>()
  const origin = () => callers.getStore() ?? hostname()

  const index = deps.webFiles.get('/index.html')
  const app = createHttpServer({
    trustedProxies: config.trustedProxies,
    apiBase: DESK_API,
    isAllowed: isInRanges(config.opsAllow),
    securityHeaders: createSecurityHeaders({
      indexHtml: index === undefined ? '' : (await index.content('identity')).toString('utf8'),
      logoHosts: [],
      frameAncestors: [],
      testHosts: [],
      framesOwn: true,
    }),
    observer: createRequestMetrics(new Registry(), log),
    log,
    options: { requestTimeout: PIECE_TIMEOUT_MS },
  })
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  const services = createAdminServices({ ...deps, origin })
  const operatorAudit = createOperatorAudit({ clock, random, origin })
  const sessions = createOperatorSessions({ db, clock, random })
  const attempts = createLoginAttempts({ store: createDatabaseBuckets(db), clock, hmac })
  const secondFactor = createSecondFactor({ clock, cipher: deps.cipher, hmac })
  const common = { db, clock, random, hasher, attempts, secondFactor, sessions, operatorAudit }
  const findPasswordFlaw = createPasswordFlawFinder()
  const isSecure = config.opsOrigin?.startsWith('https://') === true
  const pipeline: DeskPipeline = {
    opsOrigin: config.opsOrigin,
    isSecure,
    sessions,
    logins: createOperatorLogins(common),
    setups: createOperatorSetups({ ...common, cipher: deps.cipher, findPasswordFlaw }),
    sessionOf: (request) => sessions.find(cookieTokenOf(request, isSecure)),
    run: (request, work, longestMs = deadlineMs) =>
      admission.run(() =>
        withDeadline(refusedByDesk(callers.run(request.callerAddress, work)), longestMs, () => unavailable()),
      ),
  }
  registerSessionCalls(app, pipeline)
  registerActions(
    app,
    {
      ...createPlainHandlers(services),
      ...createCorrectionHandlers(services),
      ...createSuppressionHandlers(services),
      ...createFeedbackHandlers(services),
      ...createContentHandlers({
        ...services,
        clock,
        jumpHosts,
        shown: createShownContent({ db, clock, jumpHosts, showsDemo: config.demoData }),
      }),
      ...createLongWorkHandlers({ ...services, undoInThread: deps.undoInThread, origin, log }),
      'alarms list': async () => {
        const newest = await services.updateCheck.find()
        return {
          ...(await services.alarms.list()),
          operations: await services.operations.alarms(),
          newRelease: newest.type === 'found' && newest.isNewer ? newest.version : null,
        }
      },
      'operations show': (input) => services.operations.show(input),
    },
    pipeline,
  )
  if (deps.publicSite !== undefined) await registerPreview(app, deps.publicSite, deps.webFiles)
  registerPieces(app, services, pipeline)
  for (const [address, file] of deps.webFiles) app.get(address, (request, reply) => sendFile(file, request, reply))
  return { app, services }
}

/** A piece over a slow line. */
const PIECE_TIMEOUT_MS = 120_000

/** The pieces of an upload. They are written to the disk as they arrive and are never in memory as a whole. */
function registerPieces(app: FastifyInstance, { uploads }: Pick<DeskServices, 'uploads'>, pipeline: DeskPipeline) {
  app.addContentTypeParser('application/octet-stream', async (_request: FastifyRequest, body: unknown) => body)

  app.post(UPLOAD_PIECE_PATH, { config: { takes: 'bytes' } }, async (request, reply) => {
    requireOwnOrigin(request, pipeline.opsOrigin)
    const answer = await pipeline.run(
      request,
      async () => {
        const session = await pipeline.sessionOf(request)
        if (session === null) throw noSession()
        if (!mayRun(session.roles, 'uploads begin')) throw roleMissing()
        const query = z.safeParse(pieceQuery, request.query)
        if (!query.success || !(request.body instanceof Readable)) throw badRequest()
        const { id, piece } = query.data
        return uploads.add(id, Number(piece), request.body)
      },
      PIECE_TIMEOUT_MS,
    )
    return respondSuccess(reply, JSON.stringify(z.encode(pieceAnswer, answer)))
  })
}
