import { expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import { importRecords } from '../../test/importers/import-records.ts'
import { importRows } from '../../test/importers/import-tables.ts'
import { indexStore } from '../../test/search/company-search.local.ts'

/** A text around a name, through every search over the real index. */

const name = '澜山演示贸易有限公司'
const creditCode = '91990001MA0TE5T16H'

describeDatabases('a text around a name or a code', (freshDatabase) => {
  async function open() {
    const database = await freshDatabase()
    const { db } = database
    await importRows(database, [{ name, creditCode, aliases: ['演澜山'], status: '存续' }])
    await importRecords(database, 'dishonestExecutor', [
      {
        name,
        creditCode,
        subjectType: '企业',
        certNo: creditCode,
        caseNo: '（2025）演0101执1号',
        publishDate: '2025-05-06',
      },
    ])
    const test = await openTestApp(db, { index: await indexStore(db) })
    return { test, token: (await signIn(test)).token }
  }

  it.each([
    ['演澜山公司', '演澜山'],
    ['帮我查下演澜山怎么样', '演澜山'],
    [`税号：${creditCode}`, creditCode],
    ['澜山演示贸易股份公司', '澜山演示贸易'],
  ])('finds the company first in every search: %s', async (keyword, usedKeyword) => {
    const { test, token } = await open()
    const as = { token }
    const first = { name }
    const debtor = { name: keyword, subjectType: '企业' } as const
    expect((await call(test.app, 'companySearch', { keyword }, as)).data).toMatchObject({ list: [first], usedKeyword })
    expect((await call(test.app, 'riskSearch', { keyword }, as)).data).toMatchObject({ list: [first], usedKeyword })
    expect((await call(test.app, 'leadSearch', { keyword }, as)).data).toMatchObject({ list: [first], usedKeyword })
    expect((await call(test.app, 'debtorSearch', debtor, as)).data).toMatchObject({ list: [first], usedKeyword })
    expect((await call(test.app, 'companySuggest', { keyword }, as)).data?.list).toMatchObject([first])
  })

  it('searches a name as typed, and no other name for a person', async () => {
    const { test, token } = await open()
    const typed = { keyword: '演澜山' }
    expect((await call(test.app, 'companySearch', typed, { token })).data?.usedKeyword).toBeUndefined()
    const person = { name: '演示甲公司', subjectType: '自然人' } as const
    expect((await call(test.app, 'debtorSearch', person, { token })).data).toMatchObject({ total: 0 })
  })
})
