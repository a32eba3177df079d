import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { describeBothDatabases, describeDatabases } from '../../../test/databases/databases.ts'
import { dumpRecords, importRecords, testUndo } from '../../../test/importers/import-records.ts'
import { dumpCompanies, importFile, importRows, testFile } from '../../../test/importers/import-tables.ts'
import { fictionalCode } from '../../../test/importers/register-files.ts'
import { isNightly } from '../../../test/nightly.ts'
import { openBulkSession } from '../../platform/database/bulk-session.ts'

const RUNS = isNightly ? 150 : 10
const operator = 'cli:tester'

type Row = { docNo: string; code: number; name: string; reason: string; asOf: string; recordStatus: string }
type File = { source: string; rows: readonly Row[] }

const row: fc.Arbitrary<Row> = fc.record({
  docNo: fc.constantFrom('演市监处罚1号', '演市监处罚2号'),
  code: fc.constantFrom(0, 1, 2),
  name: fc.constantFrom('演示甲有限公司', '演示乙有限公司'),
  reason: fc.constantFrom('事由一', '事由二'),
  asOf: fc.constantFrom('2024-01', '2025-01', '2026-01'),
  recordStatus: fc.constantFrom('', '', '已移出', '已撤销'),
})

const files: fc.Arbitrary<File[]> = fc
  .tuple(
    fc.shuffledSubarray(['demo-a', 'demo-b', 'demo-c'], { minLength: 3 }),
    fc.array(fc.array(row, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 3 }),
  )
  .map(([sources, rows]) => sources.map((source, at) => ({ source, rows: rows[at] ?? [] })))

const rowOf = (number: 1 | 2, code: number, name: '甲' | '乙'): Row => ({
  docNo: `演市监处罚${number}号`,
  code,
  name: `演示${name}有限公司`,
  reason: '事由一',
  asOf: '2024-01',
  recordStatus: '',
})

/** Random cases that once left another store. */
const failedBefore: [File[], number][] = [
  [
    [
      { source: 'demo-b', rows: [rowOf(1, 1, '甲'), rowOf(1, 0, '乙')] },
      { source: 'demo-a', rows: [rowOf(2, 1, '甲'), rowOf(1, 0, '乙')] },
      { source: 'demo-c', rows: [rowOf(1, 2, '甲'), rowOf(1, 0, '乙')] },
    ],
    1,
  ],
]

const cells = ({ code, name, recordStatus, ...rest }: Row) => ({
  ...rest,
  office: '演示市局',
  companyName: name,
  decisionDate: '2024-01-02',
  ...(code > 0 && { companyCreditCode: fictionalCode(code) }),
  ...(recordStatus !== '' && { recordStatus }),
})

/** Pairs of a name and a code, as `dumpRecords` has them. */
const namesIn = (all: readonly File[]) =>
  new Set(
    all
      .flatMap(({ rows }) => rows)
      .filter(({ code }) => code > 0)
      .map(({ name, code }) => JSON.stringify({ name_key: name, subject_key: `c:${fictionalCode(code)}` })),
  )

const pairSchema = z.object({ name_key: z.string(), subject_key: z.string() })

/** Whether a record has the name and the code of the pair. */
function isStatedIn(records: readonly string[], pair: string): boolean {
  const { name_key, subject_key } = z.parse(pairSchema, JSON.parse(pair))
  return records.some((record) => record.includes(name_key) && record.includes(subject_key.slice('c:'.length)))
}

type Database = Parameters<typeof importRecords>[0]

async function importAll(database: Database, all: readonly File[]) {
  const numbers = []
  for (const { source, rows } of all) {
    const { number } = await importRecords(database, 'punishment', rows.map(cells), { sourceId: source })
    numbers.push(number)
  }
  return numbers
}

const penalty = {
  docNo: '演市监处罚1号',
  office: '演示市局',
  companyName: '演示甲有限公司',
  decisionDate: '2024-01-02',
}

describeDatabases('an undone import of records', (freshDatabase) => {
  it('leaves the store as it was before, and what the other sources state', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.nat(2), async (all, undone) => {
        const database = await freshDatabase()
        const numbers = await importAll(database, all)
        await testUndo(database).undo({ number: numbers[undone] ?? 0, operator })
        const without = await freshDatabase()
        const others = all.toSpliced(undone, 1)
        await importAll(without, others)
        const [actual, expected] = [await dumpRecords(database.db), await dumpRecords(without.db)]
        expect({ ...actual, names: [] }).toEqual({ ...expected, names: [] })
        // Pairs of statements that another row superseded may be forgotten, or still be known.
        const stated = expected.names.filter((name) => isStatedIn(expected.records, name))
        expect(stated.filter((name) => !actual.names.includes(name))).toEqual([])
        expect(actual.names.filter((name) => !namesIn(others).has(name))).toEqual([])
        await Promise.all([database.remove(), without.remove()])
      }),
      { numRuns: RUNS, examples: failedBefore },
    )
  }, 600_000)

  it('leaves the earlier version of the same source', async () => {
    const database = await freshDatabase()
    await importRecords(database, 'punishment', [{ ...penalty, reason: '事由一', asOf: '2024' }])
    const before = await dumpRecords(database.db)
    const { number } = await importRecords(database, 'punishment', [{ ...penalty, reason: '事由二', asOf: '2025' }])
    await testUndo(database).undo({ number, operator })
    expect(await dumpRecords(database.db)).toEqual(before)
  })
})

