import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { buildSource } from '../../test/builders/companies.ts'
import { seededRandom } from '../../test/builders/seeded-random.ts'
import { describeBothDatabases, describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { testHiddenNumbers } from '../../test/importers/hidden-numbers.ts'
import { importRecordFile, importRecords } from '../../test/importers/import-records.ts'
import { importFile, importRows, testFile } from '../../test/importers/import-tables.ts'
import { fictionalCode } from '../../test/importers/register-files.ts'
import { isNightly } from '../../test/nightly.ts'
import { systemClock } from '../domain/clock.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { registerSources, shippedSources } from './file/sources.ts'
import { loadStarter } from './starter/load-starter.ts'

const code = fictionalCode(1)
const name = '澜山演示贸易有限公司'

const penalty = (docNo: string, more: object = {}) => ({
  docNo,
  office: '演示市市场监督管理局',
  companyName: name,
  companyCreditCode: code,
  decisionDate: '2026-06-10',
  fineAmount: '1',
  asOf: '2026-06',
  ...more,
})

const company = (more: object = {}) => ({
  name,
  creditCode: code,
  status: '存续',
  legalRepresentative: '演示甲',
  capitalValue: '500',
  address: '演示路1号',
  scope: '日用百货',
  asOf: '2026-05',
  ...more,
})

const eventsOf = ({ db }: TestDatabase) => db.selectFrom('company_event').selectAll().orderBy('seq').execute()
const changesOf = async (database: TestDatabase) =>
  (await eventsOf(database)).map(({ change, field }) => (field === null ? change : `${change} ${field}`))

describeBothDatabases('events of records', (freshDatabase) => {
  it('are not written by a first load, a newly connected source and an unchanged file', async () => {
    const database = await freshDatabase()
    const rows = [penalty('1'), penalty('2')]
    await importRecords(database, 'punishment', rows)
    await importRecords(database, 'punishment', rows)
    await importRecords(database, 'punishment', rows, { sourceId: 'demo-b' })
    await importRecords(database, 'punishment', [...rows, penalty('3')], { dryRun: true })
    await importRecords(database, 'branch', [{ name: '演示分公司', companyName: name, companyCreditCode: code }])
    expect(await eventsOf(database)).toEqual([])
  })

  it('are one per added record and subject, however often the file is imported', async () => {
    const database = await freshDatabase()
    const pledge = (registerNo: string, more = {}) => ({
      registerNo,
      pledgor: '演示出质有限公司',
      targetCompany: '演示标的有限公司',
      targetCertNo: code,
      pledgee: '演示甲',
      registerDate: '2026-06-10',
      asOf: '2026-06',
      ...more,
    })
    await importRecords(database, 'equityPledge', [pledge('1')])
    const rows = [pledge('1'), pledge('2'), pledge('2')]
    await importRecords(database, 'equityPledge', rows)
    await importRecords(database, 'equityPledge', rows)
    // A natural person is no subject of an event.
    expect(await eventsOf(database)).toMatchObject([
      {
        subject_key: `c:${code}`,
        kind: 'equityPledge',
        change: 'added',
        field: 'registerDate',
        event_date: '2026-06-10',
        source_id: 'demo-a',
        as_of: '2026-06',
        is_late: 0,
      },
      { subject_key: 'n:演示出质有限公司', change: 'added' },
    ])
  })

  it('name the changed fields, and not an as-of, an address of the source or an older statement', async () => {
    const database = await freshDatabase()
    await importRecords(database, 'punishment', [penalty('1')])
    for (const more of [
      { asOf: '2026-07' },
      { asOf: '2026-07', sourceUrl: 'https://source.example/1' },
      { asOf: '2025', fineAmount: '3' },
      { asOf: '2026-08', fineAmount: '2', reason: '演示' },
    ])
      await importRecords(database, 'punishment', [penalty('1', more)])
    expect(await changesOf(database)).toEqual(['changed reason,fineAmount'])
  })

  it('are not written for a key of a person, which readers never see', async () => {
    const database = await freshDatabase()
    const person = { companyName: name, companyCreditCode: code, name: '演示甲', positions: '董事', asOf: '2026-06' }
    await importRecords(database, 'keyPerson', [person])
    await importRecords(database, 'keyPerson', [{ ...person, personKey: 'P1', asOf: '2026-07' }])
    expect(await changesOf(database)).toEqual([])
    await importRecords(database, 'keyPerson', [{ ...person, personKey: 'P2', positions: '经理', asOf: '2026-08' }])
    expect(await changesOf(database)).toEqual(['changed positions'])
  })

  it('are not written when another source repeats a record', async () => {
    const database = await freshDatabase()
    await importRecords(database, 'punishment', [penalty('1')])
    await importRecords(database, 'punishment', [penalty('9')], { sourceId: 'demo-b' })
    const repeated = [penalty('1', { asOf: '2026-07', reason: '演示' })]
    await importRecords(database, 'punishment', repeated, { sourceId: 'demo-b' })
    expect(await changesOf(database)).toEqual([])
    await importRecords(database, 'punishment', [penalty('1', { asOf: '2026-08', reason: '另' })], {
      sourceId: 'demo-b',
    })
    expect(await changesOf(database)).toEqual(['changed reason'])
  })

  it('state removals, withdrawals and restorations', async () => {
    const database = await freshDatabase()
    await importRecords(database, 'punishment', [penalty('1'), penalty('2')])
    const moved = { asOf: '2026-07', recordStatus: '已移出', removedAt: '2026-07-02' }
    await importRecords(database, 'punishment', [penalty('1', moved)])
    await importRecords(database, 'punishment', [penalty('2', { asOf: '2026-07' })], { removals: true })
    await importRecords(database, 'punishment', [penalty('2', { asOf: '2026-08' })])
    expect(await eventsOf(database)).toMatchObject([
      { change: 'removed', event_date: '2026-07-02', subject_key: `c:${code}` },
      { change: 'removed', event_date: null, subject_key: `c:${code}` },
      { change: 'restored', event_date: null, subject_key: `c:${code}` },
    ])
  })

  it('are late when the record was old at its import', async () => {
    const database = await freshDatabase()
    await importRecords(database, 'punishment', [penalty('1')])
    await importRecords(database, 'punishment', [penalty('2', { decisionDate: '2025-06-10' }), penalty('3')])
    expect((await eventsOf(database)).map(({ is_late }) => is_late)).toEqual([1, 0])
  })
})

/** Two rows about one company, of two months. */
const twoRows = (first: string, second: string, year: number) => [
  company({ legalRepresentative: first, asOf: `${year}-05` }),
  company({ legalRepresentative: second, asOf: `${year}-06` }),
]

/** A second source of fictional companies. */
const withRegister = async (database: TestDatabase) => {
  await database.db
    .insertInto('source')
    .values(buildSource({ id: 'register', kind: 'demo', as_of: null }))
    .execute()
  return database
}

describeBothDatabases('events of companies', (freshDatabase) => {
  it('state the facts that their own source changed', async () => {
    const database = await freshDatabase()
    await importRows(database, [company()])
    await importRows(database, [company()])
    await importRows(database, [company({ asOf: '2026-06' })])
    expect(await eventsOf(database)).toEqual([])
    const changed = company({ asOf: '2026-06', status: '注销', capitalValue: '600', address: '演示路 1 号' })
    await importRows(database, [changed])
    await importRows(database, [changed])
    expect(await eventsOf(database)).toMatchObject([
      {
        subject_key: `c:${code}`,
        kind: 'fact',
        change: 'changed',
        field: 'status',
        value_before: '存续',
        value_after: '注销',
        source_id: 'demo',
        as_of: '2026-06',
        record_id: null,
        event_date: null,
      },
      { field: 'registeredCapital', value_before: '500 万元', value_after: '600 万元' },
    ])
  })

  it('are not written by a newly connected source, an added fact or an older statement', async () => {
    const database = await withRegister(await freshDatabase())
    await importRows(database, [company({ scope: undefined })])
    await importRows(database, [company({ asOf: '2026-06' }), company({ status: '吊销', asOf: '2020' })])
    await importRows(database, [company({ asOf: '2026-07', status: '注销' })], { sourceId: 'register' })
    await importRows(database, [company({ asOf: '2026-08', status: '注销' })])
    expect(await eventsOf(database)).toEqual([])
  })

  it('are not written for a company of two rows in a first load, and once for two rows later', async () => {
    const database = await freshDatabase()
    await importRows(database, twoRows('演示甲', '演示乙', 2025))
    expect(await eventsOf(database)).toEqual([])
    await importRows(database, twoRows('演示丙', '演示丁', 2026))
    expect(await eventsOf(database)).toMatchObject([{ value_before: '演示乙', value_after: '演示丁' }])
  })

  it('are found under the code of the company, whatever the order of the files', async () => {
    const database = await withRegister(await freshDatabase())
    const byKey = { name, sourceKey: 'k1', address: '演示路1号', asOf: '2026-05' }
    await importRows(database, [byKey])
    await importRows(database, [company({ address: undefined })], { sourceId: 'register' })
    await importRows(database, [{ ...byKey, address: '演示路2号', asOf: '2026-06' }])
    expect(await eventsOf(database)).toMatchObject([{ subject_key: `c:${code}`, field: 'address' }])
  })
})

describeDatabases('imports without events', (freshDatabase) => {
  it('are those of the data that ship', async () => {
    const database = await freshDatabase()
    const reference = loadReferenceData({ demo: true })
    await loadStarter({ hiddenNumbers: testHiddenNumbers, database, clock: systemClock, reference, demo: true })
    expect(await eventsOf(database)).toEqual([])
  }, 120_000)

  it('are requested for a first load in several files', async () => {
    const database = await freshDatabase()
    await importRecords(database, 'punishment', [penalty('1')])
    await importRecords(database, 'punishment', [penalty('2')], { withoutEvents: true })
    await importRows(database, [company()])
    await importRows(database, [company({ status: '注销', asOf: '2026-06' })], { withoutEvents: true })
    expect(await eventsOf(database)).toEqual([])
  })
})

/** Rows that the importer stores together, at the beginning of a file. */
const BATCH = 1_000
/** At night, for each of two kinds: twenty points of an import. */
const KILLS = isNightly ? 10 : 1
const ROWS = (KILLS + 4) * BATCH

const program = fileURLToPath(new URL('../cli/import.ts', import.meta.url))

function killedImport(
  { location, db }: TestDatabase,
  words: readonly string[],
  random: { below(limit: number): number },
) {
  const { databaseUrl = '', dataDir } = location
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const read = async () =>
    (await db.selectFrom('import_run').select('rows_read').where('state', '=', 'running').executeTakeFirst())?.rows_read
  return {
    ended: once(child, 'close').then(() => child.signalCode),
    async killInNextBatch() {
      const before = (await read()) ?? 0
      const hasStored = async () => child.exitCode !== null || ((await read()) ?? 0) > before
      await vi.waitUntil(hasStored, { interval: 1 + random.below(30), timeout: 60_000 })
      child.kill('SIGKILL')
    },
  }
}

describeDatabases('an import with events', (freshDatabase) => {
  it.each(isNightly ? ['punishment', 'companies'] : ['punishment'])(
    `of %s that is killed ${KILLS} times writes each event once`,
    async (kind) => {
      const database = await freshDatabase()
      const rowOf = (at: number, isNewer: boolean) =>
        kind === 'companies'
          ? `k${at},演示第${at}有限公司,${isNewer ? '注销' : '存续'},${isNewer ? '2026-06' : '2026-05'}`
          : `演市监处罚${at}号,演示市局,演示第${at}有限公司,2026-06-03,事由${isNewer ? '乙' : '甲'},${isNewer ? '2026-06' : '2026-05'}`
      const header =
        kind === 'companies' ? 'sourceKey,name,status,asOf' : 'docNo,office,companyName,decisionDate,reason,asOf'
      const fileOf = (isNewer: boolean) =>
        testFile([header, ...Array.from({ length: ROWS }, (_, at) => rowOf(at, isNewer))].join('\n'), 'rows.csv')
      const first = await fileOf(false)
      await registerSources(database.db, shippedSources)
      if (kind === 'companies') await importFile(database, { file: first })
      else await importRecordFile(database, 'punishment', { file: first, sourceId: 'demo' })

      const random = seededRandom(20261123)
      const words = [kind, await fileOf(true), '--source', 'demo']
      let kills = 0
      for (let tries = 0; tries < KILLS; tries += 1) {
        const run = killedImport(database, words, random)
        await run.killInNextBatch()
        if ((await run.ended) === 'SIGKILL') kills += 1
      }
      expect(kills).toBeGreaterThan(0)
      await killedImport(database, words, random).ended
      const counts = await database.db
        .selectFrom('company_event')
        .select((event) => ['subject_key', event.fn.countAll<number>().as('events')])
        .groupBy('subject_key')
        .execute()
      expect(counts).toHaveLength(ROWS)
      expect(counts.filter(({ events }) => events !== 1)).toEqual([])
    },
    600_000,
  )
})
