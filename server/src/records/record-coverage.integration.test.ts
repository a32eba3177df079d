import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { insertFeed } from '../../test/builders/records.ts'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import { importRecords } from '../../test/importers/import-records.ts'
import { ImportRefused } from '../importers/input/import-refused.ts'

const none = { current: 0, disputed: 0, history: 0 }
const companies = {
  xiamen: buildCompany({ id: 'c-xiamen', name: '演示厦门一号有限公司', region_code: '350203' }),
  fuzhou: buildCompany({ id: 'c-fuzhou', name: '演示福州一号有限公司', region_code: '350102' }),
  province: buildCompany({ id: 'c-province', name: '演示全省一号有限公司', region_code: '350000' }),
  unplaced: buildCompany({
    id: 'c-unplaced',
    name: '演示无名一号有限公司',
    region_code: null,
    list_province: '福建省',
  }),
  listed: buildCompany({
    id: 'c-listed',
    name: '演示深圳一号有限公司',
    region_code: '440305',
    listings: [{ code: '000001' }],
  }),
  fictional: buildCompany({ id: 'c-demo', name: '演示虚构一号有限公司', region_code: '350203', is_demo: 1 }),
} as const
type Name = keyof typeof companies
const names = Object.keys(companies).filter((name): name is Name => name in companies)

let cases = 0
/** A punishment, or a change of a name, of a company that is not stored. */
const others = {
  punishment: { docNo: '演市监处罚1号', companyName: '演示他方有限公司', reason: '演示', decisionDate: '2026-02-03' },
  changeRecord: { companyName: '演示他方有限公司', item: '证券简称变更', changeDate: '2020-01-02', after: '演示' },
}
const debt = (name: string, row: object = {}) => ({
  name,
  subjectType: '企业',
  caseNo: `（2026）演0101执${++cases}号`,
  publishDate: '2026-05-06',
  ...row,
})

/** An app that has cached nothing, and a signed-in reader. */
async function open(database: TestDatabase) {
  const test = await openTestApp(database.db)
  for (const { row } of Object.values(companies)) test.search.names.set(row.id, row.name)
  const { token } = await signIn(test)
  const sectionOf = async (name: Name, key = 'dishonestExecutor') =>
    (await call(test.app, 'companyDetail', { id: companies[name].row.id })).data?.sections.find(
      (section) => section.key === key,
    )
  return { test, token, sectionOf }
}
const real = (covers: string | undefined) => ({ sourceId: 'real', covers })

