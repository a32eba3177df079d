import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import Sqlite from 'better-sqlite3'
import { systemClock } from '../server/src/domain/clock.ts'
import { createHoldingGraph } from '../server/src/features/ownership/holding-graph.repository.ts'
import { createOwnershipService } from '../server/src/features/ownership/ownership.service.ts'
import { createRelationService } from '../server/src/features/ownership/relation.service.ts'
import type { Database } from '../server/src/platform/database/database.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { openDatabase, sqliteFileIn } from '../server/src/platform/database/open-database.ts'
import { loadReferenceData } from '../server/src/platform/reference-data.ts'
import { buildCompany, insertCompanies } from '../server/test/builders/companies.ts'
import { buildRecord, insertRecords } from '../server/test/builders/records.ts'
import { seededRandom } from '../server/test/builders/seeded-random.ts'
import { commonOptions, seedOf } from './lib/options.ts'
import { createReport } from './lib/report.ts'
import { percentile, timed } from './lib/timing.ts'

/**
 * `npm run bench:ownership [-- --companies N --seed N]`: ultimate holders, trees, groups and relations over a generated
 * register in SQLite, 3.5 holdings a company, in one process without HTTP.
 */
const { values } = parseArgs({ options: { seed: commonOptions.seed, companies: { type: 'string' } } })
const seed = seedOf(values)
const WHOLE = 1_000_000
const companies = Number(values.companies ?? WHOLE)
const CASES = 200
/** The first companies are holders of many: hubs, and groups of about a thousand. */
const [HUBS, HUB_SHARE] = [10, 20]

const folder = mkdtempSync(path.join(tmpdir(), 'bench-ownership-'))
const opened = openDatabase({ dataDir: folder })
const { db } = opened

/** Copies the only row of a table for each row of `from`, with some columns replaced. */
function copyRows(store: Sqlite.Database, table: string, from: string, replaced: Readonly<Record<string, string>>) {
  const columns = store.prepare('select name from pragma_table_info(?)').pluck().all(table).map(String)
  const selected = columns.map((name) => replaced[name] ?? `sample.${name}`)
  store.exec(
    `insert into ${table} (${columns.join(', ')}) select ${selected.join(', ')} from (select * from ${table} limit 1) as sample cross join ${from}`,
  )
}

const codeOf = (at: string) => `'9199' || substr('00000000000000' || ${at}, -14)`
const count = (n: number) => `with recursive n(i) as (values (1) union all select i + 1 from n where i < ${n})`

async function fill(database: Database) {
  await insertCompanies(database, [
    buildCompany({ id: 'c-0', name: '演示样本有限公司', credit_code: '919900000000000000' }),
  ])
  const named = { name: '演示样本有限公司', creditCode: '919900000000000000', percent: 60, holderType: '企业法人' }
  await insertRecords(database, [
    buildRecord({ kind: 'shareholderInfo', subjects: [{ creditCode: '919900000000000000' }], fields: named }),
  ])
  const store = new Sqlite(sqliteFileIn(folder))
  copyRows(store, 'company', `(${count(companies)} select i from n) as n`, {
    id: `'c-' || i`,
    name: `'演示' || i || '号有限公司'`,
    name_key: `'演示' || i || '号有限公司'`,
    credit_code: codeOf('i'),
    registration_number: 'null',
  })
  // Slot 0 holds 60 % and is a company for two of five; a twentieth of these is a hub. The others are persons.
  store.exec(`create temp table edge as ${count(companies)}, slot(s) as (values (0), (1), (2), (3)),
    drawn as (select i, s, abs((i * 48271 + s * 69621 + ${seed % 1_000_000}) * 1103515245 % 2147483647) as r from n, slot)
    select i, s, case s when 0 then 60 when 1 then 20 else 10 end as share,
      case when s = 0 and r % 5 < 2 and i > ${HUBS} then
        case when r % ${HUB_SHARE} = 0 then 1 + r / 7 % ${HUBS} else 1 + r / 7 % (i - 1) end end as holder
    from drawn where s < 3 or r % 2 = 0`)
  const holderCode = codeOf('holder')
  copyRows(store, 'record', 'edge', {
    id: `'r-' || i || '-' || s`,
    subjects: `case when holder is null then json_array(json_array('c:' || ${codeOf('i')}, null))
      else json_array(json_array('c:' || ${codeOf('i')}, null), json_array('h:c:' || ${holderCode}, null)) end`,
    content: `json_set(sample.content, '$.percent', share, '$.name', case when holder is null then '演示甲' else '演示' || holder || '号有限公司' end,
      '$.creditCode', case when holder is null then null else ${holderCode} end,
      '$.holderType', case when holder is null then '自然人股东' else '企业法人' end)`,
  })
  const record_id = `'r-' || i || '-' || s`
  copyRows(store, 'record_subject', '(select * from edge order by i) as edge', {
    subject_key: `'c:' || ${codeOf('i')}`,
    record_id,
    sort_value: 'share',
  })
  copyRows(store, 'record_subject', '(select * from edge where holder is not null order by holder) as edge', {
    subject_key: `'h:c:' || ${holderCode}`,
    record_id,
    sort_value: 'share',
  })
  store.exec('analyze')
  store.close()
}

