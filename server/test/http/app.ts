import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SmsScene } from '@baiqicha/contract/account'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import {
  API_BASE,
  type Route,
  type RouteInput,
  type RouteKey,
  type RouteOutput,
  routes,
} from '@baiqicha/contract/routes'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { createListProcess } from '../../src/app/batch/list-process.ts'
import { runListTask } from '../../src/app/batch/run-list-task.ts'
import { type AppDeps, createApp } from '../../src/app/create-app.ts'
import { failed, ok } from '../../src/domain/result.ts'
import { createPublishedAgreements } from '../../src/features/agreements/agreement.repository.ts'
import { parseRefusalRules } from '../../src/features/assistant/question/refused-questions.ts'
import { createContentRepository } from '../../src/features/content/content.repository.ts'
import { type Admission, createAdmission } from '../../src/platform/admission/admission.ts'
import { createCipher } from '../../src/platform/crypto/cipher.ts'
import { createHmacHasher } from '../../src/platform/crypto/hmac.ts'
import { createPasswordHasher } from '../../src/platform/crypto/passwords.ts'
import { systemRandom } from '../../src/platform/crypto/system-random.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { withoutReplicas } from '../../src/platform/database/postgres/read-routing.ts'
import { parseRanges } from '../../src/platform/http/client-address.ts'
import { type Limits, parseLimits } from '../../src/platform/limits/limit-rules.ts'
import { createLogger } from '../../src/platform/log/logger.ts'
import type { Mail, MailServer } from '../../src/platform/mail/send-mail.ts'
import {
  completeSources,
  loadMembershipRules,
  loadReferenceData,
  readAgreementFiles,
} from '../../src/platform/reference-data.ts'
import type { SmsMessage } from '../../src/platform/sms/sms-sender.ts'
import { createPictureFiles } from '../../src/platform/uploads/picture-files.ts'
import { createImageReEncoder } from '../../src/platform/uploads/re-encode-image.ts'
import type { Wechat } from '../../src/platform/wechat/wechat.ts'
import { plainPipeline } from '../assistant/scripted-pipeline.ts'
import { BUILT_AT, buildCompany, insertCompanies } from '../builders/companies.ts'
import { testHiddenNumbers } from '../importers/hidden-numbers.ts'
import { FakeCompanySearch } from '../search/fake-company-search.ts'
import { createMemoryEventStore } from '../tracking/events.ts'

const lowest = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** The hasher of the server at the lowest cost: at its own, each password takes 30 ms of a core. No hash counts as weak. */
export const createCheapPasswordHasher = (admission: Admission) =>
  createPasswordHasher(async () => {
    const { hash, parseOptions, verify } = await import('@node-rs/argon2')
    return {
      hash: (password) => hash(password, lowest),
      verify,
      parseOptions: (hashed) => ({ ...parseOptions(hashed), memoryCost: Number.MAX_VALUE, timeCost: Number.MAX_VALUE }),
    }
  }, admission)

/** The code of a number: `phone-13800000000`. A code of `wx.login` names its user. */
const fakeWechat: Wechat = {
  miniProgram: {
    findOpenId: async (code) => (code === 'void' ? failed({ type: 'codeVoid' }) : ok(`openid-${code}`)),
    findPhone: async (code) => ok({ countryCode: '86', number: code.replace('phone-', '') }),
  },
  officialAccount: {
    signPage: async () => ok({ appId: 'wx0123456789abcdef', timestamp: 1, nonceStr: 'n', signature: '0'.repeat(40) }),
  },
}

/** What a webhook received. */
export type Posted = { url: string; body: string; headers: Record<string, string> }

export type TestApp = {
  app: FastifyInstance
  clock: { time: number; now: () => number }
  search: FakeCompanySearch
  /** All SMS messages sent, oldest first. */
  sent: SmsMessage[]
  /** All mails and all JSON posted to webhooks, oldest first. */
  mails: Mail[]
  posts: Posted[]
  /** Answers by captcha id. */
  captchas: Map<string, string>
  /** All lines of the log. */
  logged: string[]
}

const shippedLimits = () => parseLimits(readFileSync(new URL('../../../data/limits.json', import.meta.url), 'utf8'))

/** The shipped limits, a thousand times higher: for tests that are not about limits. */
export function raisedLimits() {
  const limits = shippedLimits()
  for (const rules of Object.values(limits.buckets)) for (const rule of rules) rule.count *= 1000
  return limits
}

const shippedRefusals = () =>
  parseRefusalRules(readFileSync(new URL('../../../data/assistant/refused-questions.json', import.meta.url), 'utf8'))

export { shippedLimits }

