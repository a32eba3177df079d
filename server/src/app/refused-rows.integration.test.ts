import { expect, it } from 'vitest'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeBothDatabases } from '../../test/databases/databases.ts'
import { call } from '../../test/http/app.ts'
import { company, debt, readRecordsOf } from '../../test/http/record-store.ts'

describeBothDatabases('a stored row outside the schema', (freshDatabase) => {
  const { test, db, token, store, debts } = readRecordsOf(freshDatabase)
  const reportsOf = (route: string) =>
    test().logged.filter((line) => line.includes('rows-left-out') && line.includes(route))

  it('is left out of a list of records and logged by its fields only', async () => {
    const debtor = company()
    await store(debtor, [
      debt(debtor, { fields: { caseNo: '（2024）演0101执1号' } }),
      debt(debtor, { fields: { caseNo: '（2024）演0101执2号', publishDate: '二〇二四年' } }),
    ])
    const list = await debts(debtor)
    expect(list?.list.map(({ fields }) => fields['caseNo'])).toEqual(['（2024）演0101执1号'])
    const [report, ...others] = reportsOf('dishonestExecutorList')
    expect(others).toEqual([])
    expect(report).toMatch(/list\.[01]\.publishedAt/)
    expect(report).not.toContain(debtor.row.name)
    expect(report).not.toContain('二〇二四年')
  })

  it('is left out of a bare list', async () => {
    const [readable, refused] = [
      buildCompany({ founded_on: '2026-01-02' }),
      buildCompany({ founded_on: '2026-02-30 上午' }),
    ]
    await insertCompanies(db(), [readable, refused])
    test().clock.time += 3_600_000
    const { data } = await call(test().app, 'recentRegisterDetail', {}, { token: token() })
    const ids = data?.map(({ id }) => id)
    expect(ids).toContain(readable.row.id)
    expect(ids).not.toContain(refused.row.id)
  })

  it('fails a list of which it is the only row', async () => {
    const debtor = company()
    await store(debtor, [debt(debtor, { fields: { publishDate: '二〇二四年' } })])
    const answer = await call(test().app, 'dishonestExecutorList', { companyId: debtor.row.id }, { token: token() })
    expect(answer.status).toBe(500)
  })
})