const report = createReport({
  name: 'ownership',
  isWhole: companies === WHOLE,
  settings: { seed, companies, cases: CASES },
})
try {
  await migrate(db)
  report.figure('generated', (await timed(() => fill(db))) / 1_000, 's')
  const { holdings } = await db
    .selectFrom('record')
    .select((of) => of.fn.countAll<number>().as('holdings'))
    .executeTakeFirstOrThrow()
  report.figure('holdings', holdings, '')
  const graph = createHoldingGraph({ db, clock: systemClock, includeDemo: true })
  const reference = loadReferenceData({ demo: true })
  const ownership = createOwnershipService({ graph, reference })
  const findRelation = createRelationService({
    graph,
    reference,
    limiter: { take: async () => ({ ok: true, value: { buckets: [] } }), giveBack: async () => undefined },
    levelOf: async () => 'vip',
  })
  const random = seededRandom(seed)
  const anyId = () => `c-${1 + random.below(companies)}`
  const hubId = () => `c-${1 + random.below(HUBS)}`
  const measure = async (what: string, target: number, act: () => Promise<unknown>, cases = CASES) => {
    for (let warm = 0; warm < 10; warm += 1) await act()
    const times: number[] = []
    for (let at = 0; at < cases; at += 1) times.push(await timed(act))
    report.figure(`${what}, p50`, percentile(times, 0.5), 'ms')
    report.atMost(`${what}, p99`, percentile(times, 0.99), target, 'ms')
  }
  const related = (hops: number, from: () => string) => async () => {
    const pair = { from: from(), to: anyId() }
    return pair.from === pair.to ? null : findRelation('user', { ...pair, hops, kinds: 'both' })
  }
  await measure('ultimate holders', 50, () => ownership.ultimate(anyId()))
  await measure('tree of a random company, up', 80, () => ownership.tree({ id: anyId(), direction: 'up', depth: 6 }))
  await measure(
    'tree of a hub, down, 500 nodes',
    80,
    () => ownership.tree({ id: hubId(), direction: 'down', depth: 6 }),
    20,
  )
  await measure('group of a random company', 50, () => ownership.group({ id: anyId(), page: 1, pageSize: 20 }))
  await measure('group of a hub', 50, () => ownership.group({ id: hubId(), page: 1, pageSize: 20 }), 20)
  await measure('relation, 4 steps, random pairs', 50, related(4, anyId))
  await measure('relation, 6 steps, random pairs', 80, related(6, anyId))
  await measure('relation, 6 steps, from a hub', 80, related(6, hubId))
} finally {
  await opened.close()
  rmSync(folder, { recursive: true })
}
report.finish()
