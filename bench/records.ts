import { parseArgs } from 'node:util'
import { allKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { TOKEN_HEADER } from '@baiqicha/contract/routes'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { startConstantServer } from './lib/constant-server.ts'
import { highestLimitsFile } from './lib/highest-limits.ts'
import { type LoadRequest, type LoadResult, runLoad } from './lib/load.ts'
import { companyPageRequests, detailRequests, hasDetail, listPath, listRequests } from './lib/record-requests.ts'
import { type KindSample, openRecordStore } from './lib/record-store.ts'
import { printMachine, printTable } from './lib/table.ts'
import { createTargets, written } from './lib/targets.ts'
import { median } from './lib/timing.ts'

/**
 * `npm run bench:records [-- --companies N]`: a million fictional companies with three million records in SQLite: how
 * fast they were imported, then the company page, every list and every record over HTTP, beside a route that answers
 * constant bytes. The load comes from the same cores. Exits with 1 when a target is not met.
 */
const { values } = parseArgs({ options: { companies: { type: 'string', default: '1000000' } } })
const companies = Number(values.companies)

const CONNECTIONS = 10
const ROUNDS = 3
const PAGE_SECONDS = 3
const LIST_SECONDS = 1.5
const WARM_UP_SECONDS = 0.5
/** Records that are opened, of each kind. */
const DETAILS = 200
const PAGES_A_SECOND = 2_000
const P99_MS = 20

const store = await openRecordStore(companies)
const samples = new Map(store.samples)
const targets = createTargets()
const lines = [['', 'answered/s', 'p50 ms', 'p99 ms', 'max ms', 'else']]

function tellImport() {
  const records = store.figures.filter(({ kind }) => kind !== 'companies')
  const rows = records.reduce((sum, figures) => sum + figures.rows, 0)
  const seconds = records.reduce((sum, figures) => sum + figures.seconds, 0)
  console.log('\nimport')
  printTable([
    ['', 'rows', 'seconds', 'rows/s', 'peak MiB'],
    ...store.figures.map((figures) => [
      figures.kind,
      String(figures.rows),
      figures.seconds.toFixed(1),
      (figures.rows / figures.seconds).toFixed(0),
      figures.peakMebibytes.toFixed(0),
    ]),
  ])
  targets.atLeast(`import of ${rows} records, every kind in a process of its own`, rows / seconds, 20_000, 'rows/s')
  const peak = Math.max(...records.map(({ peakMebibytes }) => peakMebibytes))
  targets.atMost('import, the most memory of any kind', peak, 300, 'MiB')
}

async function load(
  what: string,
  port: number,
  requests: readonly LoadRequest[],
  seconds: number,
): Promise<LoadResult> {
  const result = await runLoad({ port, requests, seconds, connections: CONNECTIONS, warmUpSeconds: WARM_UP_SECONDS })
  const { answered, refused, failures, unanswered } = result
  const others = Object.entries({
    ...failures,
    ...(result.refusedPerSecond > 0 && {
      refused: `${written(result.refusedPerSecond)}/s, p99 ${written(refused.p99)} ms`,
    }),
    ...(unanswered > 0 && { unanswered }),
  })
  lines.push([
    what,
    written(result.answeredPerSecond),
    written(answered.p50),
    written(answered.p99),
    written(answered.max),
    others.map(([name, count]) => `${name}: ${count}`).join(', '),
  ])
  return result
}

const sampleOf = (kind: RecordKind): KindSample => samples.get(kind.key) ?? { byRecord: [], heaviest: '', most: 0 }
/** Companies as often as they have records: busy ones more often. */
const everyone = () => [...samples.values()].flatMap(({ byRecord }) => byRecord.slice(0, 200))

async function textOf(server: TestServer, path: string, token: string): Promise<string> {
  const answer = await fetch(server.baseUrl + path, { headers: { [TOKEN_HEADER]: token } })
  const text = await answer.text()
  if (!text.startsWith('{"code":0')) throw new Error(`${path}: ${text.slice(0, 200)}`)
  return text
}

async function measurePage(server: TestServer, token: string) {
  const requests = companyPageRequests(everyone(), token)
  const [first] = requests
  const constant = await startConstantServer(await textOf(server, first?.path ?? '', token))
  const kinds = [
    { what: 'constant bytes', port: constant.port, requests },
    { what: 'company page: header with counts, first section', port: server.port, requests },
    { what: '  header with counts alone', port: server.port, requests: requests.filter((_one, at) => at % 2 === 0) },
    { what: '  first section alone', port: server.port, requests: requests.filter((_one, at) => at % 2 === 1) },
  ]
  const results = new Map(kinds.map(({ what }): [string, LoadResult[]] => [what, []]))
  // By turns, so that whatever else the machine does meets all of them alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of kinds)
      results.get(kind.what)?.push(await load(kind.what, kind.port, kind.requests, PAGE_SECONDS))
  }
  await constant.stop()
  const rate = (what: string) => median((results.get(what) ?? []).map((result) => result.answeredPerSecond))
  for (const { what } of kinds.slice(1)) {
    const p99 = median((results.get(what) ?? []).map((result) => result.answered.p99))
    targets.atLeast(`${what.trim()}, calls`, rate(what), PAGES_A_SECOND, '/s')
    targets.atMost(`${what.trim()}, p99`, p99, P99_MS, 'ms')
    targets.note(`${what.trim()} beside constant bytes`, (100 * rate(what)) / rate('constant bytes'), '%')
  }
  targets.note('whole pages of two calls', rate(kinds[1]?.what ?? '') / 2, '/s')
}

