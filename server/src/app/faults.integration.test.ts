import { API_BASE, type RouteInput, type RouteKey, routes } from '@baiqicha/contract/routes'
import { expect, it, onTestFinished } from 'vitest'
import { password } from '../../test/account/accounts.ts'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { openFaultyDatabase } from '../../test/databases/faulty-database.ts'
import { call, device, fillStore, freshMobile, openTestApp, requestCode, signIn } from '../../test/http/app.ts'
import { report } from '../../test/http/feedback.ts'
import { isNightly } from '../../test/nightly.ts'

async function open(database: TestDatabase) {
  const { db, setCondition } = openFaultyDatabase(database)
  const test = await openTestApp(db, { deadlineMs: 1_500 })
  // Runs before the application closes, which writes pending views.
  onTestFinished(() => setCondition('well'))
  const [company] = await fillStore(db, test)
  const { token } = await signIn(test)
  return { test, setCondition, token, id: company?.id ?? '' }
}

describeDatabases('with the database unavailable', (freshDatabase) => {
  it.each(['away', 'hanging'] as const)(
    '(%s) home and rankings are served from the last good copy',
    async (condition) => {
      const { test, setCondition } = await open(await freshDatabase())
      const stored: RouteKey[] = [
        'homeConfig',
        'mineConfig',
        'contactConfig',
        'faq',
        'about',
        'recentRegisterList',
        'recentRegisterDetail',
        'coverage',
        'filterOptions',
        'careerIndustryList',
        'agreementList',
      ]
      const request = async (key: RouteKey) => {
        const { json } = await test.app.inject({ method: 'GET', url: API_BASE + routes[key].path })
        return { key, answer: json() }
      }
      const before = await Promise.all(stored.map(request))
      setCondition(condition)
      test.clock.time += 60_000
      expect(await Promise.all(stored.map(request))).toEqual(before)
    },
  )

  it.each(['away', 'hanging'] as const)(
    '(%s) everything else gets 503, never 403, and no SMS is sent',
    async (condition) => {
      const { test, setCondition, token, id } = await open(await freshDatabase())
      const mobile = freshMobile()
      const captcha = await call(test.app, 'captcha', {})
      const sent = test.sent.length
      setCondition(condition)
      const is503 = async <K extends RouteKey>(key: K, input: RouteInput<K>) => {
        const answer = await call(test.app, key, input, { token })
        expect.soft({ key, status: answer.status, code: answer.code }).toEqual({ key, status: 503, code: 503 })
        expect.soft(answer.headers['retry-after']).toBeDefined()
      }
      await Promise.all([
        is503('userDetail', {}),
        is503('saveFeedback', report()),
        is503('companySearch', { keyword: '云岚' }),
        is503('companySuggest', { keyword: '云岚' }),
        is503('companyDetail', { id }),
        is503('businessInfo', { id }),
        is503('recentBrowseList', {}),
        is503('searchHistory', { type: 'search' }),
        is503('saveSearchHistory', { companyName: '甲' }),
        is503('captcha', {}),
        is503('sendSmsCode', {
          mobile,
          scene: 'login',
          captchaId: captcha.data?.captchaId ?? '',
          captchaCode: test.captchas.get(captcha.data?.captchaId ?? '') ?? '',
          ...device,
        }),
        // A token without a session may be a ticket, so the caller does not learn that it was used.
        call(test.app, 'userDetail', {}, { token: 'A'.repeat(43) }).then((answer) =>
          expect.soft(answer).toMatchObject({ status: 503, code: 503 }),
        ),
        is503('devices', {}),
        is503('signOutOtherDevices', {}),
        is503('deactivate', { smsCode: '123456' }),
        is503('revokeDeactivation', {}),
        is503('agree', { agreementVersion: device.agreementVersion }),
        is503('loginBySmsCode', { mobile, smsCode: '123456', ...device }),
        is503('loginByPassword', { mobile, password, ...device }),
        is503('register', { mobile, smsCode: '123456', password, ...device }),
        is503('resetPassword', { mobile, smsCode: '123456', password }),
        is503('resetPassword', { smsCode: '123456', password }),
        is503('logout', {}),
        is503('saveIndustryCareer', { careerIdStr: 'owner', industryIdStr: 'law' }),
        is503('saveCareer', { careerIdStr: '' }),
        is503('saveNickname', { nickname: '澜山' }),
      ])
      expect(test.sent).toHaveLength(sent)
      expect((await test.app.inject('/readyz')).statusCode).toBe(503)
      expect((await test.app.inject('/healthz')).statusCode).toBe(200)
    },
  )

  it('serves again once the database is back, with the same sessions', async () => {
    const { test, setCondition, token } = await open(await freshDatabase())
    setCondition('away')
    expect((await call(test.app, 'userDetail', {}, { token })).status).toBe(503)
    setCondition('well')
    expect((await call(test.app, 'userDetail', {}, { token })).code).toBe(0)
    expect((await test.app.inject('/readyz')).statusCode).toBe(200)
  })

  // Waits for the limit of every call.
  if (isNightly)
    it('frees the slots of calls that hang', async () => {
      const { test, setCondition, token } = await open(await freshDatabase())
      await call(test.app, 'homeConfig', {})
      setCondition('hanging')
      const hung = Array.from({ length: 200 }, () => call(test.app, 'userDetail', {}, { token }))
      expect((await call(test.app, 'homeConfig', {})).code).toBe(0)
      expect((await Promise.all(hung)).every((answer) => answer.code === 503)).toBe(true)
      setCondition('well')
      expect((await call(test.app, 'userDetail', {}, { token })).code).toBe(0)
    })
})