const creditCode = fictionalCode(1)
const company = (scope: string, asOf: string) => ({ name: '演示甲有限公司', creditCode, scope, asOf })

describeBothDatabases('the undo of an import', (freshDatabase) => {
  it('returns a fact to the earlier version of the same source', async () => {
    const database = await freshDatabase()
    await importRows(database, [company('一', '2024')])
    const before = await dumpCompanies(database.db)
    const { number } = await importRows(database, [company('二', '2025')])
    await testUndo(database).undo({ number, operator })
    expect(await dumpCompanies(database.db)).toEqual(before)
  })

  it('keeps what a later import states, and lists it', async () => {
    const database = await freshDatabase()
    const { number } = await importRows(database, [company('一', '2024')])
    const later = await importRows(database, [company('二', '2025')])
    const { effects } = await testUndo(database).undo({ number, operator })
    expect(effects).toMatchObject({
      removed: 0,
      restored: 1,
      later: [{ number: later.number, fileName: 'companies.ndjson', shared: 1 }],
    })
    expect(await database.db.selectFrom('company').select(['scope', 'only_run']).execute()).toEqual([
      { scope: '二', only_run: later.number },
    ])
  })

  it('stores the same file again afterwards', async () => {
    const database = await freshDatabase()
    const file = await testFile(`${JSON.stringify(company('一', '2024'))}\n`, 'companies.ndjson')
    const first = await importFile(database, { file })
    const before = await dumpCompanies(database.db)
    await testUndo(database).undo({ number: first.number, operator })
    expect((await dumpCompanies(database.db)).companies).toEqual([])
    const again = await importFile(database, { file })
    expect(again).toMatchObject({ number: first.number + 1, created: 1 })
    expect(await dumpCompanies(database.db)).toEqual(before)
  })

  it('deletes the changes that followers were shown, and lets the index read the companies again', async () => {
    const database = await freshDatabase()
    await importRows(database, [{ ...company('一', '2024'), legalRepresentative: '演示甲' }])
    const { number } = await importRows(database, [{ ...company('一', '2025'), legalRepresentative: '演示乙' }])
    const events = () => database.db.selectFrom('company_event').selectAll().execute()
    const changes = () => database.db.selectFrom('company_change').selectAll().execute()
    expect(await events()).toHaveLength(1)
    const before = await changes()
    await testUndo(database).undo({ number, operator })
    expect(await events()).toEqual([])
    expect(await changes()).toHaveLength(before.length + 1)
  })

  it('is refused for an unknown number, a second time, and while an import runs', async () => {
    const database = await freshDatabase()
    const { number } = await importRows(database, [company('一', '2024')])
    const undo = testUndo(database)
    await expect(undo.undo({ number: 99, operator })).rejects.toThrow('本版本以前的导入没有编号，不能撤销')
    const session = await openBulkSession(database, { isLarge: false })
    await expect(undo.undo({ number, operator })).rejects.toThrow('另一个导入正在进行')
    await session?.close()
    await undo.undo({ number, operator })
    await expect(undo.undo({ number, operator })).rejects.toThrow(`导入 ${number} 已经撤销`)
  })

  it('is refused while a later import of the source relies on its rows', async () => {
    const database = await freshDatabase()
    const first = await importRows(database, [company('一', '2024')])
    const second = await importRows(database, [company('一', '2024'), { name: '演示乙有限公司', sourceKey: 'k2' }])
    const undo = testUndo(database)
    await expect(undo.undo({ number: first.number, operator })).rejects.toThrow(`请先撤销：${second.number}`)
    await undo.undo({ number: second.number, operator })
    await undo.undo({ number: first.number, operator })
    expect((await dumpCompanies(database.db)).companies).toEqual([])
  })

  it('goes on after an interruption', async () => {
    const database = await freshDatabase()
    await importRows(database, [company('一', '2024')])
    const before = await dumpCompanies(database.db)
    const rows = Array.from({ length: 1_200 }, (_, at) => ({ name: `演示第${at}有限公司`, sourceKey: `k${at}` }))
    const { number } = await importRows(database, [...rows, company('二', '2025')])
    const stopped = testUndo(database).undo({
      number,
      operator,
      onProgress: () => {
        throw new Error('interrupted')
      },
    })
    await expect(stopped).rejects.toThrow('interrupted')
    expect((await testUndo(database).show(number)).numbered.state).toBe('undoing')
    await testUndo(database).undo({ number, operator })
    expect(await dumpCompanies(database.db)).toEqual(before)
  })

  it('returns what a source covers, and disconnects a source without other imports', async () => {
    const database = await freshDatabase()
    const first = await importRecords(database, 'punishment', [penalty], { covers: 'named' })
    const second = await importRecords(database, 'punishment', [{ ...penalty, reason: '事由' }], { covers: 'all' })
    const coverage = () => database.db.selectFrom('record_feed').select('covers').execute()
    await testUndo(database).undo({ number: second.number, operator })
    expect(await coverage()).toEqual([{ covers: 'named' }])
    await testUndo(database).undo({ number: first.number, operator })
    expect(await coverage()).toEqual([])
    expect(await database.db.selectFrom('source_import').selectAll().execute()).toEqual([])
  })
})
