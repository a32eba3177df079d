import type { RouteKey } from '@baiqicha/contract/routes'
import { TRACKING_APP_ID } from '@baiqicha/contract/tracking'
import { fetchOnce, type TestServer } from '../e2e/lib/server.ts'
import { claimGift, followCompany } from '../e2e/lib/session.ts'
import { createHttpServer } from '../server/src/app/http-server.ts'
import { parseRanges } from '../server/src/platform/http/client-address.ts'
import { JSON_TYPE } from '../server/src/platform/http/respond.ts'
import { createSecurityHeaders } from '../server/src/platform/http/security-headers.ts'
import { createLogger } from '../server/src/platform/log/logger.ts'
import { startConstantServer } from './lib/constant-server.ts'
import { createLoads, type LoadRequest } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { memoryGrowth, processMemory } from './lib/process-figures.ts'
import { createReport } from './lib/report.ts'
import { drawCompanies, pathOf, requestsFor } from './lib/requests.ts'
import { drawSearchQueries } from './lib/search-queries.ts'
import { withServer } from './lib/server.ts'
import { openCompanyStore } from './lib/stores.ts'

/**
 * `npm run bench:calls [-- --data <folder> --starter --seed N]`: small answers and tracked events beside constant bytes,
 * the memory that events take, and over HTTP the changes of 100 followed companies and 找商机 with a keyword.
 */
const options = readOptions()
const CONNECTIONS = 10
const ROUNDS = 3
const SECONDS = 2
const EVENTS = 200
const EVENTS_PER_SECOND = 5_000
const EVENT_SECONDS = 20
const FOLLOWED = 100
const LEAD_SEARCHES = 10_000
const QUERIES_PER_KIND = 200
const textKinds = ['全称', '二字品牌', '三字品牌', '四字品牌', '地区+品牌', '常见词', '中间片段']

const { dataDir, sample } = await openCompanyStore(options)
const report = createReport({ name: 'calls', isWhole: !options.starter, settings: { seed: options.seed } })
const { rows, load, loadInTurns } = createLoads()

/** A click as the app sends it. */
const eventRequest = (at: number): LoadRequest => ({
  path: pathOf('saveActions'),
  body: JSON.stringify({
    appId: TRACKING_APP_ID,
    type: 'click',
    data: {
      eventId: `event-${at}`,
      swiftNumber: '1700000000000',
      deviceId: `device-${at % 50}`,
      platform: 'android',
      os: 'Android 14',
      screen: '375x812',
      timestamp: Date.now(),
      customData: { fr: '', platform: 'android', platformType: 'H5' },
      trackId: 'home-search',
      elementType: 'button',
      elementText: '搜索',
      title: '百企查',
      url: '/result?fr=home',
      pageKey: 'home',
    },
  }),
})
const events = Array.from({ length: EVENTS }, (_, at) => eventRequest(at))

/** Sends constant bytes behind the hooks of our server, without its metrics: no call can be faster. */
async function startHookedServer(text: string) {
  const app = createHttpServer({
    trustedProxies: parseRanges([]),
    securityHeaders: createSecurityHeaders({ indexHtml: '', logoHosts: [], frameAncestors: [], testHosts: [] }),
    observer: { answered: () => undefined, aborted: () => undefined },
    log: createLogger('warn', () => undefined),
  })
  app.all('/*', (_request, reply) => reply.header('content-type', JSON_TYPE).send(text))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: Number(new URL(address).port), stop: () => app.close() }
}

async function measureBesideBytes(server: TestServer) {
  const kinds: [string, LoadRequest[], number][] = [
    ['contact', [{ path: pathOf('contactConfig') }], 60],
    ['configuration of Home', [{ path: pathOf('homeConfig') }], 60],
    ['accepted event', events, 35],
  ]
  for (const [what, requests, target] of kinds) {
    const [first] = requests
    if (first === undefined) continue
    const post = first.body === undefined ? {} : { method: 'POST', body: first.body }
    const headers = { 'content-type': 'application/json' }
    const text = await (await fetchOnce(server.baseUrl + first.path, { ...post, headers })).text()
    const constant = await startConstantServer(text)
    const hooked = await startHookedServer(text)
    const bytes = { what: `constant bytes of ${what}`, port: constant.port }
    const hooks = { what: `the same behind our hooks: ${what}`, port: hooked.port }
    const own = { what, port: server.port }
    const loads = [bytes, hooks, own].map((one) => ({ ...one, requests, connections: CONNECTIONS, seconds: SECONDS }))
    const of = await loadInTurns(loads, ROUNDS)
    await constant.stop()
    await hooked.stop()
    report.atLeast(`${what} / constant bytes`, (100 * of(what).rate) / of(bytes.what).rate, target, '%')
    report.figure(`${what}: limit, our hooks without a call`, (100 * of(hooks.what).rate) / of(bytes.what).rate, '%')
  }
}

async function measureEventMemory(server: TestServer) {
  const plan = { port: server.port, requests: events, connections: CONNECTIONS, perSecond: EVENTS_PER_SECOND }
  const what = `${EVENTS_PER_SECOND} events/s`
  const growth = await memoryGrowth(server.pid, async () => {
    const { answeredPerSecond } = await load({ ...plan, what, seconds: EVENT_SECONDS })
    report.figure(`${what}: accepted`, answeredPerSecond, '/s')
  })
  report.atMost(`${what}: memory above idle`, growth, 60, 'MiB')
}

async function measureFollows(server: TestServer, token: string) {
  for (const { id } of drawCompanies(sample, options.seed).slice(0, FOLLOWED)) {
    await followCompany(server, token, id)
  }
  const calls: RouteKey[] = ['followList', 'followChanges']
  for (const key of calls) {
    const requests = requestsFor(key, [{}], token)
    const { answered } = await load({ what: key, port: server.port, connections: 1, requests, seconds: SECONDS })
    report.atMost(`${key}, ${FOLLOWED} companies, p99`, answered.p99, 20, 'ms')
  }
}

async function measureLeads(server: TestServer, token: string) {
  const drawn = drawSearchQueries(sample, options.seed, QUERIES_PER_KIND)
  const inputs = textKinds.flatMap((kind) => (drawn.get(kind) ?? []).map(({ keyword }) => ({ keyword })))
  const requests = requestsFor('leadSearch', inputs, token)
  const one = { what: 'leadSearch', port: server.port, requests }
  const { answered: alone } = await load({ ...one, connections: 1, seconds: 2 * SECONDS })
  report.atMost('找商机 with a keyword, one connection, p50', alone.p50, 5, 'ms')
  const { answered, answeredPerSecond } = await load({ ...one, connections: CONNECTIONS, seconds: 4 * SECONDS })
  report.atMost(`找商机 with a keyword, ${CONNECTIONS} connections, p99`, answered.p99, 40, 'ms')
  const seconds = Math.ceil(LEAD_SEARCHES / answeredPerSecond)
  await load({ ...one, what: `${LEAD_SEARCHES} times leadSearch`, connections: CONNECTIONS, seconds })
  report.atMost(`memory after ${LEAD_SEARCHES} searches of 找商机`, processMemory(server.pid, 'VmRSS'), 320, 'MiB')
}

await withServer({ DATA_DIR: dataDir }, async (server, token) => {
  await claimGift(server, token)
  await measureBesideBytes(server)
  await measureFollows(server, token)
  await measureLeads(server, token)
  await measureEventMemory(server)
})
report.table('Load', rows)
report.finish()