async function measureList(server: TestServer, token: string, kind: RecordKind) {
  const { byRecord, heaviest, most } = sampleOf(kind)
  const { port } = server
  const drawn = await load(`${kind.title}: list`, port, listRequests(kind.key, byRecord, token), LIST_SECONDS)
  targets.atMost(`${kind.title}: list, p99`, drawn.answered.p99, P99_MS, 'ms')
  const heavy = [{}, { view: 'history' }, { page: '2' }].flatMap((more) =>
    listRequests(kind.key, [heaviest], token, more),
  )
  const worst = await load(`${kind.title}: list of the company with ${most}`, port, heavy, LIST_SECONDS)
  targets.atMost(`${kind.title}: list of the company with ${most}, p99`, worst.answered.p99, P99_MS, 'ms')
}

/** Ids of records that lists show. */
async function drawRecords(server: TestServer, token: string, kind: RecordKind): Promise<string[]> {
  const ids: string[] = []
  for (const id of sampleOf(kind).byRecord) {
    if (ids.length >= DETAILS) break
    const { data }: { data: { list: { id: string }[] } } = JSON.parse(
      await textOf(server, listPath(kind.key, id), token),
    )
    ids.push(...data.list.slice(0, 2).map((record) => record.id))
  }
  return ids
}

async function measureDetail(server: TestServer, token: string, kind: RecordKind) {
  if (!hasDetail(kind.key)) return
  const ids = await drawRecords(server, token, kind)
  const result = await load(
    `${kind.title}: one record`,
    server.port,
    detailRequests(kind.key, ids, token),
    LIST_SECONDS,
  )
  targets.atMost(`${kind.title}: one record, p99`, result.answered.p99, P99_MS, 'ms')
}

printMachine()
console.log(`${companies} companies, ${CONNECTIONS} connections`)
tellImport()
const server = await TestServer.create({ DATA_DIR: store.dataDir, LIMITS_FILE: highestLimitsFile() })
try {
  await server.start()
  const token = await createSession(server)
  await measurePage(server, token)
  for (const kind of allKinds) {
    await measureList(server, token, kind)
    await measureDetail(server, token, kind)
  }
} finally {
  await server.dispose()
}
console.log()
printTable(lines)
targets.print()
