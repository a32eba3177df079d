import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { RouteKey } from '@baiqicha/contract/routes'
import Sqlite from 'better-sqlite3'
import { systemClock } from '../server/src/domain/clock.ts'
import { createHoldingGraph } from '../server/src/features/ownership/holding-graph.repository.ts'
import { createOwnershipService } from '../server/src/features/ownership/ownership.service.ts'
import { createRelationService } from '../server/src/features/ownership/relation.service.ts'
import { loadStarter } from '../server/src/importers/starter/load-starter.ts'
import { loadHmacKey } from '../server/src/platform/crypto/hmac.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { openDatabase, sqliteFileIn } from '../server/src/platform/database/open-database.ts'
import { loadReferenceData } from '../server/src/platform/reference-data.ts'
import { createHiddenNumbersOf } from '../server/src/records/hidden-numbers.ts'
import { buildCompany, insertCompanies } from '../server/test/builders/companies.ts'
import { buildRecord, insertRecords } from '../server/test/builders/records.ts'
import { seededRandom } from '../server/test/builders/seeded-random.ts'
import { createLoads, type LoadRequest } from './lib/load.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { createReport } from './lib/report.ts'
import { requestsFor } from './lib/requests.ts'
import { withServer } from './lib/server.ts'
import { median, percentile, repeated, timed } from './lib/timing.ts'

/**
 * `npm run bench:ownership [-- --companies N --seed N --http]`: ultimate holders, trees, groups and relations over a generated
 * register in SQLite, 3.5 holdings a company, in one process. `--http`: then from the built server too, with 10 connections, and
 * searches alone and beside paths. The load comes from the same cores.
 */
const { values } = parseArgs({
  options: { seed: commonOptions.seed, companies: { type: 'string' }, http: { type: 'boolean', default: false } },
})
const seed = seedOf(values)
const WHOLE = 1_000_000
const companies = Number(values.companies ?? WHOLE)
const CASES = 200
/** Load over HTTP. */
const [CONNECTIONS, SECONDS, REQUESTS] = [10, 3, 500]
/** The first companies are holders of many: hubs, and groups of about a thousand. */
const [HUBS, HUB_SHARE] = [10, 20]

const folder = mkdtempSync(path.join(tmpdir(), 'bench-ownership-'))

type Copies = { store: Sqlite.Database; table: string; sample: string; from: string }

/** Copies the row of `sample` (a condition) for each row of `from`, with some columns replaced. */
function copyRows({ store, table, sample, from }: Copies, replaced: Readonly<Record<string, string>>) {
  const columns = store.prepare('select name from pragma_table_info(?)').pluck().all(table).map(String)
  const selected = columns.map((name) => replaced[name] ?? `sample.${name}`)
  store.exec(
    `insert into ${table} (${columns.join(', ')}) select ${selected.join(', ')} from (select * from ${table} where ${sample}) as sample cross join ${from}`,
  )
}

const codeOf = (at: string) => `'9199' || substr('00000000000000' || ${at}, -14)`
const count = (n: number) => `with recursive n(i) as (values (1) union all select i + 1 from n where i < ${n})`

/** Stores the shipped data if a server reads the store, which would load them beside the load, and returns the id of the sample. */
async function fillSmall() {
  const opened = openDatabase({ dataDir: folder })
  await migrate(opened.db)
  if (values.http) {
    const hiddenNumbers = createHiddenNumbersOf(loadHmacKey(folder))
    await loadStarter({ database: opened, clock: systemClock, reference, hiddenNumbers, demo: true })
  }
  const creditCode = '919900000000000000'
  await insertCompanies(opened.db, [buildCompany({ id: 'c-0', name: '演示样本有限公司', credit_code: creditCode })])
  const record = buildRecord({
    kind: 'shareholderInfo',
    subjects: [{ creditCode }],
    fields: { name: '演示样本有限公司', creditCode, percent: 60, holderType: '企业法人' },
  })
  await insertRecords(opened.db, [record])
  await opened.close()
  return record.row.id
}

async function fill() {
  const sampleId = await fillSmall()
  const store = new Sqlite(sqliteFileIn(folder))
  // A crash loses a store that is thrown away anyway.
  for (const setting of ['journal_mode = off', 'synchronous = off', 'cache_size = -400000']) store.pragma(setting)
  copyRows(
    { store, table: 'company', sample: `id = 'c-0'`, from: `(${count(companies)} select i from n) as n` },
    {
      id: `'c-' || i`,
      name: `'演示' || i || '号有限公司'`,
      name_key: `'演示' || i || '号有限公司'`,
      credit_code: codeOf('i'),
      registration_number: 'null',
    },
  )
  // Slot 0 holds 60 % and is a company for two of five; a twentieth of these is a hub. The others are persons.
  store.exec(`create temp table edge as ${count(companies)}, slot(s) as (values (0), (1), (2), (3)),
    drawn as (select i, s, abs((i * 48271 + s * 69621 + ${seed % 1_000_000}) * 1103515245 % 2147483647) as r from n, slot)
    select i, s, case s when 0 then 60 when 1 then 20 else 10 end as share,
      case when s = 0 and r % 5 < 2 and i > ${HUBS} then
        case when r % ${HUB_SHARE} = 0 then 1 + r / 7 % ${HUBS} else 1 + r / 7 % (i - 1) end end as holder
    from drawn where s < 3 or r % 2 = 0`)
  const holderCode = codeOf('holder')
  copyRows(
    { store, table: 'record', sample: `id = '${sampleId}'`, from: 'edge' },
    {
      id: `'r-' || i || '-' || s`,
      subjects: `case when holder is null then json_array(json_array('c:' || ${codeOf('i')}, null))
      else json_array(json_array('c:' || ${codeOf('i')}, null), json_array('h:c:' || ${holderCode}, null)) end`,
      content: `json_set(sample.content, '$.percent', share, '$.name', case when holder is null then '演示甲' else '演示' || holder || '号有限公司' end,
      '$.creditCode', case when holder is null then null else ${holderCode} end,
      '$.holderType', case when holder is null then '自然人股东' else '企业法人' end)`,
    },
  )
  const subjects = { store, table: 'record_subject', sample: `record_id = '${sampleId}' and subject_key like 'c:%'` }
  const copySubjects = (key: string, edges: string) =>
    copyRows(
      { ...subjects, from: `(select * from edge ${edges}) as edge` },
      { subject_key: key, record_id: `'r-' || i || '-' || s`, sort_value: 'share' },
    )
  copySubjects(`'c:' || ${codeOf('i')}`, 'order by i')
  copySubjects(`'h:c:' || ${holderCode}`, 'where holder is not null order by holder')
  store.exec('analyze')
  store.pragma('journal_mode = wal')
  store.close()
}

