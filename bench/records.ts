import { parseArgs } from 'node:util'
import { type DetailKindKey, detailKindKeys, type RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { allKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { startConstantServer } from './lib/constant-server.ts'
import { createLoads, FOR_ONE_CLIENT, type LoadRequest } from './lib/load.ts'
import { type KindSample, openRecordStore } from './lib/record-store.ts'
import { createReport } from './lib/report.ts'
import { requestsFor } from './lib/requests.ts'

/**
 * `npm run bench:records [-- --companies N]`: a million fictional companies with three million records in SQLite: how
 * fast they were imported, then the company page, every list and every record over HTTP, beside a plain Fastify route
 * that returns constant bytes. The load comes from the same cores.
 */
const { values } = parseArgs({ options: { companies: { type: 'string', default: '1000000' } } })
const companies = Number(values.companies)
const ROUNDS = 3
const PAGE_SECONDS = 3
const LIST_SECONDS = 1.5
/** Companies whose records are opened, of each kind. */
const DETAILS = 100
const P99_MS = 20
const PAGE = 'company page: header with counts, first section'

const store = await openRecordStore(companies)
const samples = new Map(store.samples)
const report = createReport({ name: 'records', isWhole: companies >= 1_000_000, settings: { companies } })
const { rows, load, loadInTurns } = createLoads()

function reportImport() {
  const records = store.figures.filter(({ kind }) => kind !== 'companies')
  const count = records.reduce((sum, figures) => sum + figures.rows, 0)
  const seconds = records.reduce((sum, figures) => sum + figures.seconds, 0)
  report.table('Import, each kind in a process of its own', [
    ['', 'rows', 'seconds', 'rows/s', 'peak MiB'],
    ...store.figures.map((one) => [
      one.kind,
      ...[one.rows, one.seconds, one.rows / one.seconds, one.peakMib].map((number) => number.toFixed(0)),
    ]),
  ])
  report.atLeast(`import of ${count} records`, count / seconds, 20_000, 'rows/s')
  report.atMost('import, peak memory of any kind', Math.max(...records.map(({ peakMib }) => peakMib)), 300, 'MiB')
}

const sampleOf = (kind: RecordKind): KindSample => samples.get(kind.key) ?? { byRecord: [], heaviest: '', most: 0 }

async function answerTo({ baseUrl }: TestServer, { path, headers = {} }: LoadRequest): Promise<string> {
  return (await fetch(baseUrl + path, { headers })).text()
}

async function measurePage(server: TestServer, token: string) {
  // Companies in proportion to their records.
  const ids = [...samples.values()].flatMap(({ byRecord }) => byRecord.slice(0, 200).map((id) => ({ id })))
  const headers = requestsFor('companyDetail', ids, token)
  const sections = requestsFor('businessInfo', ids, token)
  const requests = headers.flatMap((header, at) => [header, sections[at] ?? header])
  const constant = await startConstantServer(await answerTo(server, headers[0] ?? { path: '/' }))
  const loads = [
    { what: 'constant bytes', port: constant.port },
    { what: PAGE, port: server.port },
  ].map((one) => ({ ...one, requests, connections: 10, seconds: PAGE_SECONDS }))
  const of = await loadInTurns(loads, ROUNDS)
  await constant.stop()
  report.atLeast(`${PAGE}, calls`, of(PAGE).rate, 2_000, '/s')
  report.atMost(`${PAGE}, p99`, of(PAGE).p99, P99_MS, 'ms')
  report.figure(`${PAGE} / constant bytes`, (100 * of(PAGE).rate) / of('constant bytes').rate, '%')
}

async function measureOne(what: string, { port }: TestServer, requests: readonly LoadRequest[]) {
  const result = await load({ what, port, requests, connections: 10, seconds: LIST_SECONDS })
  report.atMost(`${what}, p99`, result.answered.p99, P99_MS, 'ms')
}

const hasDetail = (key: RecordKindKey): key is DetailKindKey => detailKindKeys.some((one) => one === key)

async function measureKind(server: TestServer, token: string, { key, group, title }: RecordKind, sample: KindSample) {
  const inputOf = (id: string) => (group === 'overview' ? { id } : { companyId: id })
  const lists = requestsFor(`${key}List`, sample.byRecord.map(inputOf), token)
  await measureOne(`${title}: list`, server, lists)
  const views = [{}, { view: 'history' }, { page: '2' }].map((view) => ({ ...inputOf(sample.heaviest), ...view }))
  await measureOne(`${title}: list of the company with ${sample.most}`, server, requestsFor(`${key}List`, views, token))
  if (!hasDetail(key)) return
  const ids: { id: string }[] = []
  for (const request of lists.slice(0, DETAILS)) {
    const { data }: { data: { list: { id: string }[] } } = JSON.parse(await answerTo(server, request))
    ids.push(...data.list.slice(0, 2).map(({ id }) => ({ id })))
  }
  await measureOne(`${title}: one record`, server, requestsFor(`${key}Detail`, ids, token))
}

reportImport()
const limits = raisedLimitsFile(FOR_ONE_CLIENT, [])
const server = await TestServer.create({ DATA_DIR: store.dataDir, LIMITS_FILE: limits })
try {
  await server.start()
  const token = await createSession(server)
  await measurePage(server, token)
  for (const kind of allKinds) await measureKind(server, token, kind, sampleOf(kind))
} finally {
  await server.dispose()
}
report.table('Load', rows)
report.finish()
