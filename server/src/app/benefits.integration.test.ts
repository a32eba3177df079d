import { BATCH_ROWS } from '@baiqicha/contract/batch'
import { type Benefit, benefits, type UserLevel } from '@baiqicha/contract/benefits'
import { envelopeSchema, PAGE_LIMIT, PAGE_SIZE_LIMIT } from '@baiqicha/contract/envelope'
import { resultCode } from '@baiqicha/contract/result-codes'
import { API_BASE, exceptions, type RouteKey, routes } from '@baiqicha/contract/routes'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { buildRecord, insertRecords } from '../../test/builders/records.ts'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import {
  call,
  fillStore,
  openTestApp,
  raisedLimits,
  shippedLimits,
  signIn,
  type TestApp,
  withLimits,
} from '../../test/http/app.ts'
import { ask } from '../../test/http/assistant.ts'
import { sendBatch } from '../../test/http/batch.ts'
import { leadFilterInputs } from '../../test/http/leads.ts'

type Caller = { level: UserLevel; token?: string }
type Opened = { test: TestApp; callers: readonly Caller[] }

/** Number of company pages a visitor may open here. */
const ALLOWANCE = 3

async function open({ db }: TestDatabase): Promise<Opened & { id: string; otherId: string }> {
  const limits = raisedLimits()
  const { relationsPerUser, relationsPerMember, companyReportsPerUser } = shippedLimits().buckets
  Object.assign(limits.buckets, { relationsPerUser, relationsPerMember, companyReportsPerUser })
  limits.buckets.detailsPerVisitorAddress = [{ count: ALLOWANCE, seconds: 3600 }]
  const test = await openTestApp(db, {
    ...withLimits(limits),
    typesetReport: async () => ({ pdf: Buffer.from('%PDF'), pages: 1 }),
  })
  const [company, other] = await fillStore(db, test)
  const [user, member] = [await signIn(test), await signIn(test)]
  const choices = { careerIdStr: 'jobSeeker', industryIdStr: 'software' }
  await call(test.app, 'saveIndustryCareer', choices, { token: member.token })
  const detail = await call(test.app, 'userDetail', {}, { token: member.token })
  expect(detail.data?.isVip).toBe(true)
  const callers = [
    { level: 'visitor' },
    { level: 'registered', token: user.token },
    { level: 'vip', token: member.token },
  ] as const
  return { test, callers, id: company?.id ?? '', otherId: other?.id ?? '' }
}

const as = ({ token }: Caller) => (token === undefined ? {} : { token })

/** For each counted row, how a user with every right is counted; null where the call is refused. */
type Count = (test: TestApp, caller: Caller) => Promise<number | null>

const countsOf = (id: string, many: readonly string[]): Record<string, Count> => ({
  async leadReveals({ app }, caller) {
    let opened = 0
    for (const companyId of many.slice(0, 40)) {
      const { code } = await call(app, 'leadDetail', { id: companyId }, as(caller))
      if (code === resultCode.noSession) return null
      if (code === resultCode.ok) opened += 1
    }
    return opened
  },
  async companyReports(test, caller) {
    let ordered = 0
    for (let turn = 0; turn < 25; turn += 1) {
      const { code } = await call(test.app, 'createReport', { companyId: id }, as(caller))
      if (code !== resultCode.ok) continue
      ordered += 1
      // Ten wait at most: the next order follows once this one is made.
      await vi.waitFor(async () => {
        const { data } = await call(test.app, 'reportList', {}, as(caller))
        expect(data?.list.every(({ state }) => state === 'done')).toBe(true)
      })
    }
    return ordered === 0 ? null : ordered
  },
  async leadExports({ app }, caller) {
    let exported = 0
    for (let turn = 0; turn < 5; turn += 1) {
      const response = await app.inject({
        url: API_BASE + exceptions.exportLeads.path,
        query: { keyword: '' },
        headers: caller.token === undefined ? {} : { token: caller.token },
      })
      if (String(response.headers['content-type']).startsWith('text/csv')) exported += 1
    }
    return exported === 0 ? null : exported
  },
  async batchRows(test, caller) {
    const send = (rows: number) => sendBatch(test, caller.token ?? '', '演示有限公司\n'.repeat(rows))
    let counted = 0
    for (;;) {
      const { code } = await send(caller.level === 'vip' ? BATCH_ROWS : 1)
      if (code === resultCode.noSession) return null
      if (code === resultCode.batchUnfit) return counted
      expect(code).toBe(resultCode.ok)
      counted += caller.level === 'vip' ? BATCH_ROWS : 1
    }
  },
  async assistantQuestions(test, caller) {
    let answered = 0
    // 20 an hour, so that the limit of the day is reached within six hours.
    for (let hour = 0; hour < 6; hour += 1) {
      for (let turn = 0; turn < 25; turn += 1) {
        if ((await ask(test, caller.token ?? '', '演示问题')).refusal === null) answered += 1
      }
      test.clock.time += 3_600_000
    }
    return answered === 0 ? null : answered
  },
  async searchRows({ app }, caller) {
    const page = (number: number) =>
      call(app, 'companySearch', { keyword: '演示', page: number, pageSize: PAGE_SIZE_LIMIT }, as(caller))
    const last = await page(PAGE_LIMIT)
    if (last.code === resultCode.noSession) return null
    expect((await page(PAGE_LIMIT + 1)).code).toBe(resultCode.badRequest)
    return (PAGE_LIMIT - 1) * PAGE_SIZE_LIMIT + (last.data?.list.length ?? 0)
  },
  async searchHistory({ app }, caller) {
    for (const companyName of many) await call(app, 'saveSearchHistory', { companyName }, as(caller))
    return (await call(app, 'searchHistory', { type: 'search' }, as(caller))).data?.viewHistoryList.length ?? null
  },
  async viewHistory({ app }, caller) {
    for (const companyId of caller.token === undefined ? [id] : many) {
      await call(app, 'companyDetail', { id: companyId }, as(caller))
    }
    let rows = 0
    for (let page = 1; ; page += 1) {
      const { data } = await call(app, 'recentBrowseDetail', { page, pageSize: PAGE_SIZE_LIMIT }, as(caller))
      if (data === null) return null
      if (data.length === 0) return rows
      rows += data.length
    }
  },
  async apiKeys({ app }, caller) {
    for (let created = 0; ; created += 1) {
      const { code } = await call(app, 'createApiKey', { name: `演示${created}`, days: 30 }, as(caller))
      if (code === resultCode.noSession) return null
      if (code !== resultCode.ok) return created
    }
  },
  async relation({ app }, caller) {
    for (let answered = 0; ; answered += 1) {
      const { code } = await call(app, 'relationPaths', { from: many[0] ?? '', to: many[1] ?? '' }, as(caller))
      if (code === resultCode.noSession) return null
      if (code === resultCode.tooManyRequests) return answered
      expect(code).toBe(resultCode.ok)
    }
  },
  async follow({ app }, caller) {
    for (const companyId of many) await call(app, 'followCompany', { companyId }, as(caller))
    return (await call(app, 'followList', {}, as(caller))).data?.list.length ?? null
  },
})

