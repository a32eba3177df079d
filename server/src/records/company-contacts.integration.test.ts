import { expect, it } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeBothDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { testHiddenNumbers } from '../../test/importers/hidden-numbers.ts'
import { importRecords } from '../../test/importers/import-records.ts'
import { importRows } from '../../test/importers/import-tables.ts'
import type { Database } from '../platform/database/database.ts'
import { createCompanyContacts } from './company-contacts.ts'

const code = '91990001MA0TE5T16H'
const name = '澜山演示贸易有限公司'
const mobile = '15400000001'
const landline = '0990-2345678'
const clock = { now: () => BUILT_AT }

const contactsIn = (db: Database) =>
  createCompanyContacts({ db, clock, includeDemo: true, hiddenNumbers: testHiddenNumbers })

const idOf = async (db: Database) =>
  (await db.selectFrom('company').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

const disclosure = (value: string, deviation: object = {}) => ({
  companyName: name,
  companyCreditCode: code,
  value,
  category: '年报',
  year: 2025,
  sourceDate: '2026-03-18',
  ...deviation,
})

/** A company with own fields, and disclosures of the same and of further contacts. */
async function storeContacts(database: TestDatabase) {
  await importRows(database, [
    { name, creditCode: code, phones: [landline], email: 'office@lanshan.example', website: 'www.lanshan.example' },
  ])
  await importRecords(database, 'contact', [
    disclosure('+86 154 0000 0001', { contactName: '杨演示', positions: '经理', state: '实号', area: '演示市' }),
    disclosure(mobile, { year: 2024, sourceDate: '2025-03-18', state: '未知' }),
    disclosure('(0990) 2345678', { category: '官网', year: null, sourceTitle: '演示官网', sourceDate: '2026-05-01' }),
    disclosure('yan@mail.example', { category: '自行公开', sourceDate: '2026-01-02' }),
    disclosure('15400000002', { recordStatus: '历史' }),
  ])
  return { db: database.db, id: await idOf(database.db) }
}

describeBothDatabases('the contacts of a company', (freshDatabase) => {
  it('are one row per number with every source, the recommended first, mobiles and private mailboxes masked', async () => {
    const { db, id } = await storeContacts(await freshDatabase())
    const contacts = (await contactsIn(db).contactsOf([id, 'c-none'])).get(id) ?? []
    expect(contacts.map(({ type, shown, labels, sources }) => [type, shown, labels.join(), sources.length])).toEqual([
      ['固话', landline, '推荐', 2],
      ['邮箱', 'office@lanshan.example', '', 1],
      ['网址', 'www.lanshan.example', '', 1],
      ['手机', '154****0001', '', 2],
      ['邮箱', 'y***@mail.example', '', 1],
    ])
    expect(contacts[3]).toMatchObject({
      number: mobile,
      contactName: '杨**',
      positions: ['经理'],
      state: '实号',
      area: '演示市',
      operator: null,
      updatedAt: '2026-03-18',
      sameNumberCount: 1,
      isCompanyMailbox: false,
      dispute: null,
      sources: [
        { category: '年报', name: '2025 年度报告', year: 2025, date: '2026-03-18', url: null },
        { category: '年报', name: '2024 年度报告', year: 2024, date: '2025-03-18', url: null },
      ],
    })
    expect(contacts[0]?.sources.map((source) => source.name)).toEqual(['演示数据', '演示官网'])
    expect(contacts.map(({ isCompanyMailbox }) => isCompanyMailbox)).toEqual([false, true, false, false, false])
  })

  it('lead from a number to every company that publishes it today, by code, by name and by own fields', async () => {
    const { db, id } = await storeContacts(await freshDatabase())
    const contacts = contactsIn(db)
    expect(await contacts.companiesWith('0990 2345678', { limit: 10, offset: 0 })).toEqual({ ids: [id], total: 1 })
    expect(await contacts.companiesWith('+86 15400000001', { limit: 10, offset: 0 })).toEqual({ ids: [id], total: 1 })
    // Only the history states it.
    expect(await contacts.companiesWith('15400000002', { limit: 10, offset: 0 })).toEqual({ ids: [], total: 0 })
    expect(await contacts.companiesWith('演示', { limit: 10, offset: 0 })).toEqual({ ids: [], total: 0 })
    expect(await contacts.connectedAsOf()).toEqual({ connected: true, asOf: null })
    expect(await contacts.connectedAsOf(id)).toEqual({ connected: true, asOf: null })
  })

  it('count the distinct companies of a number, and name a number of ten companies', async () => {
    const database = await freshDatabase()
    const { db, id } = await storeContacts(database)
    const others = Array.from({ length: 9 }, (_, at) => buildCompany({ name: `演示第${at}咨询有限公司`, is_demo: 1 }))
    await insertCompanies(db, others)
    // Two companies of one name: a record that states only the name is about neither.
    await insertCompanies(
      db,
      [1, 2].map(() => buildCompany({ name: '同名演示咨询有限公司', is_demo: 1 })),
    )
    await importRecords(database, 'contact', [
      ...others.map(({ row }) => ({ companyName: row.name, value: mobile, category: '年报', year: 2025 })),
      { companyName: '同名演示咨询有限公司', value: mobile, category: '年报', year: 2025 },
    ])
    const contacts = contactsIn(db)
    expect((await contacts.companiesWith(mobile, { limit: 3, offset: 9 })).ids).toHaveLength(1)
    expect((await contacts.companiesWith(mobile, { limit: 20, offset: 0 })).total).toBe(10)
    const own = (await contacts.contactsOf([id])).get(id)?.find(({ type }) => type === '手机')
    expect(own).toMatchObject({ sameNumberCount: 10, labels: ['疑似代理记账'] })
  })
})