/** The usual configuration with these limits. */
export const withLimits = (limits: Limits): Pick<AppDeps, 'config'> => ({
  config: {
    limits,
    trustedProxies: parseRanges([]),
    opsToken: undefined,
    reconcile: false,
    trackingDays: 180,
    asksTrackingConsent: true,
    frameAncestors: [],
    logoHosts: [],
    jumpHosts: [],
    officialSites: new Map(),
    demoData: true,
    testHosts: [],
    publicOrigins: ['https://www.example.com'],
    model: null,
    refusalRules: shippedRefusals(),
  },
})

/** The mail server of the usual configuration; nothing connects to it. */
const testMailServer: MailServer = {
  host: 'smtp.example.com',
  port: 465,
  isTls: true,
  user: '',
  password: '',
  from: 'notice@example.com',
}

const generousQueue = { capacity: 512, maxWaitMs: 60_000, lifoAfterMs: 60_000 }
const generousAdmission = () => createAdmission({ running: 16, waiting: generousQueue })

/** Admission and deadline under which no call is refused on a slow machine. Tests of overload pass their own. */
const withoutPressure = (): Pick<AppDeps, 'admission' | 'deadlineMs'> => ({
  admission: {
    credentials: generousAdmission(),
    reads: generousAdmission(),
    search: generousAdmission(),
    copies: generousAdmission(),
    tracking: generousAdmission(),
    assistant: generousAdmission(),
  },
  deadlineMs: 60_000,
})

// Loaded once per test file: nothing changes them.
const reference = loadReferenceData({ demo: true })
const membershipRules = loadMembershipRules()
const agreementFiles = readAgreementFiles(undefined)
const filling = { fillsPlaceholders: true, trackingDays: 180 }
const passwordHasher = createCheapPasswordHasher(generousAdmission())

/** Keyed hashes of the test apps. */
export const testHmac = createHmacHasher(new Uint8Array(32))

/** Creates the application on a database, with fakes of everything outside it and a clock that only tests advance. */
export async function openTestApp(db: Database, deviation: Partial<AppDeps> = {}): Promise<TestApp> {
  const clock = { time: BUILT_AT, now: () => clock.time }
  const search = new FakeCompanySearch()
  const sent: SmsMessage[] = []
  const mails: Mail[] = []
  const posts: Posted[] = []
  const captchas = new Map<string, string>()
  const logged: string[] = []
  const uploads = path.join(tmpdir(), `baiqicha-uploads-${randomUUID()}`)
  const app = await createApp({
    ...withLimits(raisedLimits()),
    ...withoutPressure(),
    db,
    readDb: db,
    readRouting: withoutReplicas,
    index: search,
    reference,
    membershipRules,
    partners: new Map(),
    findAgreements: createPublishedAgreements({
      db,
      clock,
      files: agreementFiles,
      filling,
      initial: completeSources(agreementFiles, filling),
    }),
    clock,
    random: systemRandom,
    hmac: testHmac,
    cipher: createCipher(new Uint8Array(32)),
    hiddenNumbers: testHiddenNumbers,
    passwordHasher,
    smsSender: {
      send: async (message) => {
        sent.push(message)
      },
    },
    wechat: fakeWechat,
    alerts: {
      mail: testMailServer,
      webhookHosts: ['hooks.example.com'],
      origin: 'https://www.example.com',
      openMailer: async () => ({ send: async (mail) => void mails.push(mail), close() {} }),
      async post(url, { body, headers = {} }) {
        posts.push({ url, body, headers })
        return JSON.stringify({ errcode: 0, code: 0 })
      },
    },
    codesInTerminal: true,
    painter: async () => ({ paint: async () => Buffer.from('picture') }),
    speaker: async () => ({ speak: () => Buffer.from('voice') }),
    captchaOutbox: async ({ captchaId = '', answer = '' }) => {
      captchas.set(captchaId, answer)
    },
    reEncodeImage: createImageReEncoder({ timeoutMs: 60_000, admission: generousAdmission() }),
    lists: createListProcess({
      admission: generousAdmission(),
      // A process for each list is most of the time of a test with lists.
      run: async (task, bytes) => Buffer.from(await runListTask(task, Buffer.from(bytes))),
    }),
    pictureFiles: createPictureFiles(uploads),
    dialMobiles: true,
    eventStore: createMemoryEventStore().store,
    answerPipeline: plainPipeline,
    webFiles: new Map(),
    log: createLogger('info', (line) => logged.push(line)),
    ...deviation,
  })
  try {
    onTestFinished(() => app.close())
    onTestFinished(() => rm(uploads, { recursive: true, force: true }))
  } catch {
    // `onTestFinished` throws outside a test: the suite closes the application.
  }
  return { app, clock, search, sent, mails, posts, captchas, logged }
}

