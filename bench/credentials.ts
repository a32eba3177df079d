import { cpSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession, freshMobile } from '../e2e/lib/session.ts'
import { createPasswordHasher } from '../server/src/platform/crypto/password-hasher.ts'
import { createAccount, loginFields, PASSWORD, pathOf, post, solveCaptcha } from './lib/accounts.ts'
import { highestLimitsFile } from './lib/highest-limits.ts'
import { detailRequests, drawCompanies } from './lib/http-requests.ts'
import { runLoad } from './lib/load.ts'
import { openStarterStore, readStarterSample } from './lib/starter-store.ts'
import { askSteadily } from './lib/steady-load.ts'
import { printMachine } from './lib/table.ts'
import { createTargets } from './lib/targets.ts'
import { median, timed } from './lib/timing.ts'

/**
 * `npm run bench:credentials [-- --rounds N --seconds N]`: whether the time of an answer tells numbers with an account
 * from those without, what a password costs to hash, and what is left of everything else while 64 clients try
 * passwords without a pause. Exits with 1 when a target is not met.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, seconds: { type: 'string', default: '10' } },
})

const ACCOUNTS = 40
const HASHES = 40
const CLIENTS = 64
const STEADY_PER_SECOND = 50
const WARM_UP_SECONDS = 1
const WRONG = 'lan-shan 43'

const targets = createTargets()

async function measureHash() {
  const hasher = createPasswordHasher()
  await hasher.hash(PASSWORD)
  const took: number[] = []
  for (let hash = 0; hash < HASHES; hash += 1) took.push(await timed(() => hasher.hash(PASSWORD)))
  targets.note('one argon2id hash, median', median(took), 'ms')
}

/** Asks for known and unknown numbers by turns, and first for one, then for the other. */
async function compare(what: string, known: readonly string[], prepare: (mobile: string) => Promise<() => unknown>) {
  const took = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [at, mobile] of known.entries()) {
      const asked = { known: await prepare(mobile), unknown: await prepare(freshMobile()) }
      const kinds = at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of kinds) took[kind].push(await timed(asked[kind]))
    }
  }
  const [ofKnown, ofUnknown] = [median(took.known), median(took.unknown)]
  targets.note(`${what}, median of known numbers`, ofKnown, 'ms')
  targets.atMost(`${what}, known beside unknown numbers`, Math.abs(ofKnown - ofUnknown), 1, 'ms')
}

async function measureFlood(server: TestServer, known: readonly string[], ids: readonly string[]) {
  const { port } = server
  const token = await createSession(server)
  const [loginPath, details] = [pathOf('loginByPassword'), detailRequests(ids, token)]
  const requests = known.map((mobile) => ({
    path: loginPath,
    body: JSON.stringify({ mobile, password: PASSWORD, ...loginFields }),
  }))
  const steadily = { port, perSecond: STEADY_PER_SECOND }
  const flood = runLoad({
    port,
    connections: CLIENTS,
    requests,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: Number(values.seconds),
  })
  await wait(WARM_UP_SECONDS * 1_000)
  const [logins, config, detail] = await Promise.all([
    flood,
    askSteadily({ ...steadily, requests: [{ path: pathOf('homeConfig') }], until: flood }),
    askSteadily({ ...steadily, requests: details, until: flood }),
  ])
  targets.note(`logins of ${CLIENTS} clients`, logins.answeredPerSecond, '/s')
  targets.note('logins told to come again', logins.refusedPerSecond, '/s')
  targets.note('login p99', logins.answered.p99, 'ms')
  targets.atMost('config p99 meanwhile', config.p99, 50, 'ms')
  targets.atMost('company page p99 meanwhile', detail.p99, 150, 'ms')
  const failed = config.failed + detail.failed
  targets.holds('both answered', `${failed} of ${config.asked + detail.asked} were not`, failed === 0)
}

printMachine()
const store = await openStarterStore()
const ids = drawCompanies(await readStarterSample(store), 1)
const server = await TestServer.create({ LIMITS_FILE: highestLimitsFile() })
try {
  cpSync(store, path.join(server.folder, 'data'), { recursive: true })
  await server.start()
  await measureHash()
  const known: string[] = []
  while (known.length < ACCOUNTS) known.push(await createAccount(server))
  await compare('a wrong password', known, async (mobile) => {
    const form = { mobile, password: WRONG, ...loginFields }
    return () => post(server, 'loginByPassword', form)
  })
  await compare('a code asked for', known, async (mobile) => {
    const form = { mobile, scene: 'login', ...(await solveCaptcha(server)), ...loginFields } as const
    return () => post(server, 'sendSmsCode', form)
  })
  await measureFlood(server, known, ids)
} finally {
  await server.dispose()
}
targets.print()
