import { resultCode } from '@baiqicha/contract/result-codes'
import { expect, it } from 'vitest'
import { describeBothDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { call, freshMobile, lastCode, openTestApp, requestCode, signIn, type TestApp } from '../../test/http/app.ts'
import { testHiddenNumbers } from '../../test/importers/hidden-numbers.ts'
import { importRecords } from '../../test/importers/import-records.ts'
import { importRows } from '../../test/importers/import-tables.ts'
import { createCompanySource } from '../features/company/company-source.repository.ts'
import { loadReferenceData } from '../platform/reference-data.ts'
import { createCompanyContacts } from '../records/company-contacts.ts'

const code = '91990001MA0TE5T16H'
const name = '澜山演示贸易有限公司'
const mobile = '15400000001'
const landline = '0990-2345678'
const reference = loadReferenceData({ demo: true })

const importCompany = (database: TestDatabase) =>
  importRows(database, [{ name, creditCode: code, phones: [landline, '154 0000 0001', '15400000003'] }])
const importContacts = (database: TestDatabase, year = 2025) =>
  importRecords(database, 'contact', [
    { companyName: name, companyCreditCode: code, value: mobile, category: '年报', year },
    { companyName: name, companyCreditCode: code, value: '15400000002', category: '年报', year },
  ])

/** A company that publishes the number twice, its application, and the places that may state the number. */
async function openWithNumber(database: TestDatabase) {
  const { db } = database
  await importCompany(database)
  await importContacts(database)
  const test = await openTestApp(db)
  const { id } = await db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  // The index finds the company by the number until it reads the change.
  test.search.names.set(id, mobile)
  const { token } = await signIn(test)
  const contacts = createCompanyContacts({ db, clock: test.clock, includeDemo: true, hiddenNumbers: testHiddenNumbers })
  const source = createCompanySource({ db, clock: test.clock, reference, includeDemo: true })
  const findings = async () => {
    const page = await call(test.app, 'companyDetail', { id }, { token })
    const search = await call(test.app, 'companySearch', { keyword: mobile }, { token })
    const suggested = await call(test.app, 'companySuggest', { keyword: mobile }, { token })
    const published = (await contacts.contactsOf([id])).get(id) ?? []
    const indexed: string[] = []
    for await (const { phones } of source.companies([id])) indexed.push(...phones)
    return {
      companyPage: page.data?.phones.includes('154****0001'),
      search: search.data?.total,
      suggestions: suggested.data?.list.length,
      contacts: published.filter(({ number }) => number === mobile).length,
      companiesWith: (await contacts.companiesWith(mobile, { limit: 10, offset: 0 })).total,
      index: indexed.includes(mobile),
      others: [page.data?.phones.length, published.length],
    }
  }
  return { test, db, findings }
}

const everywhere = {
  companyPage: true,
  search: 1,
  suggestions: 1,
  contacts: 1,
  companiesWith: 1,
  index: true,
  others: [3, 4],
}
const nowhere = {
  companyPage: false,
  search: 0,
  suggestions: 0,
  contacts: 0,
  companiesWith: 0,
  index: false,
  others: [2, 3],
}

async function withCode(test: TestApp, key: 'hideNumber' | 'showNumber', number = mobile) {
  await requestCode(test, number, { scene: 'hideNumber', deviceId: `device ${test.sent.length}` })
  return call(test.app, key, { mobile: number, smsCode: lastCode(test, number) })
}

describeBothDatabases('a number hidden by its owner', (freshDatabase) => {
  it('is absent everywhere at once, also after new and repeated imports, until its owner undoes it', async () => {
    const database = await freshDatabase()
    const { test, findings } = await openWithNumber(database)
    expect(await findings()).toEqual(everywhere)

    expect(await withCode(test, 'hideNumber')).toMatchObject({ code: 0, data: { hidden: true } })
    expect(await findings()).toEqual(nowhere)

    await importContacts(database)
    await importContacts(database, 2026)
    await importRows(database, [{ name, creditCode: code, phones: [landline, mobile, '15400000003'] }])
    expect(await findings()).toEqual(nowhere)

    test.clock.time += 61_000
    expect(await withCode(test, 'showNumber')).toMatchObject({ code: 0, data: { hidden: false } })
    expect(await findings()).toMatchObject({ companyPage: true, search: 1, contacts: 1, companiesWith: 1 })
  })

  it('stays hidden at companies and in records that are imported later for the first time', async () => {
    const database = await freshDatabase()
    const test = await openTestApp(database.db)
    expect(await withCode(test, 'hideNumber')).toMatchObject({ code: 0 })
    await importCompany(database)
    await importContacts(database)
    const { id } = await database.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
    expect((await call(test.app, 'companyDetail', { id })).data?.phones).toEqual([landline, '154****0003'])
    const contacts = createCompanyContacts({
      db: database.db,
      clock: test.clock,
      includeDemo: true,
      hiddenNumbers: testHiddenNumbers,
    })
    expect((await contacts.contactsOf([id])).get(id)?.map(({ shown }) => shown)).not.toContain('154****0001')
  })

  it('is stored encrypted, and queues its companies for the index', async () => {
    const database = await freshDatabase()
    const { test, db } = await openWithNumber(database)
    const revision = async () =>
      (await db.selectFrom('record_revision').select('revision').executeTakeFirst())?.revision
    const before = await revision()
    await db.deleteFrom('company_change').execute()
    await withCode(test, 'hideNumber')
    expect(JSON.stringify(await db.selectFrom('hidden_number').selectAll().execute())).not.toContain(mobile)
    expect(await db.selectFrom('company_change').select('company_id').distinct().execute()).toHaveLength(1)
    expect(await revision()).not.toBe(before)
  })

  it('has a row in the audit of operators each time, without the number', async () => {
    const { test, db } = await openWithNumber(await freshDatabase())
    await withCode(test, 'hideNumber')
    test.clock.time += 61_000
    await withCode(test, 'showNumber')
    const rows = await db
      .selectFrom('operator_audit')
      .select(['operator', 'action', 'subject'])
      .where('action', 'in', ['numberHidden', 'numberShown'])
      .orderBy('at')
      .execute()
    const subject = testHiddenNumbers.referenceOf(mobile)
    expect(rows).toEqual([
      { operator: 'owner:sms', action: 'numberHidden', subject },
      { operator: 'owner:sms', action: 'numberShown', subject },
    ])
  })

  it('of a cell with others is the only one left out', async () => {
    const database = await freshDatabase()
    const test = await openTestApp(database.db)
    await importRows(database, [{ name, creditCode: code, phones: [`演示甲${mobile}、15400000003（演示乙）`] }])
    const { id } = await database.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
    const shown = async () => (await call(test.app, 'companyDetail', { id })).data?.phones
    expect(await shown()).toEqual(['154****0001', '154****0003'])
    await withCode(test, 'hideNumber')
    expect(await shown()).toEqual(['154****0003'])
  })

  it('is refused twice, with a used code, with the code of another number, and for a landline', async () => {
    const database = await freshDatabase()
    const { test, db } = await openWithNumber(database)
    await withCode(test, 'hideNumber')
    const used = { mobile, smsCode: lastCode(test, mobile) }
    expect(await call(test.app, 'hideNumber', used)).toMatchObject({
      code: resultCode.smsCodeVoid,
      message: '验证码已失效，请重新获取',
    })
    test.clock.time += 61_000
    expect(await withCode(test, 'hideNumber')).toMatchObject({
      code: resultCode.numberUnchanged,
      message: '该号码已隐藏',
    })
    const other = freshMobile()
    await requestCode(test, other, { scene: 'hideNumber' })
    expect(await call(test.app, 'hideNumber', { mobile: '15400000002', smsCode: lastCode(test, other) })).toMatchObject(
      { code: resultCode.smsCodeVoid },
    )
    expect(await withCode(test, 'showNumber', other)).toMatchObject({
      code: resultCode.numberUnchanged,
      message: '该号码未隐藏',
    })
    expect(await call(test.app, 'hideNumber', { mobile: landline, smsCode: '123456' })).toMatchObject({
      code: resultCode.mobileInvalid,
      message: '固话和邮箱请通过“数据纠错”提交，并上传凭证',
    })
    expect(await db.selectFrom('hidden_number').select('added_by').execute()).toEqual([{ added_by: 'owner' }])
  })
})
