import { expect, it } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { dumpCompanies, importFile, importRows } from '../../../test/importers/import-tables.ts'
import {
  fictionalCode,
  ordersOf,
  type RegisterFile,
  registerFiles,
  writeRegisterFile,
} from '../../../test/importers/register-files.ts'
import { companyIdFrom } from './resolve/entity-matching.ts'

const sources = ['register', 'exchange'].map((id) => ({
  id,
  name: id,
  scope: '演示',
  url: null,
  licence: 'Apache-2.0',
  kind: 'demo',
  as_of: id === 'register' ? '2018' : '2025',
}))

async function importAll(database: TestDatabase, files: readonly RegisterFile[]) {
  await database.db
    .insertInto('source')
    .values(sources)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const file of files) {
    const summary = await importFile(database, { file: await writeRegisterFile(file), ...file.request })
    expect([file.name, summary.rejected]).toEqual([file.name, 0])
  }
}

describeDatabases('files about the same companies', (freshDatabase) => {
  it('end in the same state in any order, including ids', async () => {
    const files = registerFiles()
    const expected = await freshDatabase()
    await importAll(expected, files)
    const end = await dumpCompanies(expected.db)
    for (const order of ordersOf(files)) {
      const database = await freshDatabase()
      await importAll(database, order)
      const fileNames = order.map((file) => file.name)
      expect({ fileNames, ...(await dumpCompanies(database.db)) }).toEqual({ fileNames, ...end })
      await database.remove()
    }
  }, 240_000)

  it('are merged by codes, and by a name that no other company has', async () => {
    const database = await freshDatabase()
    await importAll(database, registerFiles().toReversed())
    const companies = await database.db.selectFrom('company').selectAll().orderBy('id').execute()
    const named = (name: string) => companies.filter((company) => company.name === name)
    expect(named('演示甲有限公司')).toMatchObject([
      {
        id: companyIdFrom('creditCode', fictionalCode(1)),
        matched_by: 'name',
        short_name: '演示甲',
        address: '演示路1号',
      },
    ])
    // The register has only the older name.
    expect(named('演示乙集团有限公司')).toMatchObject([{ credit_code: fictionalCode(2), short_name: '演乙' }])
    expect(named('演示老有限公司')).toMatchObject([
      { registration_number: '990001131419677', legal_representative: '演示甲' },
    ])
    expect(named('演示(丙)有限公司')).toMatchObject([{ credit_code: fictionalCode(8), scope: '丙' }])
    // Namesakes: two of the register and one of the exchange stay three companies.
    for (const name of ['演示同名有限公司', '演示孪生有限公司']) {
      expect(
        named(name)
          .map((company) => [company.credit_code !== null, company.short_name !== null])
          .sort(([a], [b]) => Number(a) - Number(b)),
      ).toEqual([
        [false, true],
        [true, false],
        [true, false],
      ])
    }
    const pending = await database.db.selectFrom('pending_row').select('lookup_key').orderBy('lookup_key').execute()
    expect(pending.map((row) => row.lookup_key)).toEqual([
      `creditCode\n${fictionalCode(99)}`,
      'exchange\n990107',
      'exchange\n990107',
    ])
  })

  it('replace an id by that of a stronger key, and redirect the old id', async () => {
    const database = await freshDatabase()
    const [oldId, newId] = [companyIdFrom('demo', 'k1'), companyIdFrom('creditCode', fictionalCode(1))]
    await importRows(database, [{ name: '演示甲有限公司', sourceKey: 'k1' }])
    await database.db.insertInto('company_views').values({ company_id: oldId, views: 3 }).execute()
    await importRows(database, [{ name: '演示甲有限公司', creditCode: fictionalCode(1) }])
    expect(await database.db.selectFrom('company').select('id').execute()).toEqual([{ id: newId }])
    expect(await database.db.selectFrom('company_former_id').selectAll().execute()).toEqual([
      { id: oldId, company_id: newId },
    ])
    expect(await database.db.selectFrom('company_views').selectAll().execute()).toEqual([
      { company_id: newId, views: 3 },
    ])
    const changes = await database.db.selectFrom('company_change').select('company_id').orderBy('seq').execute()
    expect(changes.map((change) => change.company_id)).toEqual([oldId, oldId, newId])
  })

  it('are split again when a namesake appears, each with its own facts', async () => {
    const database = await freshDatabase()
    await importRows(database, [{ name: '演示甲有限公司', sourceKey: 'k1', scope: '交易所', asOf: '2025' }])
    await importRows(database, [{ name: '演示甲有限公司', creditCode: fictionalCode(1), scope: '登记', asOf: '2020' }])
    await importRows(database, [
      { name: '演示甲有限公司', creditCode: fictionalCode(2), scope: '另一家', asOf: '2020' },
    ])
    const companies = await database.db.selectFrom('company').selectAll().orderBy('scope').execute()
    expect(companies.map((company) => [company.scope, company.credit_code, company.matched_by])).toEqual(
      [
        ['交易所', null, 'sourceKey'],
        ['另一家', fictionalCode(2), 'creditCode'],
        ['登记', fictionalCode(1), 'creditCode'],
      ].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
    )
    expect(await database.db.selectFrom('company_former_id').selectAll().execute()).toEqual([])
    expect(await database.db.selectFrom('company_part').selectAll().execute()).toEqual([])
  })
})
