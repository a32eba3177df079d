import { expect, it } from 'vitest'
import { BUILT_AT } from '../../../test/builders/companies.ts'
import { describeBothDatabases, type TestDatabase } from '../../../test/databases/databases.ts'
import { testHiddenNumbers } from '../../../test/importers/hidden-numbers.ts'
import { testUndo } from '../../../test/importers/import-records.ts'
import { dumpCompanies, importRows } from '../../../test/importers/import-tables.ts'
import { fictionalCode } from '../../../test/importers/register-files.ts'
import { loadReferenceData } from '../../platform/reference-data.ts'
import { createCompanyRemovals } from './company-removal.ts'

const { industries } = loadReferenceData({ demo: true })
const removalsOf = (database: TestDatabase) =>
  createCompanyRemovals({ database, clock: { now: () => BUILT_AT }, industries, hiddenNumbers: testHiddenNumbers })

const creditCode = fictionalCode(1)
const one = { name: '演示甲有限公司', creditCode, scope: '一', asOf: '2024' }
const two = { name: '演示乙有限公司', creditCode: fictionalCode(2) }
const request = { company: creditCode, reason: '演示：企业来函', operator: 'cli:tester' }

async function open(freshDatabase: () => Promise<TestDatabase>) {
  const database = await freshDatabase()
  const { number } = await importRows(database, [one, two])
  const listed = await importRows(database, [{ name: one.name, sourceKey: 'k1', shortName: '演示甲' }])
  const names = async () =>
    (await database.db.selectFrom('company').select('name').orderBy('name').execute()).map(({ name }) => name)
  return { database, number, listed, names, removals: removalsOf(database) }
}

describeBothDatabases('a company that an operator takes out', (freshDatabase) => {
  it.each(['hide', 'remove'] as const)('(%s) is not brought back by an import', async (mode) => {
    const { database, names, removals } = await open(freshDatabase)
    await removals.takeOut({ ...request, mode })
    const rows = [
      { ...one, scope: '二', asOf: '2025' },
      { name: one.name, sourceKey: 'k1', shortName: '甲' },
      { name: one.name, sourceKey: 'k9' },
      { ...two, scope: '三' },
      { name: one.name, creditCode: fictionalCode(3) },
    ]
    // A company of the same name with another code is another company.
    expect(await importRows(database, rows)).toMatchObject({ excluded: 3, rejected: 0 })
    expect(await names()).toEqual(['演示乙有限公司', '演示甲有限公司'])
    const codes = await database.db.selectFrom('company').select('credit_code').where('name', '=', one.name).execute()
    expect(codes).toEqual([{ credit_code: fictionalCode(3) }])
  })

  it('returns as it was when it is lifted, if it was hidden', async () => {
    const { database, removals } = await open(freshDatabase)
    const before = await dumpCompanies(database.db)
    const { id } = await removals.takeOut({ ...request, mode: 'hide' })
    expect(await removals.lift({ id, operator: 'cli:tester' })).toEqual({ name: one.name, isStored: true })
    expect(await dumpCompanies(database.db)).toEqual(before)
    expect(await removals.list(null)).toEqual({ items: [], total: 0, next: null })
  })

  it('returns without what was undone meanwhile', async () => {
    const { database, listed, removals } = await open(freshDatabase)
    const { id } = await removals.takeOut({ ...request, mode: 'hide' })
    await testUndo(database).undo({ number: listed.number, operator: 'cli:tester' })
    await removals.lift({ id, operator: 'cli:tester' })
    expect(await database.db.selectFrom('company').select('short_name').where('id', '=', id).execute()).toEqual([
      { short_name: null },
    ])
  })

  it('returns with the next import when it is lifted, if it was removed', async () => {
    const { database, names, removals } = await open(freshDatabase)
    const { id } = await removals.takeOut({ ...request, mode: 'remove' })
    expect(await removals.lift({ id, operator: 'cli:tester' })).toEqual({ name: one.name, isStored: false })
    expect(await names()).toEqual(['演示乙有限公司'])
    await importRows(database, [one, two])
    expect(await names()).toEqual(['演示乙有限公司', '演示甲有限公司'])
  })

  it('leaves the rows of users, counts them before, and notifies the index', async () => {
    const { database, removals } = await open(freshDatabase)
    const { id } = await removals.preview(creditCode)
    await database.db.insertInto('company_views').values({ company_id: id, views: 3 }).execute()
    const last = async () =>
      database.db.selectFrom('company_change').select('company_id').orderBy('seq', 'desc').limit(1).execute()
    await removals.takeOut({ ...request, mode: 'hide' })
    expect(await last()).toEqual([{ company_id: id }])
    expect(await database.db.selectFrom('company_views').select('views').execute()).toEqual([{ views: 3 }])
  })

  it('is refused when no company has the id or code', async () => {
    const { removals } = await open(freshDatabase)
    await expect(removals.takeOut({ ...request, company: 'c0', mode: 'hide' })).rejects.toThrow('未找到该企业')
    await expect(removals.lift({ id: 'c0', operator: 'cli:tester' })).rejects.toThrow('没有被隐藏或移除')
  })
})
