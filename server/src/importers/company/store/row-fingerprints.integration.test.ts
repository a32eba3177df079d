import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeBothDatabases, describeDatabases, type TestDatabase } from '../../../../test/databases/databases.ts'
import { dumpCompanies, importFile, testFile } from '../../../../test/importers/import-tables.ts'
import { fictionalCode } from '../../../../test/importers/register-files.ts'
import { isNightly } from '../../../../test/nightly.ts'

type Row = { name: string; code: number; scope: string; asOf: string }

const textOf = (rows: readonly Row[]) =>
  [
    'name,creditCode,scope,asOf',
    ...rows.map(({ name, code, scope, asOf }) => `演示${name}有限公司,${fictionalCode(code)},${scope},${asOf}`),
  ].join('\n')

const importText = async (database: TestDatabase, text: string, name: string) =>
  importFile(database, { file: await testFile(text, name) })

const rows: Row[] = [
  { name: '甲', code: 1, scope: '一', asOf: '2020' },
  { name: '乙', code: 2, scope: '二', asOf: '2020' },
  { name: '丙', code: 3, scope: '三', asOf: '2020' },
]

const scopes = async ({ db }: TestDatabase) =>
  (await db.selectFrom('company').select('scope').orderBy('scope').execute()).map((company) => company.scope)

describeBothDatabases('known rows', (freshDatabase) => {
  it('are skipped until a source restates a fact', async () => {
    const database = await freshDatabase()
    const again = async () => {
      await database.db.deleteFrom('company').where('credit_code', '=', fictionalCode(1)).execute()
      const { created, unchanged } = await importText(database, textOf(rows), 'a.csv')
      return { created, unchanged }
    }
    await importText(database, textOf(rows), 'a.csv')
    // The company was deleted and is not created again, because its row was skipped.
    expect(await again()).toEqual({ created: 0, unchanged: 3 })
    await importText(database, textOf([{ name: '乙', code: 2, scope: '另', asOf: '2020' }]), 'b.csv')
    expect(await again()).toEqual({ created: 1, unchanged: 1 })
  })

  it('are skipped in a newer file, and changed rows are read', async () => {
    const database = await freshDatabase()
    await importText(database, textOf(rows), 'a.csv')
    const newer = rows.map((row) => (row.code === 2 ? { ...row, scope: '新', asOf: '2021' } : row))
    expect(await importText(database, textOf(newer), 'a.csv')).toMatchObject({ changed: 1, unchanged: 2 })
    expect(await scopes(database)).toEqual(['一', '三', '新'].sort())
  })

  it('are read again after a restatement: the last statement of a date counts', async () => {
    const database = await freshDatabase()
    const restatedSources = rows.map((row) => ({ ...row, scope: `${row.scope}改` }))
    await importText(database, textOf(rows), 'a.csv')
    await importText(database, textOf(restatedSources), 'b.csv')
    expect(await scopes(database)).toEqual(restatedSources.map((row) => row.scope).sort())
    await importText(database, textOf(rows), 'a.csv')
    expect(await scopes(database)).toEqual(rows.map((row) => row.scope).sort())
  })
})

describeDatabases('skipping rows', (freshDatabase) => {
  it('ends in the same state as reading all rows, for any imports in any order', async () => {
    const row = fc.record({
      name: fc.constantFrom('甲', '乙'),
      code: fc.constantFrom(1, 2, 3),
      scope: fc.constantFrom('一', '二', ''),
      asOf: fc.constantFrom('2020', '2021', ''),
    })
    const files = fc.array(fc.tuple(fc.constantFrom('a.csv', 'b.csv'), fc.array(row, { maxLength: 4 })), {
      minLength: 2,
      maxLength: 5,
    })
    const [skipping, rereading] = [await freshDatabase(), await freshDatabase()]
    await fc.assert(
      fc.asyncProperty(files, async (imports) => {
        for (const [at, [name, rowsOfFile]] of imports.entries()) {
          await importText(skipping, textOf(rowsOfFile), name)
          // Another file name has no fingerprints.
          await importText(rereading, textOf(rowsOfFile), `${at}-${name}`)
        }
        expect(await dumpCompanies(skipping.db)).toEqual(await dumpCompanies(rereading.db))
        await deleteAll(skipping)
        await deleteAll(rereading)
      }),
      { numRuns: isNightly ? 30 : 8 },
    )
  }, 240_000)
})

async function deleteAll({ db }: TestDatabase) {
  for (const table of [
    'company',
    'company_former_id',
    'import_run',
    'row_fingerprint_list',
    'row_fingerprint_batch',
  ] as const) {
    await db.deleteFrom(table).execute()
  }
}
