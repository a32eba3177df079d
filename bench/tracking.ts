import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { readDayFile } from '../server/src/features/tracking/day-file.ts'
import { dayFileIn, dayOf, trackingDirectory } from '../server/src/features/tracking/file-event-store.ts'
import { runAdminCommand } from './lib/admin-command.ts'
import { startConstantServer } from './lib/constant-server.ts'
import { type EventLoadPlan, type EventLoadResult, startEventLoad } from './lib/event-load.ts'
import { createLoads, FOR_ONE_CLIENT } from './lib/load.ts'
import { seedOf } from './lib/options.ts'
import { processMemory } from './lib/process-figures.ts'
import { createReport } from './lib/report.ts'
import { drawCompanies, drawMixedSearches, requestsFor } from './lib/requests.ts'
import { drawEventRequests } from './lib/sent-events.ts'
import { sendSteadily } from './lib/steady-load.ts'
import { openStarterStore } from './lib/stores.ts'
import { median, percentile, timed } from './lib/timing.ts'
import { openFiguresStore } from './lib/tracking-figures.ts'

/**
 * `npm run bench:tracking [-- --seed N --quick]`: events over HTTP beside searches and company pages of the starter set, the
 * roll-up of a day, erasure of an account, and figures of 30 days. The load comes from the same cores.
 */
const { values } = parseArgs({ options: { seed: { type: 'string' }, quick: { type: 'boolean', default: false } } })
const seed = seedOf(values)

const SECONDS = values.quick ? 5 : 30
const IDLE_SECONDS = values.quick ? 3 : 10
const OVERLOAD_SECONDS = values.quick ? 3 : 8
const SEARCHES_PER_SECOND = 50
const ROUNDS = 3
const ROUND_SECONDS = 2
/** More than are answered in a round and its warm-up. */
const EVENTS_PER_ROUND = 40_000
const BATCH = 10

const EVENTS = values.quick ? 50_000 : 1_000_000
const PEOPLE = values.quick ? 15_000 : 150_000
const DAYS = 30
const EVENTS_A_DAY = values.quick ? 5_000 : 60_000
const CALLS = 25
const DAY_MS = 86_400_000

const { dataDir, sample } = await openStarterStore()
const companies = drawCompanies(sample, seed)
const companyIds = companies.map(({ id }) => id)
const report = createReport({
  name: 'tracking',
  isWhole: !values.quick,
  settings: { seed, 'events of one day': EVENTS, people: PEOPLE, days: DAYS, 'events of each day': EVENTS_A_DAY },
})
const { rows, load } = createLoads()

const eventsIn = ({ byStatus }: EventLoadResult, ...statuses: number[]) =>
  statuses.reduce((sum, status) => sum + (byStatus[status] ?? 0), 0)
const eventsOutside = (result: EventLoadResult, ...statuses: number[]) =>
  Object.values(result.byStatus).reduce((sum, events) => sum + events, 0) - eventsIn(result, ...statuses)

/** 5,000 events a second, one per request as the app sends them, beside searches. */
async function measureSteadyEvents(
  server: TestServer,
  plan: Pick<EventLoadPlan, 'port' | 'companyIds'>,
  token: string,
) {
  const { port } = plan
  const search = {
    port,
    requests: requestsFor('companySearch', drawMixedSearches(sample, seed), token),
    perSecond: SEARCHES_PER_SECOND,
  }
  const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  await sendSteadily({ ...search, until: pause(IDLE_SECONDS) })
  const idle = await sendSteadily({ ...search, until: pause(IDLE_SECONDS) })
  const residentBefore = processMemory(server.pid, 'VmRSS')
  let resident = residentBefore
  const sampling = setInterval(() => {
    resident = Math.max(resident, processMemory(server.pid, 'VmRSS'))
  }, 250)
  const events = startEventLoad({ ...plan, eventsPerSecond: 5_000, perRequest: 1, seconds: SECONDS, seed })
  await events.started
  const loaded = await sendSteadily({ ...search, until: events.ended })
  const result = await events.ended
  clearInterval(sampling)
  report.atLeast('5,000 events/s: sent', result.perSecond, 4_750, '/s')
  report.check(
    '5,000 events/s: stored or 429',
    `${eventsOutside(result, 200, 429)} failed`,
    eventsOutside(result, 200, 429) === 0,
  )
  report.figure(
    '5,000 events/s: stored',
    (100 * eventsIn(result, 200)) / (eventsIn(result, 200) + eventsOutside(result, 200)),
    '%',
  )
  report.atMost('5,000 events/s: memory above idle', resident - residentBefore, 50, 'MB')
  report.figure('search p99, idle', idle.p99, 'ms')
  report.atMost('search p99, 5,000 events/s', loaded.p99, 2 * idle.p99, 'ms')
  report.check('searches meanwhile', `${loaded.failed} failed`, loaded.failed === 0)
}

