import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { RouteInput, RouteKey } from '@baiqicha/contract/routes'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createAccount, createSession, freshMobile } from '../e2e/lib/session.ts'
import { createPasswordHasher } from '../server/src/platform/crypto/password-hasher.ts'
import { FOR_ONE_CLIENT, runLoad, WARM_UP_SECONDS } from './lib/load.ts'
import { createReport } from './lib/report.ts'
import { drawCompanies, pathOf, requestsFor } from './lib/requests.ts'
import { sendSteadily } from './lib/steady-load.ts'
import { openStarterStore } from './lib/stores.ts'
import { median, timed } from './lib/timing.ts'

/**
 * `npm run bench:credentials [-- --rounds N --seconds N]`: whether the time of an answer reveals that a number has an
 * account, what a password costs to hash, and how fast other calls are while 64 clients log in without a pause.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, seconds: { type: 'string', default: '10' } },
})

const ACCOUNTS = 40
const HASHES = 40
const CLIENTS = 64
const STEADY_PER_SECOND = 50
const PASSWORD = 'lan-shan 42'
const WRONG = 'lan-shan 43'
const device = { deviceType: 'web', deviceId: 'bench', fr: '', agreementVersion: '2026-11-23' } as const

const { sample } = await openStarterStore()
const report = createReport({
  name: 'credentials',
  isWhole: Number(values.rounds) >= 10 && Number(values.seconds) >= 10,
  settings: { rounds: values.rounds, accounts: ACCOUNTS },
})

async function post<K extends RouteKey>({ baseUrl }: TestServer, key: K, input: RouteInput<K>) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(baseUrl + pathOf(key), { method: 'POST', headers, body: JSON.stringify(input) })
  await answer.arrayBuffer()
}

async function solveCaptcha(server: TestServer) {
  const answer = await fetch(server.baseUrl + pathOf('captcha'))
  const { data }: { data: { captchaId: string } } = await answer.json()
  return { captchaId: data.captchaId, captchaCode: server.captchaAnswer(data.captchaId) }
}

async function measureHash() {
  const hasher = createPasswordHasher()
  await hasher.hash(PASSWORD)
  const taken: number[] = []
  for (let hash = 0; hash < HASHES; hash += 1) taken.push(await timed(() => hasher.hash(PASSWORD)))
  report.figure('one argon2id hash, median', median(taken), 'ms')
}

/** Sends calls of known and unknown numbers in turns; every second time the unknown number is first. */
async function compare(what: string, known: readonly string[], prepare: (mobile: string) => Promise<() => unknown>) {
  const taken = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [at, mobile] of known.entries()) {
      const calls = { known: await prepare(mobile), unknown: await prepare(freshMobile()) }
      const order = at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of order) taken[kind].push(await timed(calls[kind]))
    }
  }
  const [ofKnown, ofUnknown] = [median(taken.known), median(taken.unknown)]
  report.figure(`${what}, median of known numbers`, ofKnown, 'ms')
  report.atMost(`${what}, difference to unknown numbers`, Math.abs(ofKnown - ofUnknown), 1, 'ms')
}

async function measureFlood(server: TestServer, known: readonly string[]) {
  const { port } = server
  const token = await createSession(server)
  const requests = known.map((mobile) => ({
    path: pathOf('loginByPassword'),
    body: JSON.stringify({ mobile, password: PASSWORD, ...device }),
  }))
  const seconds = Number(values.seconds)
  const flood = runLoad({ port, connections: CLIENTS, requests, seconds })
  await wait(WARM_UP_SECONDS * 1_000)
  const steady = { port, perSecond: STEADY_PER_SECOND, until: flood }
  const pages = requestsFor('companyDetail', drawCompanies(sample, 1), token)
  const [logins, config, detail] = await Promise.all([
    flood,
    sendSteadily({ ...steady, requests: [{ path: pathOf('homeConfig') }] }),
    sendSteadily({ ...steady, requests: pages }),
  ])
  report.figure(`logins of ${CLIENTS} clients`, logins.answeredPerSecond, '/s')
  report.figure('logins refused for now', logins.refusedPerSecond, '/s')
  report.figure('login p99', logins.answered.p99, 'ms')
  report.atMost('config p99 meanwhile', config.p99, 50, 'ms')
  report.atMost('company page p99 meanwhile', detail.p99, 150, 'ms')
  const failed = config.failed + detail.failed
  report.check('both answered', `${failed} of ${config.sent + detail.sent} failed`, failed === 0)
}

const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT, []) })
try {
  await server.start()
  await measureHash()
  const known: string[] = []
  while (known.length < ACCOUNTS) known.push((await createAccount(server, PASSWORD)).mobile)
  await compare('a wrong password', known, async (mobile) => {
    const form = { mobile, password: WRONG, ...device }
    return () => post(server, 'loginByPassword', form)
  })
  await compare('a request for a code', known, async (mobile) => {
    const form = { mobile, scene: 'login', ...(await solveCaptcha(server)), ...device } as const
    return () => post(server, 'sendSmsCode', form)
  })
  await measureFlood(server, known)
} finally {
  await server.dispose()
}
report.finish()