describeDatabases('what a source covers', (freshDatabase) => {
  /** A store with all companies. */
  async function store() {
    const database = await freshDatabase()
    await insertCompanies(database.db, Object.values(companies))
    return database
  }

  it('is 0 of the companies inside only, and 未接入 of all others', async () => {
    const database = await store()
    const { test, sectionOf } = await open(database)
    for (const [covers, covered] of [
      ['all', ['xiamen', 'fuzhou', 'province', 'unplaced', 'listed']],
      ['regions=3502', ['xiamen']],
      ['regions=350200', ['xiamen']],
      ['regions=35', ['xiamen', 'fuzhou', 'province']],
      ['regions=350206', []],
      ['regions=3501,3502', ['xiamen', 'fuzhou']],
      ['listed', ['listed']],
      ['companies=c-unplaced', ['unplaced']],
      ['named', []],
    ] as const) {
      await importRecords(database, 'dishonestExecutor', [debt('演示他方有限公司')], real(covers))
      test.clock.time += 1_001
      const sections = []
      for (const name of names) {
        const section = await sectionOf(name)
        sections.push([name, section?.connected, section?.counts])
      }
      const expected = names.map((name) =>
        covered.some((one) => one === name) ? [name, true, none] : [name, false, null],
      )
      expect({ covers, sections }).toEqual({ covers, sections: expected })
    }
  })

  it('adds up over sources, and a demonstration source covers demonstration companies only', async () => {
    const database = await store()
    await importRecords(database, 'dishonestExecutor', [debt('演示他方有限公司')], real('regions=3502'))
    await insertFeed(database.db, { kind: 'dishonestExecutor', source_id: 'other', covers: 'regions=3501' })
    await insertFeed(database.db, { kind: 'dishonestExecutor', source_id: 'demo-a', is_demo: 1 })
    const { sectionOf } = await open(database)
    const connected = await Promise.all(names.map(async (name) => ((await sectionOf(name))?.connected ? name : [])))
    expect(connected.flat()).toEqual(['xiamen', 'fuzhou', 'fictional'])
  })

  it('follows a company whose region is stated later, and districts of a municipality', async () => {
    const database = await store()
    await importRecords(database, 'dishonestExecutor', [debt('演示他方有限公司')], real('regions=310000'))
    const { sectionOf } = await open(database)
    expect(await sectionOf('unplaced')).toMatchObject({ connected: false, counts: null })
    const move = (region_code: string) =>
      database.db.updateTable('company').set({ region_code }).where('id', '=', 'c-unplaced').execute()
    await move('310115')
    expect(await sectionOf('unplaced')).toMatchObject({ connected: true, counts: none })
    await move('320100')
    expect(await sectionOf('unplaced')).toMatchObject({ connected: false, counts: null })
  })

  it('never hides the records of a company outside', async () => {
    const database = await store()
    const rows = [debt(companies.fuzhou.row.name), debt(companies.listed.row.name, { recordStatus: '历史' })]
    await importRecords(database, 'dishonestExecutor', rows, real('regions=3502'))
    const { test, token, sectionOf } = await open(database)
    expect(await sectionOf('fuzhou')).toMatchObject({ connected: false, counts: { ...none, current: 1 }, asOf: null })
    expect(await sectionOf('listed')).toMatchObject({ connected: false, counts: { ...none, history: 1 } })
    const { data: detail } = await call(test.app, 'companyDetail', { id: 'c-fuzhou' })
    expect(detail).toMatchObject({ isDishonestDebtor: true, risk: { high: 1 } })
    // A past record says nothing about current ones.
    expect((await call(test.app, 'companyDetail', { id: 'c-listed' })).data?.risk).toBeNull()
    const list = await call(test.app, 'dishonestExecutorList', { companyId: 'c-fuzhou' }, { token })
    expect(list.data).toMatchObject({ connected: false, feeds: [], total: 1 })
  })

  it('is that of the companies with a record where it was never stated, as after an upgrade', async () => {
    const database = await store()
    await importRecords(database, 'dishonestExecutor', [debt(companies.fuzhou.row.name)], real('all'))
    await database.db.updateTable('record_feed').set({ covers: null }).execute()
    const { sectionOf } = await open(database)
    expect(await sectionOf('fuzhou')).toMatchObject({ connected: true, asOf: '2026-06-30' })
    expect(await sectionOf('xiamen')).toMatchObject({ connected: false, counts: null })
  })

  it('may leave out kinds of change and years, which the page and list of a company state', async () => {
    const database = await store()
    const covers = 'listed items=证券简称变更 years=2014-11..2024-05'
    await importRecords(database, 'changeRecord', [others.changeRecord], real(covers))
    const { test, sectionOf } = await open(database)
    const limits = [{ items: ['证券简称变更'], from: '2014-11', to: '2024-05' }]
    expect(await sectionOf('listed', 'changeRecord')).toMatchObject({ connected: true, counts: none, limits })
    expect(await sectionOf('xiamen', 'changeRecord')).toEqual({
      key: 'changeRecord',
      connected: false,
      counts: null,
      asOf: null,
    })
    const { data } = await call(test.app, 'changeRecordList', { id: 'c-listed' })
    expect(data).toMatchObject({ connected: true, limits, total: 0 })
    // Of a kind that another source states whole, nothing is left out.
    await insertFeed(database.db, { kind: 'changeRecord', source_id: 'other', covers: 'regions=44' })
    const later = await open(database)
    expect(await later.sectionOf('listed', 'changeRecord')).not.toHaveProperty('limits')
    // 关于我们 names the part that no source states.
    await database.db.deleteFrom('record_feed').where('source_id', '=', 'other').execute()
    const about = await call((await open(database)).test.app, 'about', {})
    expect(about.data?.unconnectedKinds).toContain('工商变更')
    expect(about.data?.unconnectedKinds).not.toContain('变更记录')
  })

  it('leaves out the same of a company that it names, and nothing where another source covers the company', async () => {
    const database = await store()
    const change = { ...others.changeRecord, companyName: companies.listed.row.name }
    await importRecords(database, 'changeRecord', [change], real('named items=证券简称变更'))
    const { test, sectionOf } = await open(database)
    const limits = [{ items: ['证券简称变更'], from: null, to: null }]
    const counts = { ...none, current: 1 }
    expect(await sectionOf('listed', 'changeRecord')).toMatchObject({ connected: true, counts, limits })
    const { data } = await call(test.app, 'changeRecordList', { id: 'c-listed' })
    expect(data).toMatchObject({ connected: true, limits, total: 1 })
    expect(await sectionOf('xiamen', 'changeRecord')).toMatchObject({ connected: false, counts: null })
    await insertFeed(database.db, { kind: 'changeRecord', source_id: 'other', covers: 'regions=44' })
    expect(await (await open(database)).sectionOf('listed', 'changeRecord')).not.toHaveProperty('limits')
  })

  it('decides what 查风险 states of a company, and of a kind without results', async () => {
    const database = await store()
    await importRecords(database, 'dishonestExecutor', [debt('演示他方有限公司')], real('regions=3502'))
    await importRecords(database, 'punishment', [others.punishment], {
      sourceId: 'real',
      covers: 'all years=2020..2022',
    })
    const { test, token } = await open(database)
    const search = async (keyword: string, kind?: 'dishonestExecutor') =>
      (await call(test.app, 'riskSearch', kind === undefined ? { keyword } : { keyword, kind }, { token })).data
    const rows = (await search('一号'))?.list.map(({ id, riskCounts }) => [id, riskCounts])
    // A source of some years states no 0.
    expect(Object.fromEntries(rows ?? [])).toEqual({
      ...Object.fromEntries(names.map((name) => [companies[name].row.id, {}])),
      'c-xiamen': { dishonestExecutor: none },
    })
    expect(await search('厦门', 'dishonestExecutor')).toMatchObject({ list: [], connected: true })
    for (const keyword of ['福州', '一号']) {
      expect(await search(keyword, 'dishonestExecutor')).toMatchObject({ list: [], connected: false })
    }
  })

  it('decides whether 查企业失信 found none or cannot know', async () => {
    const database = await store()
    await importRecords(database, 'dishonestExecutor', [debt('演示他方有限公司')], real('regions=3502'))
    const { test, token } = await open(database)
    const isConnected = async (name: string, subjectType: '企业' | '自然人' = '企业') =>
      (await call(test.app, 'debtorSearch', { name, subjectType }, { token })).data?.connected
    expect(await isConnected(companies.xiamen.row.name)).toBe(true)
    for (const name of ['演示福州一号有限公司', '一号', '演示从未收录有限公司']) {
      expect([name, await isConnected(name)]).toEqual([name, false])
    }
    expect(await isConnected('张三', '自然人')).toBe(false)
    await importRecords(database, 'dishonestExecutor', [debt('演示他方有限公司')], { sourceId: 'real', covers: 'all' })
    test.clock.time += 1_001
    expect([await isConnected('演示从未收录有限公司'), await isConnected('张三', '自然人')]).toEqual([true, true])
  })

  it('decides what a person page states without records', async () => {
    const database = await store()
    for (const name of ['xiamen', 'fuzhou'] as const) {
      await database.db
        .updateTable('company')
        .set({ legal_representative: '演示甲', people_source: 'test', people_as_of: '2026-06' })
        .where('id', '=', companies[name].row.id)
        .execute()
    }
    await importRecords(database, 'dishonestExecutor', [debt('演示他方有限公司')], real('regions=3502'))
    const coverageOf = async (companyId: string) => {
      const { test, token } = await open(database)
      const input = { companyId, role: 'legalRepresentative' } as const
      return (await call(test.app, 'personDetail', input, { token })).data?.recordCoverage
    }
    expect([await coverageOf('c-xiamen'), await coverageOf('c-fuzhou')]).toEqual(['some', 'none'])
    for (const kind of ['consumptionRestriction', 'punishment', 'taxViolation'] as const) {
      await insertFeed(database.db, { kind, source_id: 'real', covers: 'regions=3502' })
    }
    expect([await coverageOf('c-xiamen'), await coverageOf('c-fuzhou')]).toEqual(['all', 'none'])
  })
})