/** Four times as many, in batches. */
async function measureTooManyEvents(plan: Pick<EventLoadPlan, 'port' | 'companyIds'>, token: string) {
  const events = startEventLoad({
    ...plan,
    eventsPerSecond: 20_000,
    perRequest: BATCH,
    seconds: OVERLOAD_SECONDS,
    seed: seed + 1,
  })
  await events.started
  const page = await load({
    what: 'company page during 20,000 events/s',
    port: plan.port,
    connections: 10,
    requests: requestsFor('companyDetail', companies, token),
    seconds: OVERLOAD_SECONDS - 2,
  })
  const result = await events.ended
  report.figure('20,000 events/s: sent', result.perSecond, '/s')
  const share = (100 * eventsIn(result, 429, 503)) / (eventsOutside(result) || 1)
  report.figure('20,000 events/s: 429 or 503', share, '%')
  const failed = eventsOutside(result, 200, 429, 503)
  report.check('20,000 events/s: stored, 429 or 503', `${failed} failed`, failed === 0)
  report.atLeast('company page during 20,000 events/s', page.answeredPerSecond, 1_000, '/s')
}

/** An accepted event beside a plain Fastify that parses the same body and returns the same bytes. */
async function measureEventRate(port: number) {
  const constant = await startConstantServer('{"code":0,"message":"","data":null}')
  const rates = new Map<number, number[]>([
    [constant.port, []],
    [port, []],
  ])
  for (let round = 0; round < ROUNDS; round += 1) {
    const requests = drawEventRequests({
      requests: EVENTS_PER_ROUND,
      perRequest: 1,
      companyIds,
      seed: seed + 2 + round,
    })
    for (const [of, all] of rates) {
      const what = of === port ? 'event' : 'constant bytes'
      all.push((await load({ what, port: of, connections: 10, requests, seconds: ROUND_SECONDS })).answeredPerSecond)
    }
  }
  await constant.stop()
  const [ofBytes, ofEvents] = [median(rates.get(constant.port) ?? []), median(rates.get(port) ?? [])]
  report.figure('accepted event, 10 connections', ofEvents, '/s')
  report.atLeast('accepted event / constant bytes', (100 * ofEvents) / ofBytes, 30, '%')
}

/** Bytes of the stopped server's files per event. */
function measureStoredBytes() {
  const directory = trackingDirectory(dataDir)
  const bytes = readdirSync(directory).reduce((sum, file) => sum + statSync(path.join(directory, file)).size, 0)
  const count = [...new Set([dayOf(Date.now()), dayOf(Date.now() - DAY_MS)])]
    .filter((day) => readdirSync(directory).includes(path.basename(dayFileIn(directory, day))))
    .reduce((sum, day) => sum + [...readDayFile(dayFileIn(directory, day))].length, 0)
  report.figure('events stored', count, '')
  report.atMost('bytes of a stored event', bytes / count, 100, 'B')
}

async function measureServer() {
  const removeEvents = () => rmSync(trackingDirectory(dataDir), { recursive: true, force: true })
  removeEvents()
  const server = await TestServer.create({ DATA_DIR: dataDir, LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT, []) })
  try {
    await server.start()
    const token = await createSession(server)
    const plan = { port: server.port, companyIds }
    await measureSteadyEvents(server, plan, token)
    await measureTooManyEvents(plan, token)
    await measureEventRate(server.port)
    await server.stop()
    measureStoredBytes()
  } finally {
    await server.dispose()
    removeEvents()
  }
}

async function measureFigures() {
  // The command of operators rolls up days that are over by the clock of the system.
  const first = Date.parse(`${dayOf(Date.now() - 60 * DAY_MS)}T00:00:00+08:00`)
  const dayAt = (at: number) => dayOf(first + at * DAY_MS)
  const store = await openFiguresStore(Date.now())
  try {
    report.atMost('erasure, empty store', await store.eraseAccount(), 100, 'ms')
    await store.fillDay({ start: first + 40 * DAY_MS, events: EVENTS, people: PEOPLE, seed: 40 })
    const rollUp = (day: string) => runAdminCommand(['tracking', 'roll-up', '--day', day], store.dataDir)
    const empty = await rollUp(dayAt(41))
    const whole = await rollUp(dayAt(40))
    report.check('roll-up of one day', whole.isDone ? 'computed' : 'failed', whole.isDone)
    report.atMost('roll-up of one day', whole.seconds, 10, 's')
    report.atMost('roll-up, memory above that of an empty day', whole.peakMib - empty.peakMib, 150, 'MB')
    report.atMost('erasure, store with that day', await store.eraseAccount(), 100, 'ms')

    for (let at = 0; at < DAYS; at += 1) {
      await store.fillDay({ start: first + at * DAY_MS, events: EVENTS_A_DAY, people: PEOPLE, seed: at + 1 })
      await store.rollUp.closeDay(dayAt(at))
    }
    report.atMost('erasure, store with 31 days', await store.eraseAccount(), 100, 'ms')
    const query = { from: dayAt(0), to: dayAt(DAYS - 1), fr: null, platformType: null }
    const overview = await store.figures.overview(query)
    report.figure('people of 30 days', overview.rows.at(-1)?.people ?? 0, '')
    for (const name of ['overview', 'funnel', 'pages', 'clicks', 'sources', 'devices', 'ingest'] as const) {
      const times: number[] = []
      for (let call = 0; call < CALLS; call += 1)
        times.push(await timed(async () => void (await store.figures[name](query))))
      report.figure(`${name}, p50`, percentile(times, 0.5), 'ms')
      report.atMost(`${name}, p99`, percentile(times, 0.99), 50, 'ms')
    }
  } finally {
    await store.dispose()
  }
}

await measureServer()
await measureFigures()
report.table('Load', rows)
report.finish()
