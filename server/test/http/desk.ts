import type { DeskAction, OperatorRole } from '@baiqicha/contract/desk/action'
import {
  DESK_HEADER,
  type DeskActionName,
  type DeskOutput,
  deskActions,
  deskPath,
} from '@baiqicha/contract/desk/actions'
import type { OperatorAction } from '@baiqicha/contract/desk/audit'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { createImportProcess } from '../../src/cli/import/import-process.ts'
import { createDesk, type DeskDeps } from '../../src/desk/create-desk.ts'
import { createOperatorAdmin } from '../../src/features/operators/operator.admin.service.ts'
import type { ServiceProbe, ServiceProbes } from '../../src/features/operators/service-checks.service.ts'
import { undoInThread } from '../../src/importers/undo/undo-thread.ts'
import { createAdmission } from '../../src/platform/admission/admission.ts'
import { createOperatorAudit } from '../../src/platform/audit.ts'
import { createCipher } from '../../src/platform/crypto/cipher.ts'
import { createHmacHasher } from '../../src/platform/crypto/hmac.ts'
import { systemRandom } from '../../src/platform/crypto/system-random.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { parseRanges } from '../../src/platform/http/client-address.ts'
import { createLogger } from '../../src/platform/log/logger.ts'
import { BUILT_AT } from '../builders/companies.ts'
import type { TestDatabase } from '../databases/databases.ts'
import { testHiddenNumbers } from '../importers/hidden-numbers.ts'
import { withoutTracking } from '../tracking/events.ts'
import { createCheapPasswordHasher } from './app.ts'

export const DESK_ORIGIN = 'https://desk.example.com'
export const PASSWORD = '澜山 lan-shan 2026'

export type TestDesk = {
  desk: FastifyInstance
  database: TestDatabase
  clock: { time: number; now: () => number }
  logged: string[]
}
/** An operator who has signed in. */
export type TestOperator = { name: string; cookie: string; secret: string; recoveryCodes: string[] }

const queue = { capacity: 64, maxWaitMs: 60_000, lifoAfterMs: 60_000 }
const withoutPressure = () => createAdmission({ running: 8, waiting: queue })
const passwordHasher = createCheapPasswordHasher(withoutPressure())

/** Creates the desk on a database, with a clock that only tests advance. */
export async function openTestDesk(database: TestDatabase, deviation: Partial<DeskDeps> = {}): Promise<TestDesk> {
  const clock = { time: BUILT_AT, now: () => clock.time }
  const logged: string[] = []
  const { app: desk } = await createDesk({
    config: {
      trustedProxies: parseRanges([]),
      opsOrigin: DESK_ORIGIN,
      opsAllow: parseRanges(['127.0.0.1', '10.8.0.0/16']),
      demoData: true,
    },
    database,
    clock,
    random: systemRandom,
    hmac: createHmacHasher(new Uint8Array(32)),
    cipher: createCipher(new Uint8Array(32)),
    passwordHasher,
    tracking: withoutTracking,
    hiddenNumbers: testHiddenNumbers,
    readProbes: testProbes,
    files: { read: async () => Buffer.from('a picture') },
    undoInThread: undoInThread(database.location),
    uploads: { dataDir: database.location.dataDir, process: createImportProcess(database.location) },
    webFiles: new Map(),
    log: createLogger('info', (line) => logged.push(line)),
    admission: withoutPressure(),
    deadlineMs: 60_000,
    ...deviation,
  })
  onTestFinished(() => desk.close())
  return { desk, database, clock, logged }
}

type SendOptions = { cookie?: string; headers?: Record<string, string>; remoteAddress?: string }

