import { expect, it, vi } from 'vitest'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { insertRecords } from '../../test/builders/records.ts'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { call, fillStore, openTestApp, raisedLimits, signIn, type TestApp, withLimits } from '../../test/http/app.ts'
import { debt } from '../../test/http/record-store.ts'
import type { ReadRouting, RoutedCall } from '../platform/database/postgres/read-routing.ts'
import { bumpRecordRevision } from '../records/record-revision.ts'

const SECOND = 1_000

/** Two processes that have answered every call, so that their caches are filled. */
async function openWarm(database: TestDatabase) {
  const { db } = database
  const [one, other] = [await openTestApp(db), await openTestApp(db)]
  const [company] = await fillStore(db, one)
  const { token } = await signIn(one)
  return { db, one, other, id: company?.id ?? '', token }
}

/** After the bound in milliseconds the value at the process is the new one. */
async function holds<T>({ clock }: TestApp, boundMs: number, read: () => Promise<T>, expected: T) {
  clock.time += boundMs
  expect(await read()).toEqual(expected)
}

describeDatabases('what another process has changed', (freshDatabase) => {
  it('shows in the newest companies within five seconds', async () => {
    const { db, other } = await openWarm(await freshDatabase())
    const newest = async () => (await call(other.app, 'recentRegisterList', {})).data?.[0]?.name
    await newest()
    await insertCompanies(db, [buildCompany({ name: '演示新登记有限公司', founded_on: '2026-06-01' })])
    await holds(other, 5 * SECOND + 1, newest, '演示新登记有限公司')
  })

  it('shows in the name of a source within a second', async () => {
    const { db, other, id, token } = await openWarm(await freshDatabase())
    const names = async () => JSON.stringify((await call(other.app, 'companyDetail', { id }, { token })).data)
    expect(await names()).toContain('测试来源')
    await db.updateTable('source').set({ name: '演示改名来源' }).execute()
    other.clock.time += SECOND + 1
    expect(await names()).toContain('演示改名来源')
  })

  it('shows in counts of companies within five seconds, and of records at once, however many are cached', async () => {
    const { db, other } = await openWarm(await freshDatabase())
    const companies = async () => (await call(other.app, 'coverage', {})).data?.companies
    const before = (await companies()) ?? 0
    const added = buildCompany()
    await insertCompanies(db, [added])
    await db.insertInto('company_change').values({ company_id: added.row.id, at: 0 }).execute()
    await holds(other, 5 * SECOND + 1, companies, before + 1)

    const { token } = await signIn(other)
    const debts = async () =>
      (await call(other.app, 'executedPersonList', { companyId: added.row.id }, { token })).data?.total
    expect(await debts()).toBe(0)
    await insertRecords(db, [debt(added, { kind: 'executedPerson' })])
    await bumpRecordRevision().execute(db)
    await holds(other, 0, debts, 1)
  })

  it('ends a session at once', async () => {
    const { one, other, token } = await openWarm(await freshDatabase())
    expect((await call(other.app, 'devices', {}, { token })).code).toBe(0)
    await call(one.app, 'logout', {}, { token })
    expect((await call(other.app, 'devices', {}, { token })).code).toBe(403)
  })

  it('counts the calls of a company page once at each process, in whichever order they arrive', async () => {
    const { db } = await freshDatabase()
    const limits = raisedLimits()
    limits.buckets.detailsPerVisitorAddress = [{ count: 10, seconds: 3600 }]
    const [one, other] = [await openTestApp(db, withLimits(limits)), await openTestApp(db, withLimits(limits))]
    const [first, second] = await fillStore(db, one)
    const visitor = { remoteAddress: '10.9.0.7' }
    const spentMs = async () => {
      const bucket = db.selectFrom('limit_bucket').select('full_at').where('key', 'like', 'detailsPerVisitorAddress/%')
      return ((await bucket.executeTakeFirst())?.full_at ?? 0) - one.clock.time
    }
    const codes: number[] = []
    const readPage = async ({ app }: TestApp, id = '', keys: readonly ('companyDetail' | 'businessInfo')[]) => {
      for (const key of keys) codes.push((await call(app, key, { id }, visitor)).code)
    }
    await readPage(one, first?.id, ['companyDetail', 'businessInfo'])
    await readPage(one, second?.id, ['businessInfo', 'companyDetail'])
    await readPage(other, second?.id, ['businessInfo', 'companyDetail'])
    expect(codes).toEqual([0, 0, 0, 0, 0, 0])
    await vi.waitFor(async () => expect(await spentMs()).toBe((3 * 3_600_000) / 10), 10_000)
  })
})

/** Routing for which every call has written. */
function createWritingCalls() {
  const calls: RoutedCall[] = []
  const readRouting: ReadRouting = {
    async run(routed, work) {
      calls.push(routed)
      const result = await work()
      await routed.onWritten()
      return result
    },
    states: () => [],
    repeated: () => 0,
  }
  return { readRouting, readsPrimary: () => calls.at(-1)?.readsPrimary }
}

describeDatabases('a session that has written', (freshDatabase) => {
  it('reads the primary for five seconds, at every process, and other callers may read a replica', async () => {
    const { db } = await freshDatabase()
    const [writing, reading] = [createWritingCalls(), createWritingCalls()]
    const one = await openTestApp(db, { readRouting: writing.readRouting })
    const other = await openTestApp(db, { readRouting: { ...reading.readRouting, run: withoutWrite(reading) } })
    const { token } = await signIn(one)
    await call(one.app, 'saveNickname', { nickname: '演示昵称' }, { token })
    const mustReadPrimary = async (as?: string) => {
      if (as === undefined) await call(other.app, 'recentRegisterList', {})
      else await call(other.app, 'devices', {}, { token: as })
      return reading.readsPrimary()
    }
    expect(await mustReadPrimary(token)).toBe(true)
    expect(await mustReadPrimary()).toBe(false)
    other.clock.time += 4_999
    expect(await mustReadPrimary(token)).toBe(true)
    other.clock.time += 1
    expect(await mustReadPrimary(token)).toBe(false)
  })
})

/** Records the calls of the other routing, none of which has written. */
const withoutWrite =
  ({ readRouting }: { readRouting: ReadRouting }): ReadRouting['run'] =>
  (routed, work) =>
    readRouting.run({ ...routed, onWritten: async () => {} }, work)
