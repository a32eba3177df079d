import { DESK_API, DESK_HEADER, deskActionNames, deskPath } from '@baiqicha/contract/desk/actions'
import { resultCode } from '@baiqicha/contract/result-codes'
import { describe, expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import { call, openTestApp, signIn } from '../../test/http/app.ts'
import { fillWithRecord, objection } from '../../test/http/corrections.ts'
import {
  act,
  addOperator,
  DESK_ORIGIN,
  freshTotp,
  openTestDesk,
  send,
  type TestDesk,
  type TestOperator,
} from '../../test/http/desk.ts'
import { reportAsVisitor } from '../../test/http/feedback.ts'
import { parseRanges } from '../platform/http/client-address.ts'
import { prepareFile } from '../platform/web/web-files.ts'

const examine = deskPath('corrections examine')

const stateOf = async ({ database: { db } }: TestDesk, number: string) =>
  (await db.selectFrom('correction').select('state').where('number', '=', number).executeTakeFirstOrThrow()).state

describeDatabases('the desk', (freshDatabase) => {
  /** The public app and the desk on one store, with an open objection. */
  async function open() {
    const database = await freshDatabase()
    const desk = await openTestDesk(database)
    const test = await openTestApp(database.db)
    const { company, record } = await fillWithRecord(database.db)
    const { token } = await signIn(test)
    const about = { companyId: company.id, recordId: record.id }
    const sent = await call(test.app, 'submitCorrection', objection(about), { token })
    return { desk, test, token, number: sent.data?.number ?? '', recordId: record.id }
  }

  describe('refuses, without a change,', () => {
    const foreign: [string, Record<string, string>][] = [
      ['an HTML form', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['a form with JSON as text', { 'content-type': 'text/plain' }],
      ['a page of the public app', { origin: 'https://www.example.com' }],
      ['a page on another port', { origin: `${DESK_ORIGIN}:8080` }],
      ['a page of a sibling subdomain', { origin: 'https://a.desk.example.com' }],
      ['a sandboxed frame', { origin: 'null' }],
      ['a call without the header of the desk', { [DESK_HEADER]: '' }],
    ]
    it('a call of another page or of a form', async () => {
      const { desk, number } = await open()
      const operator = await addOperator(desk, ['review'])
      for (const [name, headers] of foreign) {
        const sent = await send(desk, examine, { number, note: '' }, { cookie: operator.cookie, headers })
        expect.soft({ ...sent, name }).toMatchObject({ name, status: 400, code: resultCode.badRequest })
      }
      expect(await stateOf(desk, number)).toBe('已受理')
    })

    it('a call without an origin', async () => {
      const { desk, number } = await open()
      const operator = await addOperator(desk, ['review'])
      const response = await desk.desk.inject({
        method: 'POST',
        url: examine,
        headers: { cookie: operator.cookie, [DESK_HEADER]: '1', 'content-type': 'application/json' },
        payload: JSON.stringify({ number, note: '' }),
      })
      expect(response.statusCode).toBe(400)
      expect(await stateOf(desk, number)).toBe('已受理')
    })

    it('malformed input', async () => {
      const { desk, number } = await open()
      const operator = await addOperator(desk, ['review'])
      const malformed = [
        { number: 7, note: '' },
        { number, note: 'a\0b' },
        { number, note: '\ud800' },
        { number, note: 'x'.repeat(65_536) },
        { number },
      ]
      for (const body of malformed) {
        const sent = await send(desk, examine, body, { cookie: operator.cookie })
        expect.soft(sent).toMatchObject({ status: 400, code: resultCode.badRequest })
      }
      expect(await stateOf(desk, number)).toBe('已受理')
    })
  })

  it("rejects a user's token, and the public API ignores the cookie of an operator", async () => {
    const { desk, test, token, number } = await open()
    const operator = await addOperator(desk, ['review'])
    const withToken = await send(desk, examine, { number, note: '' }, { headers: { token } })
    expect(withToken).toMatchObject({ status: 200, code: resultCode.noSession })
    expect(await stateOf(desk, number)).toBe('已受理')
    const withCookie = await test.app.inject({
      url: '/api/h5/v1/user/getUserDetail',
      headers: { cookie: operator.cookie, token: operator.cookie.split('=')[1] ?? '' },
    })
    expect(withCookie.json()).toMatchObject({ code: resultCode.noSession })
  })

  it('has no path that the public port serves', async () => {
    const { test } = await open()
    const calls = [...deskActionNames.map(deskPath), `${DESK_API}/session/login`, `${DESK_API}/setup/finish`]
    for (const url of [...calls, '/preview', '/preview.js']) {
      for (const method of ['GET', 'POST'] as const) {
        const response = await test.app.inject({ method, url, headers: { 'content-type': 'application/json' } })
        expect.soft([url, method, response.statusCode]).toEqual([url, method, 404])
      }
    }
  })

  it('answers other clients with an empty 404 on every path', async () => {
    const { desk } = await open()
    for (const url of ['/', examine, '/%', '/assets/a.js']) {
      for (const method of ['GET', 'POST'] as const) {
        const { statusCode, body, headers } = await desk.desk.inject({ method, url, remoteAddress: '203.0.113.9' })
        expect.soft({ url, statusCode, body, policy: headers['content-security-policy'] }).toEqual({
          url,
          statusCode: 404,
          body: '',
          policy: undefined,
        })
      }
    }
  })

  it('reads the client from trusted proxies only', async () => {
    const database = await freshDatabase()
    const config = {
      trustedProxies: parseRanges(['10.9.0.1']),
      opsOrigin: DESK_ORIGIN,
      opsAllow: parseRanges(['10.8.0.0/16']),
      demoData: true,
    }
    const page = prepareFile(Buffer.from('<p>演示</p>'), '.html')
    const { desk } = await openTestDesk(database, { config, webFiles: new Map([['/', page]]) })
    const statusFrom = async (remoteAddress: string, forwarded: string) =>
      (await desk.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwarded } })).statusCode
    expect(await statusFrom('10.9.0.1', '10.8.0.12')).toBe(200)
    expect(await statusFrom('10.9.0.1', '10.8.0.12, 203.0.113.9')).toBe(404)
    expect(await statusFrom('203.0.113.9', '10.8.0.12')).toBe(404)
  })

  it('may not be framed, cached or given scripts of another origin', async () => {
    const { desk } = await open()
    const { headers } = await send(desk, '/api/desk/session/current')
    expect(headers['cache-control']).toBe('no-store')
    const policy = String(headers['content-security-policy'])
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'none'"]) {
      expect.soft(policy).toContain(rule)
    }
  })

  it('shows no whole number but the contact that is requested with a reason and a fresh code', async () => {
    const { desk, test } = await open()
    const operator = await addOperator(desk, ['support'])
    const sent = await reportAsVisitor(test, { contact: '13800009876' })
    const number = sent.data?.number ?? ''
    const shown = await act(desk, operator, 'feedback show', { number })
    expect(shown.data).toMatchObject({ contactMasked: '138****9876' })
    const wanted = { number, reason: '演示：核对身份' }
    expect((await act(desk, operator, 'feedback contact', wanted)).code).toBe(resultCode.freshCodeNeeded)
    const totp = freshTotp(desk, operator)
    expect((await act(desk, operator, 'feedback contact', { ...wanted, totp })).data).toEqual({
      contact: '13800009876',
    })
    expect((await act(desk, operator, 'feedback contact', { ...wanted, totp })).code).toBe(resultCode.freshCodeNeeded)
  })

  it('refuses the later of two decisions and names the operator who was faster', async () => {
    const { desk, number } = await open()
    const [first, second] = [
      await addOperator(desk, ['review'], '演示乙'),
      await addOperator(desk, ['review'], '演示丙'),
    ]
    const decide = (operator: TestOperator, result: string) =>
      act(desk, operator, 'corrections decide', { number, result, note: '演示：核实', staysHidden: false })
    expect((await decide(first, '维持')).code).toBe(0)
    const late = await decide(second, '已移除')
    expect(late.code).toBe(resultCode.actionRefused)
    expect(late.message).toMatch(/^这件纠错已办结.*演示乙 已于 .+ 决定异议（状态：已受理 → 已办结，结果：维持）$/)
  })

  it('refuses an action after the role of the operator has ended', async () => {
    const { desk, number } = await open()
    const operator = await addOperator(desk, ['review'])
    const administrator = await addOperator(desk, ['administrator'])
    const totp = freshTotp(desk, administrator)
    await act(desk, administrator, 'operators roles', { name: operator.name, roles: ['support'], totp })
    expect((await act(desk, operator, 'corrections examine', { number, note: '' })).code).toBe(resultCode.noSession)
    expect(await stateOf(desk, number)).toBe('已受理')
  })

  it('removes a record by a decision, and shows it again, marked, when the decision is reopened', async () => {
    const { desk, number, recordId } = await open()
    const operator = await addOperator(desk, ['review'])
    const hidden = async () =>
      await desk.database.db
        .selectFrom('record')
        .select(['is_hidden', 'disputed_at'])
        .where('id', '=', recordId)
        .executeTakeFirstOrThrow()
    await act(desk, operator, 'corrections decide', { number, result: '已移除', note: '', staysHidden: false })
    expect(await hidden()).toEqual({ is_hidden: 1, disputed_at: null })
    const shown = await act(desk, operator, 'corrections show', { number })
    expect(shown.data).toMatchObject({
      columns: {
        sources: [{ name: '测试来源', isInForce: true }],
        rows: expect.arrayContaining([{ label: '履行情况', values: ['全部未履行'] }]),
      },
      company: { name: '澜山演示贸易有限公司' },
    })
    await act(desk, operator, 'corrections reopen', { number, reason: '演示：新证据' })
    expect(await hidden()).toEqual({ is_hidden: 0, disputed_at: expect.any(Number) })
    expect(await stateOf(desk, number)).toBe('核查中')
    expect((await act(desk, operator, 'corrections reopen', { number, reason: '演示' })).code).toBe(
      resultCode.actionRefused,
    )
  })
})
