import type { CheckSite } from '@baiqicha/contract/official-check'
import { expect, it } from 'vitest'
import { BUILT_AT, buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, freshMobile, openTestApp, signIn } from '../../../test/http/app.ts'

const DAY = 86_400_000

describeDatabases('官方核查', (freshDatabase) => {
  async function open(listings: Parameters<typeof buildCompany>[0] = {}) {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const { row } = buildCompany({ name: '深圳澜岚演示有限公司' })
    await insertCompanies(db, [buildCompany({ id: row.id, name: row.name, ...listings })])
    const { token } = await signIn(test)
    const read = async (caller: { token?: string } = { token }) =>
      (await call(test.app, 'officialChecks', { id: row.id }, caller)).data
    const mark = (site: CheckSite, result: 'none' | 'found' | null) =>
      call(test.app, 'saveOfficialCheck', { companyId: row.id, site, result }, { token })
    const marks = async (caller?: { token?: string }) =>
      (await read(caller))?.sites.flatMap(({ site, result, checkedOn }) =>
        result === null ? [] : [[site, result, checkedOn]],
      )
    return { test, read, mark, marks, mobile: freshMobile() }
  }

  it('names five sites, and the announcements by code for a company with a stock', async () => {
    const plain = await open()
    expect((await plain.read({}))?.sites.map(({ name }) => name)).toEqual([
      '国家企业信用信息公示系统',
      '中国执行信息公开网',
      '中国裁判文书网',
      '信用中国',
      '税务总局重大税收违法',
    ])
    const listed = await open({ listings: [{ code: '990001', state: '上市' }] })
    expect((await listed.read({}))?.sites.at(-1)).toMatchObject({
      name: '巨潮资讯 990001',
      url: 'http://www.cninfo.com.cn/new/fulltextSearch?notautosubmit=&keyWord=990001',
    })
  })

  it('stores one result for a site with the day in China, and the last one counts', async () => {
    const { test, mark, marks } = await open()
    await mark('credit', 'none')
    test.clock.time = BUILT_AT + DAY + 17 * 3_600_000
    await mark('tax', 'none')
    await mark('tax', 'found')
    expect(await marks()).toEqual([
      ['credit', 'none', '2026-06-30'],
      ['tax', 'found', '2026-07-02'],
    ])
  })

  it('removes a mark', async () => {
    const { mark, marks } = await open()
    await mark('credit', 'found')
    await mark('credit', null)
    expect(await marks()).toEqual([])
  })

  it('shows the marks of a user to nobody else', async () => {
    const { test, mark, marks, mobile } = await open()
    await mark('credit', 'found')
    const other = await signIn(test, mobile)
    expect(await marks({ token: other.token })).toEqual([])
    expect(await marks({})).toEqual([])
  })

  it('refuses a company that is unknown', async () => {
    const { test } = await open()
    const { token } = await signIn(test)
    const body = { companyId: 'c-none', site: 'credit', result: 'none' } as const
    expect(await call(test.app, 'saveOfficialCheck', body, { token })).toMatchObject({ code: 4040, data: null })
  })
})
