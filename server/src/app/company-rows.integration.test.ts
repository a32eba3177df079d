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

/** An annual report of 2019 names 演示甲; officers of 2024-05 do not. */

const deposed = '演示旧任酒业股份有限公司'

describeDatabases('a legal representative whom newer officers contradict', (freshDatabase) => {
  async function open(officers: readonly { name: string; positions: string[] }[]) {
    const { db } = await freshDatabase()
    const sources = [
      buildSource({ id: 'report', kind: 'annual-report' }),
      buildSource({ id: 'facts', name: '上市公司基本资料' }),
    ]
    await db.insertInto('source').values(sources).execute()
    const old = { legal_representative: '演示甲', people_source: 'report', people_as_of: '2019' }
    const company = buildCompany({ id: 'c-old', name: deposed, credit_code: null, ...old })
    await insertCompanies(db, [company])
    const record = { kind: 'keyPerson', source_id: 'facts', as_of: '2024-05', subjects: [{ name: deposed }] } as const
    await insertRecords(
      db,
      officers.map((fields) => buildRecord({ ...record, fields })),
    )
    const test = await openTestApp(db, { index: await indexStore(db) })
    const { token } = await signIn(test)
    return { app: test.app, as: { token } }
  }

  it('gives way to the newer officer in every place, except the register card and his page', async () => {
    const { app, as } = await open([
      { name: '演示丁', positions: ['董事会秘书'] },
      { name: '演示乙', positions: ['董事长'] },
    ])
    const inRow = {
      legalRepresentative: null,
      legalRepresentativeYear: null,
      leadingOfficer: { name: '演示乙', title: '董事长', year: '2024' },
    }
    const byName = { keyword: deposed }
    expect((await call(app, 'companySearch', byName, as)).data?.list).toMatchObject([inRow])
    expect((await call(app, 'riskSearch', byName, as)).data?.list).toMatchObject([inRow])
    expect((await call(app, 'leadSearch', byName, as)).data?.list).toMatchObject([inRow])
    const stated = { name: '演示甲', title: '法定代表人', datedBy: '2019 年年报' }
    const { data: detail } = await call(app, 'companyDetail', { id: 'c-old' }, as)
    expect(detail).toMatchObject({
      legalRepresentative: stated,
      leadingOfficer: {
        name: '演示乙',
        title: '董事长',
        datedBy: '2024-05',
        source: { sourceId: 'facts', sourceName: '上市公司基本资料', asOf: '2024-05' },
      },
    })
    expect((await call(app, 'businessInfo', { id: 'c-old' }, as)).data?.legalRepresentative).toEqual(stated)
    expect((await call(app, 'companySearch', { keyword: '演示甲' }, as)).data?.list).toEqual([])
    expect((await call(app, 'companySuggest', { keyword: '演示甲' }, as)).data?.list).toEqual([])
    expect((await call(app, 'companySearch', { keyword: '演示乙' }, as)).data?.list).toMatchObject([{ id: 'c-old' }])
    const person = await call(app, 'personDetail', { companyId: 'c-old', role: 'legalRepresentative' }, as)
    expect(person.data).toMatchObject({ name: '演示甲', positions: [{ isCurrent: false }] })
  })

  it('stays with his year when he is among them', async () => {
    const { app, as } = await open([{ name: '演示甲', positions: ['董事长', '总经理'] }])
    const dated = { legalRepresentative: '演示甲', legalRepresentativeYear: '2019', leadingOfficer: null }
    expect((await call(app, 'companySearch', { keyword: '演示甲' }, as)).data?.list).toMatchObject([dated])
    const suggested = await call(app, 'companySuggest', { keyword: '演示甲' }, as)
    expect(suggested.data?.list).toMatchObject([
      { matchReason: { field: 'legalRepresentative' }, legalRepresentativeYear: '2019' },
    ])
    const { data } = await call(app, 'companyDetail', { id: 'c-old' }, as)
    expect(data).toMatchObject({ legalRepresentative: { name: '演示甲' }, leadingOfficer: null })
  })
})