const report = createReport({
  name: 'ownership',
  isWhole: companies === WHOLE,
  settings: { seed, companies, cases: CASES },
})
const reference = loadReferenceData({ demo: true })
const random = seededRandom(seed)
const anyId = () => `c-${1 + random.below(companies)}`
const hubId = () => `c-${1 + random.below(HUBS)}`

/** The same calls from the built server over the store, and searches alone and beside 10 clients that ask for paths. */
async function measureHttp() {
  await withServer({ DATA_DIR: folder }, async ({ port }, token) => {
    const requests = (key: RouteKey, draw: () => Readonly<Record<string, unknown>>) =>
      requestsFor(key, Array.from({ length: REQUESTS }, draw), token)
    const paths = (hops: number, from: () => string) =>
      requests('relationPaths', () => ({ from: from(), to: anyId(), hops }))
    const { rows, load } = createLoads()
    const common = { port, connections: CONNECTIONS, seconds: SECONDS }
    const loads: [string, number, LoadRequest[]][] = [
      ['paths of 4 steps, random pairs', 50, paths(4, anyId)],
      ['paths of 6 steps, random pairs', 80, paths(6, anyId)],
      ['paths of 6 steps, from a hub', 80, paths(6, hubId)],
      ['ultimate holders', 50, requests('ultimateHolders', () => ({ id: anyId() }))],
      ['group of a hub', 50, requests('companyGroup', () => ({ id: hubId() }))],
      ['tree of a hub, down', 80, requests('ownershipTree', () => ({ id: hubId(), direction: 'down' }))],
    ]
    for (const [what, target, of] of loads) {
      const { answered } = await load({ ...common, what, requests: of })
      report.atMost(`${what}, ${CONNECTIONS} connections over HTTP, p99`, answered.p99, target, 'ms')
    }
    const names = requests('companySearch', () => ({ keyword: `演示${anyId().slice(2)}` }))
    const search = (what: string) => load({ ...common, connections: 2, requests: names, what })
    const quiet = await search('search alone')
    const [beside] = await Promise.all([
      search('search beside paths'),
      load({ ...common, what: 'paths beside searches', requests: paths(6, anyId) }),
    ])
    report.atMost('search p99 beside paths, of that alone', beside.answered.p99 / quiet.answered.p99, 1.5, '×')
    report.table('Over HTTP', rows)
  })
}

async function measureCall(what: string, target: number, call: () => Promise<unknown>, cases = CASES) {
  await repeated(10, call)
  const times = await repeated(cases, () => timed(call))
  report.figure(`${what}, p50`, median(times), 'ms')
  report.atMost(`${what}, p99`, percentile(times, 0.99), target, 'ms')
}

async function measureAll() {
  report.figure('generated', (await timed(fill)) / 1_000, 's')
  const opened = openDatabase({ dataDir: folder })
  const { db } = opened
  const { holdings } = await db
    .selectFrom('record')
    .select((of) => of.fn.countAll<number>().as('holdings'))
    .where('kind', '=', 'shareholderInfo')
    .executeTakeFirstOrThrow()
  report.figure('holdings', holdings, '')
  const graph = createHoldingGraph({ db, clock: systemClock, includeDemo: true })
  const ownership = createOwnershipService({ graph, reference })
  const findRelation = createRelationService({
    graph,
    reference,
    limiter: { take: async () => ({ ok: true, value: { buckets: [] } }), giveBack: async () => undefined },
    levelOf: async () => 'vip',
  })
  const related = (hops: number, from: () => string) => async () => {
    const pair = { from: from(), to: anyId() }
    return pair.from === pair.to ? null : findRelation('user', { ...pair, hops, kinds: 'both' })
  }
  const treeOf = (id: string, direction: 'up' | 'down') => ownership.tree({ id, direction, depth: 6 })
  const groupOf = (id: string) => ownership.group({ id, page: 1, pageSize: 20 })
  await measureCall('ultimate holders', 50, () => ownership.ultimate(anyId()))
  await measureCall('tree of a random company, up', 80, () => treeOf(anyId(), 'up'))
  await measureCall('tree of a hub, down, 500 nodes', 80, () => treeOf(hubId(), 'down'), 20)
  await measureCall('group of a random company', 50, () => groupOf(anyId()))
  await measureCall('group of a hub', 50, () => groupOf(hubId()), 20)
  await measureCall('relation, 4 steps, random pairs', 50, related(4, anyId))
  await measureCall('relation, 6 steps, random pairs', 80, related(6, anyId))
  await measureCall('relation, 6 steps, from a hub', 80, related(6, hubId))
  await opened.close()
  if (values.http) await measureHttp()
}

try {
  await measureAll()
} finally {
  rmSync(folder, { recursive: true })
}
report.finish()
