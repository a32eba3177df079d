import type { RecordFields } from '@baiqicha/contract/records/fields'
import { expect, it } from 'vitest'
import { buildCompany, buildSource, insertCompanies } from '../../test/builders/companies.ts'
import { buildRecord, insertRecords } from '../../test/builders/records.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import { indexStore } from '../../test/search/company-search.local.ts'

const name = '演示榜单控股有限公司'
const entry = (fields: RecordFields) =>
  buildRecord({ kind: 'listEntry', source_id: 'lists', subjects: [{ name }], fields })

describeDatabases('a row of a company that lists name', (freshDatabase) => {
  async function rowOf(facts: Parameters<typeof buildCompany>[0]) {
    const { db } = await freshDatabase()
    await db
      .insertInto('source')
      .values([buildSource({ id: 'lists' })])
      .execute()
    const nothing = { credit_code: null, capital_value: null, founded_on: null, legal_representative: null }
    await insertCompanies(db, [buildCompany({ id: 'c-list', name, ...nothing, ...facts })])
    await insertRecords(db, [
      entry({ listName: '演示服务业100强', year: 2025 }),
      entry({
        listName: '演示民营企业500强',
        year: 2025,
        rank: 4,
        revenue: { value: 86_207_200, unit: '万元' },
        revenueYear: 2024,
      }),
      entry({ listName: '演示制造业500强', year: 2025, rank: 9 }),
    ])
    const test = await openTestApp(db, { index: await indexStore(db) })
    const { data } = await call(test.app, 'companySearch', { keyword: name }, await signIn(test))
    return data?.list[0]
  }

  it('has its best rank with the revenue when nothing else of a row is known', async () => {
    expect(await rowOf({})).toMatchObject({
      listEntry: { name: '演示民营企业500强', title: '第 4 位', year: '2024', amount: '86207200' },
    })
  })

  it('has the facts of a row when a register states one', async () => {
    expect(await rowOf({ founded_on: '2020-01-02' })).toMatchObject({ listEntry: null, foundedOn: '2020-01-02' })
  })
})