/** Sends a call as the pages of the desk do. */
export async function send({ desk }: TestDesk, path: string, body: object = {}, options: SendOptions = {}) {
  const { cookie, headers, remoteAddress = '10.8.0.12' } = options
  const response = await desk.inject({
    method: 'POST',
    url: path,
    remoteAddress,
    headers: {
      'content-type': 'application/json',
      origin: DESK_ORIGIN,
      [DESK_HEADER]: '1',
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
    payload: JSON.stringify(body),
  })
  const { code, message, data } = z.parse(envelopeSchema, response.json())
  const [setCookie = ''] = [response.headers['set-cookie'] ?? []].flat()
  return { status: response.statusCode, code, message, data, setCookie, headers: response.headers }
}

/** Sends an action with the cookie of an operator. */
export const act = (desk: TestDesk, operator: TestOperator, name: DeskActionName, body: object = {}) =>
  send(desk, deskPath(name), body, { cookie: operator.cookie })

type Parsed = { success: boolean; data?: unknown }
const isOutputOf = <K extends DeskActionName>(
  _name: K,
  parsed: Parsed,
): parsed is { success: true; data: DeskOutput<K> } => parsed.success

/** The answer to an action that succeeds. */
export async function answerOf<K extends DeskActionName>(
  desk: TestDesk,
  operator: TestOperator,
  name: K,
  body: object = {},
): Promise<DeskOutput<K>> {
  const { output }: DeskAction = deskActions[name]
  const { data, message } = await act(desk, operator, name, body)
  const parsed: Parsed = z.safeParse(output, data)
  if (!isOutputOf(name, parsed)) throw new Error(`${name}: ${message}`)
  return parsed.data
}

/** The rows of an action in the audit of operators, in order. */
export const auditOf = (db: Database, action: OperatorAction) =>
  db.selectFrom('operator_audit').where('action', '=', action).orderBy('number')

export const cookieOf = (setCookie: string) => setCookie.split(';')[0] ?? ''

/** The code that an authenticator shows at a time. */
export const authenticatorCode = (secret: string, time: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })

/** A code that was not used: the clock goes on to the next time step. */
export function freshTotp({ clock }: TestDesk, { secret }: TestOperator): string {
  clock.time += 30_000
  return authenticatorCode(secret, clock.time)
}

const begunSchema = z.object({ secret: z.string(), recoveryCodes: z.array(z.string()), name: z.string() })

/** Completes a set-up. */
export async function setUp(desk: TestDesk, setupCode: string, name: string): Promise<TestOperator> {
  const begun = await send(desk, '/api/desk/setup/begin', { setupCode, name, password: PASSWORD })
  const { secret, recoveryCodes } = z.parse(begunSchema, begun.data)
  const code = authenticatorCode(secret, desk.clock.time)
  const finished = await send(desk, '/api/desk/setup/finish', { setupCode, name, code })
  return { name, secret, recoveryCodes, cookie: cookieOf(finished.setCookie) }
}

export const adminOf = ({ database: { db }, clock }: TestDesk) =>
  createOperatorAdmin({
    db,
    clock,
    random: systemRandom,
    operatorAudit: createOperatorAudit({ clock, random: systemRandom }),
  })

/** Adds an operator and signs in. */
export async function addOperator(desk: TestDesk, roles: readonly OperatorRole[], name = `演示${roles.join('-')}`) {
  const added = await adminOf(desk).add({ name, roles, operator: 'cli:tester' })
  if (!added.ok) throw new Error(added.error.type)
  return setUp(desk, added.value.setupCode, name)
}

export const login = (desk: TestDesk, body: object, options: SendOptions = {}) =>
  send(desk, '/api/desk/session/login', body, options)

const working = async (): Promise<ServiceProbe> => ({ isSet: true, value: '演示', test: async () => '演示：通过' })

/** Services that are all set and work, but for the given ones. */
export function probesOf(others: Partial<ServiceProbes['probes']> = {}): ServiceProbes {
  const probes: ServiceProbes['probes'] = {
    sms: working,
    agreements: working,
    origin: working,
    database: working,
    backup: working,
    mail: working,
    notice: working,
    model: working,
    files: working,
    search: working,
    ...others,
  }
  return { isProduction: false, probes }
}

export const testProbes = () => probesOf()