describeDatabases('the table of benefits', (freshDatabase) => {
  it('states for every call who may make it', async () => {
    const { test, callers, id, otherId } = await open(await freshDatabase())
    const inputs: Partial<Record<RouteKey, Record<string, string>>> = {
      companyDetail: { id },
      businessInfo: { id },
      companySearch: { keyword: '云岚' },
      companySuggest: { keyword: '云岚' },
      leadSearch: { keyword: '' },
      leadDetail: { id },
      searchHistory: { type: 'search' },
      saveSearchHistory: { companyName: '演示' },
      deleteSearchHistory: { id: 's-none' },
      deleteViewHistory: { companyId: 'c-none' },
      followCompany: { companyId: id },
      removeAlert: { channel: 'mail' },
      relationPaths: { from: id, to: otherId },
      unfollowCompany: { companyId: 'c-none' },
      renameFollowGroup: { from: '演示分组', to: '' },
    }
    const tryCall = async (key: RouteKey, { values }: Benefit, { level, token }: Caller, filter = {}) => {
      const { method, path } = routes[key]
      const input = { ...inputs[key], ...filter }
      const response = await test.app.inject({
        method,
        url: API_BASE + path,
        ...(method === 'GET' ? { query: input } : { payload: input }),
        ...(token !== undefined && { headers: { token } }),
      })
      const { code } = z.parse(envelopeSchema, response.json())
      const refused = level === 'visitor' ? resultCode.noSession : resultCode.notInMembership
      const stated = values[level] === false ? refused : resultCode.ok
      expect.soft({ key, level, code }).toEqual({ key, level, code: stated })
    }
    for (const row of benefits) {
      const filters = row.filters?.map((filter) => leadFilterInputs[filter]) ?? [{}]
      for (const caller of callers) {
        for (const key of row.routes) for (const filter of filters) await tryCall(key, row, caller, filter)
      }
    }
  })

  it('states the amount that each group of callers gets', async () => {
    const database = await freshDatabase()
    const { test, callers, id } = await open(database)
    const companies = Array.from({ length: 201 }, (_, at) => buildCompany({ name: `演示记录${at}有限公司` }))
    await database.db.transaction().execute((tx) => insertCompanies(tx, companies))
    await insertRecords(
      database.db,
      companies.map(({ row }) =>
        buildRecord({ kind: 'contact', fields: { value: '0990-2345678' }, subjects: [{ name: row.name }] }),
      ),
    )
    const ids = companies.map(({ row }) => row.id)
    // A thousand results and more; the test reads the last page.
    for (let at = 1; at <= PAGE_LIMIT * PAGE_SIZE_LIMIT - ids.length; at += 1)
      test.search.names.set(`c-filler-${at}`, '演示')
    for (const { row } of companies) test.search.names.set(row.id, row.name)

    const counts = countsOf(id, ids)
    const rows = benefits.filter(({ unit }) => unit !== undefined)
    expect(rows.map(({ key }) => key).toSorted()).toEqual(Object.keys(counts).toSorted())
    for (const { key, values } of rows) {
      for (const caller of callers) {
        const { level } = caller
        const counted = await counts[key]?.(test, caller)
        expect.soft({ key, level, counted: counted ?? false }).toEqual({ key, level, counted: values[level] })
      }
    }
  })

  it('lists the callers who read companies without a limit', async () => {
    const { test, callers, id } = await open(await freshDatabase())
    const row = benefits.find(({ key }) => key === 'company')
    for (const caller of callers) {
      const codes: number[] = []
      for (let turn = 0; turn <= ALLOWANCE; turn += 1) {
        codes.push((await call(test.app, 'companyDetail', { id }, as(caller))).code)
      }
      const isCounted = typeof row?.values[caller.level] === 'string'
      expect(codes.at(0)).toBe(resultCode.ok)
      expect(codes.at(-1)).toBe(isCounted ? resultCode.tooManyRequests : resultCode.ok)
    }
  })
})