/** Inserts home content and three companies, which the fake search finds by name. Returns their rows. */
export async function fillStore(db: Database, { search, clock }: Pick<TestApp, 'search' | 'clock'>) {
  await createContentRepository(clock).fillIfEmpty(db)
  const companies = [
    buildCompany({ name: '演示云岚软件有限公司', founded_on: '2026-01-02' }),
    buildCompany({
      name: '演示云岚科技有限公司',
      founded_on: '2025-01-02',
      names: [{ kind: 'former', value: '演示旧名有限公司' }],
    }),
    buildCompany({ name: '演示晴川医疗有限公司', founded_on: '2024-01-02' }),
  ]
  await insertCompanies(db, companies)
  for (const { row } of companies) search.names.set(row.id, row.name)
  return companies.map(({ row }) => row)
}

export type Answer<K extends RouteKey> = {
  status: number
  code: number
  message: string
  /** Decoded as in the web app; null unless the code is 0. */
  data: RouteOutput<K> | null
  headers: Record<string, unknown>
}

type CallOptions = { token?: string; headers?: Record<string, string>; remoteAddress?: string }

/** Type guard: data that the route's schema can encode is its output. */
function isOutputOf<K extends RouteKey>(key: K, data: unknown): data is RouteOutput<K> {
  const { output }: Route = routes[key]
  return z.safeEncode(output, data).success
}

/** Calls a route as the web app does, and decodes the response by the route's schema. */
export async function call<K extends RouteKey>(
  app: FastifyInstance,
  key: K,
  input: RouteInput<K>,
  { token, headers = {}, remoteAddress }: CallOptions = {},
): Promise<Answer<K>> {
  const route: Route = routes[key]
  const parameters = Object.entries(input).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(
    Object.fromEntries(parameters.map(([name, value]) => [name, String(value)])),
  ).toString()
  const response = await app.inject({
    method: route.method,
    url: API_BASE + route.path + (route.method === 'GET' && query !== '' ? `?${query}` : ''),
    headers: { ...(token !== undefined && { token }), ...headers },
    ...(route.method === 'POST' && { payload: input }),
    ...(remoteAddress !== undefined && { remoteAddress }),
  })
  const envelope = z.parse(envelopeSchema, response.json())
  const { code, message } = envelope
  const summary = { status: response.statusCode, code, message, headers: response.headers }
  if (code !== 0) {
    if (envelope.data !== null) throw new Error(`${key}: a refusal has data`)
    return { ...summary, data: null }
  }
  const data: unknown = z.decode(route.output, envelope.data)
  if (!isOutputOf(key, data)) throw new Error(`${key}: the answer does not decode`)
  return { ...summary, data }
}

/** Device fields and agreement version of every login. */
const device = { deviceType: 'web', deviceId: 'test-device', fr: '', agreementVersion: '2026-11-23' } as const

let numbers = 0
/** A mobile number without an account. */
export const freshMobile = () => `138${String(++numbers).padStart(8, '0')}`

/** Requests a captcha and returns its answer. */
export async function solveCaptcha(test: TestApp, options: CallOptions = {}) {
  const captcha = await call(test.app, 'captcha', {}, options)
  const captchaId = captcha.data?.captchaId ?? ''
  return { captchaId, captchaCode: test.captchas.get(captchaId) ?? '' }
}

/** Requests an SMS code, with a solved captcha. */
export async function requestCode(
  test: TestApp,
  mobile: string,
  {
    scene = 'login',
    deviceId = device.deviceId,
    ...options
  }: CallOptions & { scene?: SmsScene; deviceId?: string } = {},
) {
  const captcha = await solveCaptcha(test, options)
  return call(test.app, 'sendSmsCode', { mobile, scene, ...captcha, ...device, deviceId }, options)
}

export const lastCode = (test: TestApp, mobile: string) =>
  test.sent.filter((message) => message.mobile === mobile).at(-1)?.code ?? ''

/** Signs in by SMS code and returns the data of the response. @throws Error if the login is refused */
export async function signIn(test: TestApp, mobile = freshMobile(), options: CallOptions = {}) {
  await requestCode(test, mobile, options)
  const login = await call(test.app, 'loginBySmsCode', { mobile, smsCode: lastCode(test, mobile), ...device }, options)
  if (login.data === null) throw new Error(`login: ${login.code} ${login.message}`)
  return login.data
}

/** Creates an account with a password. @throws Error if the registration is refused */
export async function register(test: TestApp, mobile: string, password: string) {
  await requestCode(test, mobile, { scene: 'register' })
  const smsCode = lastCode(test, mobile)
  const registered = await call(test.app, 'register', { mobile, smsCode, password, ...device })
  if (registered.data === null) throw new Error(`register: ${registered.code} ${registered.message}`)
  return registered.data
}

export { device }