describeDatabases('with the disk full', (freshDatabase) => {
  it('serves reads and answers writes with 503', async () => {
    const { test, setCondition, token, id } = await open(await freshDatabase())
    setCondition('full')
    test.clock.time += 2 * 3_600_000
    expect((await call(test.app, 'userDetail', {}, { token })).code).toBe(0)
    expect((await call(test.app, 'companyDetail', { id }, { token })).code).toBe(0)
    expect((await call(test.app, 'companySearch', { keyword: '云岚' }, { token })).code).toBe(0)
    expect((await call(test.app, 'saveSearchHistory', { companyName: '甲' }, { token })).status).toBe(503)
    expect((await call(test.app, 'captcha', {})).status).toBe(503)
    setCondition('well')
    expect((await requestCode(test, freshMobile())).code).toBe(0)
    const [viewed] = (await call(test.app, 'recentBrowseList', {}, { token })).data ?? []
    expect(viewed?.id).toBe(id)
  })
})

describeDatabases('with the index unavailable', (freshDatabase) => {
  it('sends Retry-After when the index is overloaded, and 503 in time when it hangs', async () => {
    const { test, token } = await open(await freshDatabase())
    const search = () => call(test.app, 'companySearch', { keyword: '云岚' }, { token })
    test.search.condition = 'overloaded'
    const refused = await search()
    expect(refused).toMatchObject({ status: 503, code: 503, message: '当前搜索人数较多，请稍后重试' })
    expect(refused.headers['retry-after']).toBe('3')
    test.search.condition = 'hanging'
    expect(await search()).toMatchObject({ status: 503, code: 503 })
    test.search.condition = 'preparing'
    expect((await call(test.app, 'companySearch', { keyword: '演示云岚' }, { token })).data).toMatchObject({
      partial: true,
      total: 2,
    })
  })

  it('is not ready before the first index, and stays ready while an index is rebuilt', async () => {
    const { test } = await open(await freshDatabase())
    const ready = async () => {
      const { statusCode, json } = await test.app.inject('/readyz')
      return { status: statusCode, ...json() }
    }
    test.search.condition = 'preparing'
    expect(await ready()).toEqual({ status: 503, ready: false, database: true, index: 'preparing' })
    expect((await test.app.inject('/healthz')).statusCode).toBe(200)
    test.search.condition = 'ready'
    expect(await ready()).toEqual({ status: 200, ready: true, database: true, index: 'ready' })
    test.search.condition = 'preparing'
    expect(await ready()).toEqual({ status: 200, ready: true, database: true, index: 'preparing' })
  })

  it('answers an unexpected error with a fixed sentence and logs it in full', async () => {
    const { test, token } = await open(await freshDatabase())
    test.search.search = () => Promise.reject(new Error('secret detail at /srv/path'))
    const answer = await call(test.app, 'companySearch', { keyword: '云岚' }, { token })
    expect(answer).toMatchObject({ status: 500, code: 500, message: '服务出现问题，请稍后重试' })
    expect(test.logged.join('\n')).toContain('secret detail')
  })
})
