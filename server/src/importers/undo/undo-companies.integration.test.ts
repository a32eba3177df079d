import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildSource } from '../../../test/builders/companies.ts'
import { describeDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { testUndo } from '../../../test/importers/import-records.ts'
import { dumpCompanies, importRows } from '../../../test/importers/import-tables.ts'
import { fictionalCode } from '../../../test/importers/register-files.ts'
import { isNightly } from '../../../test/nightly.ts'

const RUNS = isNightly ? 150 : 10

type Row = { name: string; code: number; number: number; key: number; scope: string; asOf: string }
type File = { source: string; rows: readonly Row[] }

const row: fc.Arbitrary<Row> = fc.record({
  name: fc.constantFrom('演示甲有限公司', '演示乙有限公司', '演示丙有限公司', ''),
  code: fc.constantFrom(0, 0, 1, 2),
  number: fc.constantFrom(0, 0, 1, 2),
  key: fc.constantFrom(0, 1, 2),
  scope: fc.constantFrom('一', '二', ''),
  asOf: fc.constantFrom('2020', '2021', '2022'),
})

/** Files of three sources in any order, which may contradict each other and themselves. */
const files: fc.Arbitrary<File[]> = fc
  .tuple(
    fc.shuffledSubarray(['demo-1', 'demo-2', 'demo-3'], { minLength: 3 }),
    fc.array(fc.array(row, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 3 }),
  )
  .map(([sources, rows]) => sources.map((source, at) => ({ source, rows: rows[at] ?? [] })))

/** A name, code and number of a row that states nothing else; code and number may be left out. */
const plainRow = (name: string, code = 0, number = 0): Row => ({
  name,
  code,
  number,
  key: 0,
  scope: '一',
  asOf: '2020',
})
const fileOf = (source: string, ...rows: Row[]): File => ({ source, rows })
const named = plainRow('演示甲有限公司')

/** Random cases that once left another store. */
const failedBefore: [File[]][] = [
  [
    [
      fileOf('demo-1', plainRow('', 2, 2), plainRow('演示甲有限公司', 0, 2), named),
      fileOf('demo-3', named),
      fileOf('demo-2', plainRow('演示甲有限公司', 2)),
    ],
  ],
  [
    [
      fileOf('demo-2', plainRow('演示甲有限公司', 0, 1), named),
      fileOf('demo-1', plainRow('演示甲有限公司', 1, 1), plainRow('演示甲有限公司', 2, 1), named),
      fileOf('demo-3', plainRow('演示甲有限公司', 1)),
    ],
  ],
  // A row with the former number of a code made another company.
  [
    [
      fileOf('demo-1', plainRow('演示乙有限公司', 2, 2)),
      fileOf('demo-3', plainRow('演示乙有限公司', 2, 1), { ...plainRow('演示乙有限公司', 0, 2), key: 2 }),
      fileOf('demo-2', { ...plainRow('演示甲有限公司', 0, 1), key: 1 }),
    ],
  ],
  // A row with a number of two codes joined a company by its name.
  [
    [
      fileOf(
        'demo-1',
        { ...plainRow('演示丙有限公司', 0, 1), key: 1 },
        { ...plainRow('演示乙有限公司', 1), key: 1 },
        plainRow('演示甲有限公司', 2, 1),
      ),
      fileOf('demo-2', plainRow('演示乙有限公司', 0, 1), { ...plainRow('演示甲有限公司', 2, 2), key: 1 }),
      fileOf(
        'demo-3',
        { ...plainRow('演示丙有限公司', 1, 1), key: 1 },
        { ...plainRow('演示乙有限公司', 1, 2), key: 1 },
      ),
    ],
  ],
]

/** As `failedBefore`, with the place of the file that is undone. */
const failedWithout: [File[], number][] = [
  // A row with the number alone is pending while two codes have the number.
  [
    [
      fileOf('demo-2', plainRow('演示甲有限公司', 0, 2)),
      fileOf(
        'demo-1',
        plainRow('演示甲有限公司', 2, 2),
        plainRow('演示甲有限公司', 1, 2),
        plainRow('演示甲有限公司', 1),
      ),
      fileOf('demo-3', plainRow('', 0, 2), plainRow('演示甲有限公司', 0, 1)),
    ],
    1,
  ],
  // A pending row is looked at for the company of another code before its own.
  [
    [
      fileOf('demo-3', named),
      fileOf('demo-1', plainRow('', 1, 1)),
      fileOf('demo-2', plainRow('演示甲有限公司', 2, 1), plainRow('演示甲有限公司', 1)),
    ],
    0,
  ],
  // The company of the number alone came after the code that had joined it.
  [
    [
      fileOf('demo-3', plainRow('演示丙有限公司', 0, 1)),
      fileOf('demo-1', plainRow('演示甲有限公司', 2, 1)),
      fileOf('demo-2', plainRow('演示甲有限公司', 1, 1), plainRow('演示甲有限公司', 0, 1)),
    ],
    0,
  ],
  // A pending row that one company refuses waits for the next.
  [
    [
      fileOf('demo-2', plainRow('演示丙有限公司', 1)),
      fileOf('demo-3', { ...plainRow('', 0, 2), key: 1 }, { ...plainRow('演示乙有限公司', 1, 1), key: 1 }),
      fileOf('demo-1', { ...plainRow('演示甲有限公司', 1, 2), asOf: '2022' }),
    ],
    0,
  ],
  // A code joined the company of another number than its own, and the next row has its former number alone.
  [
    [
      fileOf(
        'demo-1',
        plainRow('演示甲有限公司', 0, 2),
        plainRow('演示甲有限公司', 1, 1),
        plainRow('演示甲有限公司', 0, 1),
      ),
      fileOf(
        'demo-2',
        plainRow('演示甲有限公司', 1, 2),
        plainRow('演示甲有限公司', 0, 1),
        plainRow('演示甲有限公司', 1),
      ),
      fileOf('demo-3', { ...named, key: 1 }),
    ],
    2,
  ],
]
const registrationNumbers = ['', '990001131419677', '990001131419685']

const cells = ({ name, code, number, key, scope, asOf }: Row) => ({
  asOf,
  ...(name !== '' && { name }),
  ...(code > 0 && { creditCode: fictionalCode(code) }),
  ...(number > 0 && { registrationNumber: registrationNumbers[number] }),
  ...(key > 0 && { sourceKey: `k${key}` }),
  ...(scope !== '' && { scope }),
})

async function importAll(database: TestDatabase, all: readonly File[]) {
  await database.db
    .insertInto('source')
    .values(['demo-1', 'demo-2', 'demo-3'].map((id) => buildSource({ id, kind: 'demo', as_of: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const summaries = []
  for (const { source, rows } of all) {
    summaries.push(await importRows(database, rows.map(cells), { sourceId: source, maxRejectShare: 1 }))
  }
  return summaries
}

describeDatabases('an undone import of companies', (freshDatabase) => {
  it('leaves a row with the former number of a code apart, where the code joined the company of its new number', async () => {
    const database = await freshDatabase()
    await importAll(database, [
      fileOf('demo-1', plainRow('演示甲有限公司', 0, 2), plainRow('演示甲有限公司', 1, 1)),
      fileOf('demo-2', plainRow('演示甲有限公司', 1, 2), plainRow('演示甲有限公司', 0, 1)),
    ])
    const before = await dumpCompanies(database.db)
    expect(before.companies).toHaveLength(2)
    const [last] = await importAll(database, [fileOf('demo-3', { ...named, key: 1 })])
    await testUndo(database).undo({ number: last?.number ?? 0, operator: 'cli:tester' })
    expect(await dumpCompanies(database.db)).toEqual(before)
  })

  it('leaves the store as it was before, whatever was imported before it', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (all) => {
        const database = await freshDatabase()
        await importAll(database, all.slice(0, 2))
        const before = await dumpCompanies(database.db)
        const [last] = await importAll(database, all.slice(2))
        await testUndo(database).undo({ number: last?.number ?? 0, operator: 'cli:tester' })
        expect(await dumpCompanies(database.db)).toEqual(before)
        await database.remove()
      }),
      { numRuns: RUNS, examples: failedBefore },
    )
  }, 600_000)

  it('leaves what the other sources state, whichever of three is undone', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.nat(2), async (all, undone) => {
        const database = await freshDatabase()
        const summaries = await importAll(database, all)
        // A row that is rejected because of the undone import is not read again.
        fc.pre(summaries.every(({ rejected }) => rejected === 0))
        const { unmatched } = await testUndo(database).undo({
          number: summaries[undone]?.number ?? 0,
          operator: 'cli:tester',
        })
        fc.pre(unmatched === 0)
        const without = await freshDatabase()
        const others = await importAll(without, all.toSpliced(undone, 1))
        fc.pre(others.every(({ rejected }) => rejected === 0))
        expect(await dumpCompanies(database.db)).toEqual(await dumpCompanies(without.db))
        await Promise.all([database.remove(), without.remove()])
      }),
      { numRuns: RUNS, examples: failedWithout },
    )
  }, 600_000)
})