describeDatabases('the first import of a source and kind', (freshDatabase) => {
  it('is refused without what the source covers, in one sentence, and stores nothing', async () => {
    const database = await freshDatabase()
    const rows = [debt('演示他方有限公司')]
    const importing = importRecords(database, 'dishonestExecutor', rows, { covers: undefined })
    await expect(importing).rejects.toThrow(ImportRefused)
    await expect(importing).rejects.toThrow(
      /^首次导入来源 demo-a 的失信被执行人，须说明它覆盖哪些企业，如 --covers all[^。]*。$/,
    )
    await expect(
      importRecords(database, 'dishonestExecutor', rows, { covers: undefined, dryRun: true }),
    ).rejects.toThrow(ImportRefused)
    await expect(importRecords(database, 'dishonestExecutor', rows, { covers: '厦门' })).rejects.toThrow(
      '“厦门”不是有效的覆盖范围',
    )
    expect(await database.db.selectFrom('record').select('id').execute()).toEqual([])
    expect(await database.db.selectFrom('record_feed').select('kind').execute()).toEqual([])
  })

  it('states it for this kind alone; later imports keep it or state it again', async () => {
    const database = await freshDatabase()
    const covers = async () =>
      (await database.db.selectFrom('record_feed').select(['kind', 'covers']).execute()).map((feed) => feed.covers)
    await importRecords(database, 'dishonestExecutor', [debt('演示一方有限公司')], { covers: 'regions=3502' })
    const other = importRecords(database, 'punishment', [others.punishment], { covers: undefined })
    await expect(other).rejects.toThrow('首次导入来源 demo-a 的行政处罚')
    await importRecords(database, 'dishonestExecutor', [debt('演示二方有限公司')], { covers: undefined })
    expect(await covers()).toEqual(['regions=3502'])
    await importRecords(database, 'dishonestExecutor', [debt('演示三方有限公司')], { covers: 'regions=35' })
    expect(await covers()).toEqual(['regions=35'])
  })

  it('need not state it for withdrawals, which connect nothing', async () => {
    const database = await freshDatabase()
    await importRecords(database, 'dishonestExecutor', [debt('演示一方有限公司')], {
      covers: undefined,
      removals: true,
    })
    expect(await database.db.selectFrom('record_feed').select('kind').execute()).toEqual([])
  })
})
