import { KEY_QUOTA_HEADER, KEY_REMAINING_HEADER } from '@baiqicha/contract/api-keys'
import { keyRouteKeys, routeKeys, routes } from '@baiqicha/contract/routes'
import { expect, it } from 'vitest'
import { arrive, partners, ticketFor } from '../../../test/account/accounts.ts'
import { describeBothDatabases, describeDatabases, type FreshDatabase } from '../../../test/databases/databases.ts'
import {
  call,
  fillStore,
  freshMobile,
  lastCode,
  openTestApp,
  raisedLimits,
  requestCode,
  signIn,
  withLimits,
} from '../../../test/http/app.ts'

const DAY = 86_400_000
const quota = 5

/** A user who creates keys, with a quota of calls a day. */
const openKeys =
  (freshDatabase: FreshDatabase) =>
  async (daily = quota) => {
    const { db } = await freshDatabase()
    const limits = withLimits({ ...raisedLimits(), callsPerKeyAndDay: daily })
    const test = await openTestApp(db, { partners, ...limits })
    const another = () => openTestApp(db, { partners, ...limits, clock: test.clock })
    const [company] = await fillStore(db, test)
    const mobile = freshMobile()
    const { token } = await signIn(test, mobile)
    const create = (name = '脚本', days: 30 | 90 | 365 = 365) =>
      call(test.app, 'createApiKey', { name, days }, { token })
    const list = async () => (await call(test.app, 'apiKeys', {}, { token })).data?.list ?? []
    const search = (key: string) =>
      call(test.app, 'companySearch', { keyword: '云岚' }, { headers: { authorization: `Bearer ${key}` } })
    const created = async () => {
      const { data } = await create()
      if (data === null) throw new Error('no key')
      return data
    }
    return { db, test, another, token, mobile, companyId: company?.id ?? '', create, created, list, search }
  }

describeDatabases('API keys', (freshDatabase) => {
  const open = openKeys(freshDatabase)

  it('opens a search, and the answer prints the quota', async () => {
    const { created, search } = await open()
    const { key } = await created()
    const found = await search(key)
    expect(found.data?.list.length).toBeGreaterThan(0)
    expect(found.headers).toMatchObject({ [KEY_QUOTA_HEADER]: '5', [KEY_REMAINING_HEADER]: '4' })
  })

  it('is stored as a hash, and the list shows only its ending', async () => {
    const { db, created, list } = await open()
    const { key, apiKey } = await created()
    const rows = JSON.stringify(await db.selectFrom('api_key').selectAll().execute())
    expect(rows).not.toContain(key.slice(4, -4))
    expect(await list()).toEqual([apiKey])
    expect(apiKey.ending).toBe(key.slice(-4))
  })

  it('has a time of last use and a number of calls of today', async () => {
    const { test, created, list, search } = await open()
    const { key } = await created()
    test.clock.time += 1000
    await search(key)
    expect(await list()).toMatchObject([{ lastUsedAt: new Date(test.clock.time).toISOString(), usedToday: 1 }])
  })

  it.each(['revoked', 'expired', 'unknown', 'cut'])('is refused when it is %s', async (state) => {
    const { test, token, created, search } = await open()
    const { key, apiKey } = await created()
    if (state === 'revoked') await call(test.app, 'revokeApiKey', { id: apiKey.id }, { token })
    if (state === 'expired') test.clock.time += 365 * DAY
    const sent = state === 'unknown' ? `bqc_${'x'.repeat(43)}` : state === 'cut' ? key.slice(0, -1) : key
    expect(await search(sent)).toMatchObject({ status: 200, code: 403, message: 'API 密钥无效、已撤销或已过期' })
  })

  it('is refused after the quota of the day until the next day in China', async () => {
    const { test, created, search } = await open()
    const { key } = await created()
    for (let used = 0; used < quota; used += 1) expect((await search(key)).code).toBe(0)
    const refused = await search(key)
    expect(refused).toMatchObject({ code: 429 })
    expect(refused.message).toContain('该密钥今日调用次数已用完')
    test.clock.time += Number(refused.headers['retry-after']) * 1000
    expect((await search(key)).headers).toMatchObject({ [KEY_REMAINING_HEADER]: '4' })
  })

  it('opens no call of an account', async () => {
    const { test, created } = await open()
    const { key } = await created()
    const taking = new Set(keyRouteKeys)
    const sessionOnly = routeKeys.filter((name) => routes[name].access === 'session' && !taking.has(name))
    expect(sessionOnly).toContain('apiKeys')
    for (const name of sessionOnly) {
      const { method, path } = routes[name]
      const response = await test.app.inject({
        method,
        url: `/api/h5${path}`,
        headers: { authorization: `Bearer ${key}` },
        ...(method === 'POST' && { payload: {} }),
      })
      // Input is parsed before the caller is looked up.
      expect([400, 403], name).toContain(response.json().code)
    }
  })

  it('leaves no history of the user', async () => {
    const { test, token, companyId, created } = await open()
    const { key } = await created()
    const headers = { authorization: `Bearer ${key}` }
    expect((await call(test.app, 'companyDetail', { id: companyId }, { headers })).code).toBe(0)
    expect((await call(test.app, 'historyCounts', {}, { token })).data).toMatchObject({ viewed: 0 })
  })

  it('is one of at most three, of which an expired one makes room', async () => {
    const { test, create, list } = await open()
    for (const name of ['一', '二', '三']) {
      await create(name, name === '一' ? 30 : 365)
      test.clock.time += 1000
    }
    expect(await create('四')).toMatchObject({ code: 4150, message: '最多 3 个密钥，请先撤销一个' })
    // The session ends after 30 days without a use.
    test.clock.time += 20 * DAY
    await list()
    test.clock.time += 11 * DAY
    expect((await list()).map(({ isExpired }) => isExpired)).toEqual([true, false, false])
    expect((await create('四')).code).toBe(0)
    expect((await list()).map(({ name }) => name)).toEqual(['二', '三', '四'])
  })

  it('is revoked by its owner only', async () => {
    const { test, created, search } = await open()
    const { key, apiKey } = await created()
    const other = await signIn(test)
    const revoked = await call(test.app, 'revokeApiKey', { id: apiKey.id }, { token: other.token })
    expect(revoked).toMatchObject({ code: 4040 })
    expect((await search(key)).code).toBe(0)
  })

  it('cannot be created in a session that a partner opened', async () => {
    const { test } = await open()
    const arrived = await arrive(test, await ticketFor(test), { deviceType: 'web', deviceId: 'd', fr: '' })
    const token = arrived.data?.token
    const refused = await call(
      test.app,
      'createApiKey',
      { name: '脚本', days: 30 },
      token === undefined ? {} : { token },
    )
    expect(refused).toMatchObject({ code: 4150, data: null })
  })

  it('ends with a reset of the password', async () => {
    const { test, mobile, created, search } = await open()
    const { key } = await created()
    await requestCode(test, mobile, { scene: 'resetPassword' })
    const reset = { mobile, smsCode: lastCode(test, mobile), password: 'lan-shan-4217' }
    expect((await call(test.app, 'resetPassword', reset)).code).toBe(0)
    expect((await search(key)).code).toBe(403)
  })

  it('opens nothing while the account is locked', async () => {
    const { db, test, created, search } = await open()
    const { key } = await created()
    const account = await db.selectFrom('api_key').select('user_id').executeTakeFirstOrThrow()
    await db
      .insertInto('user_lock')
      .values({ user_id: account.user_id, reason: '演示', locked_at: test.clock.time, ends_at: test.clock.time + DAY })
      .execute()
    expect((await search(key)).code).toBe(4139)
  })

  it('leaves credentials of a proxy alone', async () => {
    const { test, token } = await open()
    const headers = { authorization: 'Basic dXNlcjpwYXNz' }
    expect((await call(test.app, 'companySearch', { keyword: '云岚' }, { token, headers })).code).toBe(0)
  })
})

