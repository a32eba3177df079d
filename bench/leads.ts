import { copyFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { leadSearchQuery } from '@baiqicha/contract/leads'
import { TOKEN_HEADER } from '@baiqicha/contract/routes'
import { contactFilterKeys } from '@baiqicha/contract/search-vocabulary'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { claimGift, createSession } from '../e2e/lib/session.ts'
import { openDatabase } from '../server/src/platform/database/open-database.ts'
import { seededRandom } from '../server/test/builders/seeded-random.ts'
import { withEmptyFolder } from './lib/cached-store.ts'
import { openInProcessLeads } from './lib/in-process-search.ts'
import { EVENTS, importChangedRows, openLeadsStore, recordsByKind } from './lib/leads-store.ts'
import { createLoads, FOR_ONE_CLIENT, failuresOf, type LoadRequest } from './lib/load.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { processMemory } from './lib/process-figures.ts'
import { personName } from './lib/record-rows.ts'
import { createReport, formatNumber } from './lib/report.ts'
import { pathOf, requestsFor } from './lib/requests.ts'
import { drawSearchQueries } from './lib/search-queries.ts'
import { median, percentile, timed } from './lib/timing.ts'

/**
 * `npm run bench:leads [-- --data <folder> --seed N]`: 找商机, 失信被执行人, persons and 关注 over a register with two million
 * contacts, three million other records and five million events. The first run builds the store in about twenty minutes.
 */
const { values } = parseArgs({ options: { data: commonOptions.data, seed: commonOptions.seed } })
const seed = seedOf(values)
const QUERIES_PER_KIND = 200
const CONNECTIONS = 10
const SECONDS = 5
const SEARCHES_BEFORE_MEMORY = 10_000
/** A user may open the contacts of 30 companies a day. */
const [USERS, COMPANIES_PER_USER] = [20, 30]
const FOLLOWS = 100
const IMPORT_ROUNDS = 3

const store = await openLeadsStore(values.data)
const { sample } = store.register
const random = seededRandom(seed)
const report = createReport({
  name: 'leads',
  isWhole: true,
  settings: { seed, ...recordsByKind, events: EVENTS },
})
const { rows, load } = createLoads()

type LeadInput = Readonly<Record<string, string>>
const textKinds = ['全称', '二字品牌', '三字品牌', '四字品牌', '地区+品牌', '常见词', '中间片段']

/** Inputs of 找商机: with a keyword, and with conditions only. */
function drawInputs(): { keyword: LeadInput[]; filters: LeadInput[] } {
  const drawn = drawSearchQueries(sample, seed, QUERIES_PER_KIND)
  const keyword = textKinds.flatMap((kind) => (drawn.get(kind) ?? []).map((query) => ({ keyword: query.keyword })))
  const filters = (drawn.get('筛选') ?? []).map((query): LeadInput => {
    const conditions = Object.entries(query.filters).flatMap(([name, value]) =>
      typeof value === 'object' ? [] : [[name, String(value)]],
    )
    return { ...Object.fromEntries(conditions), keyword: '', contact: random.pick(contactFilterKeys) }
  })
  return { keyword, filters }
}
const inputs = drawInputs()

function printTimes(what: string, times: readonly number[], targets: { p50?: number; p99: number }) {
  report.atMost(`${what}, p50`, percentile(times, 0.5), targets.p50, 'ms')
  report.atMost(`${what}, p99`, percentile(times, 0.99), targets.p99, 'ms')
}

async function measureInProcess() {
  const { search, find, close } = await openInProcessLeads(store.dataDir)
  for (const [what, drawn, targets] of [
    ['keyword', inputs.keyword, { p50: 0.5, p99: 15 }],
    ['filters only', inputs.filters, { p99: 30 }],
  ] as const) {
    const queries = drawn.map((input) => leadSearchQuery.parse(input))
    for (const query of queries.slice(0, 100)) await search(query)
    const times = { whole: [] as number[], index: [] as number[] }
    for (const query of queries) {
      times.whole.push(await timed(() => search(query)))
      times.index.push(await timed(() => find(query)))
    }
    printTimes(`phone/search in process, ${what}`, times.whole, targets)
    report.figure(`its query of the index, ${what}, p50`, percentile(times.index, 0.5), 'ms')
    report.figure(`its query of the index, ${what}, p99`, percentile(times.index, 0.99), 'ms')
  }
  await close()
}

const withToken =
  (token: string, body?: object) =>
  (requestPath: string): LoadRequest => ({
    path: requestPath,
    headers: { [TOKEN_HEADER]: token },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function memberOf(server: TestServer): Promise<string> {
  const token = await createSession(server)
  await claimGift(server, token)
  return token
}

type Call = { what: string; port: number; requests: readonly LoadRequest[]; connections?: number; p99?: number }

/** Loads a call, by default from one connection, and prints its p99; every answer must be a success. */
async function measureCall({ what, port, requests, connections = 1, p99 }: Call) {
  const result = await load({ what, port, connections, requests, seconds: SECONDS })
  const from = connections === 1 ? 'one connection' : `${connections} connections`
  report.atMost(`${what} over HTTP, ${from}, p99`, result.answered.p99, p99, 'ms')
  const failed = failuresOf(result) + result.refusedPerSecond
  report.check(`${what}: answered`, `${formatNumber(failed)} not`, failed === 0)
}

/** Sends requests, ten at once. */
async function send({ baseUrl }: TestServer, requests: readonly LoadRequest[]) {
  let next = 0
  const client = async () => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const { path: requestPath, headers = {}, body } = request
      const init =
        body === undefined
          ? { headers }
          : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
      const answer = await fetch(baseUrl + requestPath, init)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${requestPath}: ${answer.status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
}

/** A member who follows companies and has seen none of their events. */
async function createFollower(server: TestServer, companies: readonly string[]): Promise<string> {
  const token = await memberOf(server)
  await send(
    server,
    companies.map((companyId) => withToken(token, { companyId })(pathOf('followCompany'))),
  )
  const database = openDatabase({ dataDir: store.dataDir })
  await database.db.updateTable('follow').set({ from_seq: 0 }).execute()
  await database.close()
  return token
}

async function measureFollows(server: TestServer, which: string, companies: readonly string[], p99?: number) {
  const { port } = server
  const token = await createFollower(server, companies)
  const target = p99 === undefined ? {} : { p99 }
  const list = requestsFor('followList', [{}], token)
  await measureCall({ what: `follow/list of ${companies.length} ${which}`, port, requests: list, ...target })
  const pages = requestsFor(
    'followChanges',
    [1, 2, 3].map((page) => ({ page })),
    token,
  )
  await measureCall({ what: `follow/changes of ${companies.length} ${which}`, port, requests: pages, ...target })
}

async function measureServer() {
  const server = await TestServer.create({
    DATA_DIR: store.dataDir,
    LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT, []),
  })
  try {
    await server.start()
    const { port } = server
    const member = await memberOf(server)
    const searches = requestsFor('leadSearch', [...inputs.keyword, ...inputs.filters], member)
    const many = Array.from(
      { length: SEARCHES_BEFORE_MEMORY },
      (_, at) => searches[at % searches.length] ?? searches[0],
    )
    await send(
      server,
      many.flatMap((one) => one ?? []),
    )
    report.atMost(`memory after ${SEARCHES_BEFORE_MEMORY} searches`, processMemory(server.pid, 'VmRSS'), 300, 'MiB')
    await measureCall({ what: 'phone/search', port, requests: searches, connections: CONNECTIONS, p99: 50 })

    const users = await Promise.all(Array.from({ length: USERS }, () => memberOf(server)))
    const opened = users.flatMap((token) =>
      Array.from({ length: COMPANIES_PER_USER }, () =>
        withToken(token)(pathOf('leadDetail', { id: random.pick(sample.everyone).id })),
      ),
    )
    await measureCall({ what: 'phone/detail', port, requests: opened, p99: 30 })
    const debtors = Array.from({ length: 2_000 }, () =>
      withToken(member, { name: personName(random.below(50_000)), subjectType: '自然人' })(pathOf('debtorSearch')),
    )
    await measureCall({ what: 'people/search', port, requests: debtors, p99: 30 })
    const persons = Array.from({ length: 2_000 }, () => ({
      companyId: random.pick(sample.withPerson).id,
      role: 'legalRepresentative',
    }))
    await measureCall({ what: 'people/detail', port, requests: requestsFor('personDetail', persons, member), p99: 30 })

    const followed = Array.from({ length: FOLLOWS }, () => random.pick(sample.everyone).id)
    await measureFollows(server, 'usual companies', followed, 30)
    await measureFollows(server, 'busy companies', store.busy)
  } finally {
    await server.dispose()
  }
}

function printImports() {
  const rateOf = ({ rows: count, seconds }: { rows: number; seconds: number }) => count / seconds
  const { contact, ...others } = store.imports
  for (const [kind, figures] of Object.entries(others)) report.figure(`import of ${kind}`, rateOf(figures), 'rows/s')
  report.atLeast('import of contacts', rateOf(contact), Math.min(...Object.values(others).map(rateOf)), 'rows/s')
}

/** The same re-import with and without events, in turns. */
async function measureEvents() {
  await withEmptyFolder('leads-import', 12, async (folder) => {
    for (const file of readdirSync(store.dataDir)) {
      if (file.startsWith('baiqicha.sqlite') || file === 'secret.key') {
        copyFileSync(path.join(store.dataDir, file), path.join(folder, file))
      }
    }
    const seconds = { with: [] as number[], without: [] as number[] }
    for (let round = 0; round < IMPORT_ROUNDS; round += 1) {
      const first = 10_000 * (round + 1)
      seconds.without.push((await importChangedRows(folder, first, ['--no-events'])).seconds)
      seconds.with.push((await importChangedRows(folder, first + 1, [])).seconds)
    }
    const [withEvents, without] = [median(seconds.with), median(seconds.without)]
    report.figure('re-import of 5 % changed rows without events', without, 's')
    report.figure('the same with events', withEvents, 's')
    report.atMost('cost of events', 100 * (withEvents / without - 1), 10, '%')
  })
}

function printIndexSizes() {
  const bytesOf = (dataDir: string) => {
    const folder = path.join(dataDir, 'index')
    return readdirSync(folder).reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0)
  }
  const [own, register] = [bytesOf(store.dataDir), bytesOf(store.register.dataDir)]
  report.figure('index without contacts', register / 1e6, 'MB')
  report.atMost('index with contacts and employees, more', 100 * (own / register - 1), 5, '%')
}

printImports()
printIndexSizes()
await measureInProcess()
await measureServer()
await measureEvents()
report.table('Load', rows)
report.finish()
