import { expect, it } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { buildRecord, insertFeed, insertRecords } from '../../../test/builders/records.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../../test/http/app.ts'

const code = (last: number) => `91990001MA0DEM0X${10 + last}`
const about = (last: number) => ({ is_demo: 1, subjects: [{ creditCode: code(last) }] }) as const

describeDatabases('查风险', (freshDatabase) => {
  it('shows current and past counts of every kind, the gravest severity and the date', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const { app, search } = test
    const companies = ['甲', '乙', '丙'].map((word, last) =>
      buildCompany({ id: `c-${last}`, name: `演示云岚${word}有限公司`, credit_code: code(last), is_demo: 1 }),
    )
    await insertCompanies(db, companies)
    for (const { row } of companies) search.names.set(row.id, row.name)
    await insertRecords(db, [
      buildRecord({ kind: 'dishonestExecutor', display_until: '2026-06-30', ...about(0) }),
      buildRecord({ kind: 'dishonestExecutor', standing: 'history', ...about(0) }),
      buildRecord({ kind: 'equityPledge', ...about(1) }),
      buildRecord({ kind: 'punishment', disputed_at: BUILT_AT, ...about(1) }),
    ])
    await insertFeed(db, { kind: 'taxViolation', is_demo: 1, as_of: '2026-07-01' })
    const { token } = await signIn(test)
    const request = async (input: { keyword: string; kind?: 'dishonestExecutor' }) =>
      (await call(app, 'riskSearch', input, { token })).data?.list

    const rows = await request({ keyword: '云岚' })
    expect(
      rows?.map(({ id, maxSeverity, asOf, isDishonestDebtor }) => [id, maxSeverity, asOf, isDishonestDebtor]),
    ).toEqual([
      ['c-0', '高', '2026-07-01', true],
      ['c-1', '提示', '2026-07-01', false],
      ['c-2', null, '2026-07-01', false],
    ])
    expect(rows?.[0]).toMatchObject({ matchReason: { field: 'name' }, hitRanges: [[2, 4]] })
    expect(rows?.[0]?.riskCounts).toEqual({
      dishonestExecutor: { current: 1, disputed: 0, history: 1 },
      equityPledge: { current: 0, disputed: 0, history: 0 },
      punishment: { current: 0, disputed: 0, history: 0 },
      taxViolation: { current: 0, disputed: 0, history: 0 },
    })
    expect(rows?.[1]?.riskCounts.punishment).toEqual({ current: 0, disputed: 1, history: 0 })

    // The index stub does not filter, so rows are checked against the database.
    expect((await request({ keyword: '云岚', kind: 'dishonestExecutor' }))?.map(({ id }) => id)).toEqual(['c-0'])
    expect(search.lastQuery?.filters).toEqual({ risk: 'dishonestExecutor' })
    test.clock.time += 86_400_000
    expect(await request({ keyword: '云岚', kind: 'dishonestExecutor' })).toEqual([])
  })

  it('lists the gravest first over all pages, after the company whose whole name was typed', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const names = [
      '演示云岚有限公司',
      '演示云岚提示有限公司',
      '演示云岚无有限公司',
      '演示云岚高有限公司',
      '演示云岚中有限公司',
    ]
    const companies = names.map((name, last) =>
      buildCompany({ id: `c-${last}`, name, credit_code: code(last), is_demo: 1 }),
    )
    await insertCompanies(db, companies)
    for (const { row } of companies) test.search.names.set(row.id, row.name)
    await insertRecords(db, [
      buildRecord({ kind: 'equityPledge', ...about(1) }),
      buildRecord({ kind: 'dishonestExecutor', ...about(3) }),
      buildRecord({ kind: 'executedPerson', ...about(4) }),
    ])
    const { token } = await signIn(test)
    const idsOf = async (keyword: string, paging: { page?: number; pageSize?: number } = {}) => {
      const { data } = await call(test.app, 'riskSearch', { keyword, ...paging }, { token })
      return [data?.page, data?.total, ...(data?.list ?? []).map(({ id }) => id)]
    }
    expect(await idsOf('云岚')).toEqual([1, 5, 'c-3', 'c-4', 'c-1', 'c-0', 'c-2'])
    expect(await idsOf('云岚', { page: 2, pageSize: 2 })).toEqual([2, 5, 'c-1', 'c-0'])
    expect((await idsOf('演示云岚有限公司'))[2]).toBe('c-0')
  })

  it('finds by name while the index is being prepared, but never pretends to filter', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    await insertCompanies(db, [buildCompany({ name: '演示云岚有限公司' })])
    test.search.condition = 'preparing'
    const { token } = await signIn(test)
    const plain = await call(test.app, 'riskSearch', { keyword: '演示云岚' }, { token })
    expect(plain.data).toMatchObject({ partial: true, total: 1 })
    const input = { keyword: '演示云岚', kind: 'executedPerson' } as const
    expect(await call(test.app, 'riskSearch', input, { token })).toMatchObject({ status: 503, data: null })
    expect(await call(test.app, 'riskSearch', { keyword: '%' }, { token })).toMatchObject({ code: 4105 })
  })
})
