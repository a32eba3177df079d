import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { dumpRecords, importRecords, testUndo } from '../../../test/importers/import-records.ts'
import { fictionalCode } from '../../../test/importers/register-files.ts'
import { isNightly } from '../../../test/nightly.ts'

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