// Concurrent calls depend on the database.
describeBothDatabases('API keys', (freshDatabase) => {
  const open = openKeys(freshDatabase)

  it('counts calls that arrive together once each', async () => {
    const { created, search } = await open()
    const { key } = await created()
    const codes = (await Promise.all(Array.from({ length: 12 }, () => search(key)))).map(({ code }) => code)
    expect(codes.filter((code) => code === 0)).toHaveLength(quota)
    expect(codes.filter((code) => code === 429)).toHaveLength(12 - quota)
  })

  it('is counted in blocks, of which processes give back what is left', async () => {
    const { test, another, created, list, search } = await open(100)
    const { key } = await created()
    const other = await another()
    const searchThere = () =>
      call(other.app, 'companySearch', { keyword: '云岚' }, { headers: { authorization: `Bearer ${key}` } })
    for (let used = 0; used < 3; used += 1) expect((await search(key)).code).toBe(0)
    expect((await search(key)).headers).toMatchObject({ [KEY_REMAINING_HEADER]: '96' })
    expect((await searchThere()).code).toBe(0)
    await other.app.close()
    expect(await list()).toMatchObject([{ usedToday: 5, lastUsedAt: new Date(test.clock.time).toISOString() }])
    expect((await search(key)).headers).toMatchObject({ [KEY_REMAINING_HEADER]: '94' })
  })

  it('never exceeds its quota in two processes', async () => {
    const { test, another, created } = await open(100)
    const { key } = await created()
    const other = await another()
    const searchIn = ({ app }: Pick<typeof test, 'app'>) =>
      call(app, 'companySearch', { keyword: '云岚' }, { headers: { authorization: `Bearer ${key}` } })
    const found = await Promise.all(Array.from({ length: 130 }, (_, at) => searchIn(at % 2 === 0 ? test : other)))
    expect(found.filter(({ code }) => code === 0)).toHaveLength(100)
    expect(found.filter(({ code }) => code === 429)).toHaveLength(30)
  })

  it('stays at three when several are created together', async () => {
    const { create, list } = await open()
    await Promise.all(Array.from({ length: 6 }, () => create()))
    expect(await list()).toHaveLength(3)
  })
})
