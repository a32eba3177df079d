import { resultCode } from '@baiqicha/contract/result-codes'
import { describe, expect, it } from 'vitest'
import { describeDatabases } from '../../test/databases/databases.ts'
import {
  act,
  addOperator,
  adminOf,
  auditOf,
  authenticatorCode,
  cookieOf,
  freshTotp,
  login,
  openTestDesk,
  PASSWORD,
  send,
  setUp,
  type TestDesk,
  type TestOperator,
} from '../../test/http/desk.ts'

const MINUTE = 60_000
const STEP = 30_000
const wrong = { code: resultCode.operatorLoginWrong, message: '姓名、密码或动态码不正确', data: null, setCookie: '' }

const current = async (desk: TestDesk, cookie: string) =>
  (await send(desk, '/api/desk/session/current', {}, { cookie })).data

const credentials = (desk: TestDesk, operator: TestOperator) => ({
  name: operator.name,
  password: PASSWORD,
  code: freshTotp(desk, operator),
})

const unlike = (code: string) => (code === '000000' ? '111111' : '000000')

describeDatabases('an operator', (freshDatabase) => {
  const open = async () => openTestDesk(await freshDatabase())

  describe('sets up', () => {
    it('a password, an authenticator and ten recovery codes, once', async () => {
      const desk = await open()
      const added = await adminOf(desk).add({ name: '演示甲', roles: ['review'], operator: 'cli:tester' })
      const setupCode = added.ok ? added.value.setupCode : ''
      const found = await send(desk, '/api/desk/setup/find', { setupCode })
      expect(found.data).toMatchObject({ name: '演示甲', roles: ['review'] })
      const operator = await setUp(desk, setupCode, '演示甲')
      expect(new Set(operator.recoveryCodes).size).toBe(10)
      expect(await current(desk, operator.cookie)).toMatchObject({ name: '演示甲', roles: ['review'] })
      for (const call of ['find', 'begin', 'finish']) {
        const body = {
          setupCode,
          name: '演示甲',
          password: PASSWORD,
          code: authenticatorCode(operator.secret, desk.clock.time),
        }
        const repeated = await send(desk, `/api/desk/setup/${call}`, body)
        expect.soft(repeated).toMatchObject({ code: resultCode.actionRefused, setCookie: '' })
      }
    })

    it('within 24 hours', async () => {
      const desk = await open()
      const added = await adminOf(desk).add({ name: '演示甲', roles: ['review'], operator: 'cli:tester' })
      desk.clock.time += 24 * 60 * MINUTE
      const setupCode = added.ok ? added.value.setupCode : ''
      expect((await send(desk, '/api/desk/setup/find', { setupCode })).code).toBe(resultCode.actionRefused)
    })

    it('no short and no common password', async () => {
      const desk = await open()
      const added = await adminOf(desk).add({ name: '演示甲', roles: ['review'], operator: 'cli:tester' })
      const setupCode = added.ok ? added.value.setupCode : ''
      for (const password of ['elevenchars', '1q2w3e4r5t6y']) {
        const begun = await send(desk, '/api/desk/setup/begin', { setupCode, name: '', password })
        expect.soft({ password, code: begun.code }).toEqual({ password, code: resultCode.actionRefused })
      }
    })

    it('as the first administrator with a name of choice, when nobody can sign in', async () => {
      const desk = await open()
      const first = await adminOf(desk).firstAdministrator()
      const later = await adminOf(desk).firstAdministrator()
      expect((await send(desk, '/api/desk/setup/find', { setupCode: first?.setupCode ?? '' })).code).not.toBe(0)
      const operator = await setUp(desk, later?.setupCode ?? '', '演示管理')
      expect(await current(desk, operator.cookie)).toMatchObject({ name: '演示管理', roles: ['administrator'] })
      expect(await adminOf(desk).firstAdministrator()).toBeNull()
    })
  })

  describe('signs in', () => {
    it('with password and code, and gets a cookie of this host alone that scripts cannot read', async () => {
      const desk = await open()
      const operator = await addOperator(desk, ['review'])
      const signedIn = await login(desk, credentials(desk, operator))
      expect(signedIn.setCookie).toMatch(/^__Host-baiqicha-desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
      expect(await current(desk, cookieOf(signedIn.setCookie))).toMatchObject({ name: operator.name })
      expect(desk.logged.join('')).not.toContain(cookieOf(signedIn.setCookie).slice(22))
    })

    it('with a code of each time step once, at most one step before or after', async () => {
      const desk = await open()
      const operator = await addOperator(desk, ['review'])
      desk.clock.time += 10 * STEP
      const at = (steps: number) => authenticatorCode(operator.secret, desk.clock.time + steps * STEP)
      let logins = 0
      // Each from another address, so that no attempt waits.
      const codeOf = async (code: string) => {
        logins += 1
        const remoteAddress = `10.8.1.${logins}`
        return (await login(desk, { name: operator.name, password: PASSWORD, code }, { remoteAddress })).code
      }
      expect(await codeOf(at(-2))).toBe(wrong.code)
      expect(await codeOf(at(2))).toBe(wrong.code)
      expect(await codeOf(at(-1))).toBe(0)
      expect(await codeOf(at(0))).toBe(0)
      expect(await codeOf(at(0))).toBe(wrong.code)
      expect(await codeOf(at(-1))).toBe(wrong.code)
      // The clock is set back: no step is accepted again.
      desk.clock.time -= STEP
      expect(await codeOf(at(1))).toBe(wrong.code)
    })

    it('once with each recovery code, in any case and without the hyphen', async () => {
      const desk = await open()
      const operator = await addOperator(desk, ['review'])
      const [code = '', another = ''] = operator.recoveryCodes
      const signIn = async (typed: string) =>
        (await login(desk, { name: operator.name, password: PASSWORD, code: typed })).code
      expect(await signIn(code.toLowerCase().replace('-', ''))).toBe(0)
      expect(await signIn(code)).toBe(wrong.code)
      expect(await signIn(another)).toBe(0)
      const stored = await desk.database.db.selectFrom('operator_recovery_code').selectAll().execute()
      expect(stored).toHaveLength(8)
      expect(JSON.stringify(stored)).not.toContain(another.replace('-', ''))
    })

    it('not with an unknown name, a wrong password or a wrong code, which get one answer and one audit row', async () => {
      const desk = await open()
      const operator = await addOperator(desk, ['review'])
      const right = credentials(desk, operator)
      for (const body of [
        { ...right, name: '演示无此人' },
        { ...right, password: `${PASSWORD}.` },
        { ...right, code: unlike(right.code) },
        { ...right, code: '' },
      ]) {
        expect.soft(await login(desk, body)).toMatchObject(wrong)
      }
      // No wrong login used up the code.
      expect((await login(desk, right)).code).toBe(0)
      const rows = await auditOf(desk.database.db, 'operatorSignInFailed').select(['subject', 'origin']).execute()
      expect(rows.map(({ subject }) => subject).toSorted()).toEqual(
        ['-', ...Array.from({ length: 3 }, () => operator.name)].toSorted(),
      )
      expect(new Set(rows.map(({ origin }) => origin))).toEqual(new Set(['10.8.0.12']))
    })

    it('after five failures from an address only after a wait, and from another address at once', async () => {
      const desk = await open()
      const operator = await addOperator(desk, ['review'])
      for (let failures = 0; failures < 5; failures += 1) {
        await login(desk, { name: operator.name, password: 'wrong password', code: '' })
      }
      const refused = await login(desk, credentials(desk, operator))
      expect(refused).toMatchObject({ code: resultCode.tooManyRequests, headers: { 'retry-after': '150' } })
      expect((await login(desk, credentials(desk, operator), { remoteAddress: '10.8.0.13' })).code).toBe(0)
      desk.clock.time += 150_000
      expect((await login(desk, credentials(desk, operator))).code).toBe(0)
    })
  })

  describe('waits', () => {
    const ADDRESS_LIMIT = 30

    it('after thirty failures from an address over all names', async () => {
      const desk = await open()
      const operator = await addOperator(desk, ['review'])
      const fail = async (at: number) =>
        (await login(desk, { name: `演示无此人${at}`, password: 'wrong password', code: '' })).code
      for (let failures = 0; failures < ADDRESS_LIMIT; failures += 1) expect.soft(await fail(failures)).toBe(wrong.code)
      // Recovery codes need no later time step.
      const [first, second] = operator.recoveryCodes
      const right = { name: operator.name, password: PASSWORD }
      const refused = await login(desk, { ...right, code: first })
      expect(refused).toMatchObject({ code: resultCode.tooManyRequests, headers: { 'retry-after': '10' } })
      expect((await login(desk, { ...right, code: first }, { remoteAddress: '10.8.0.13' })).code).toBe(0)
      desk.clock.time += 10_000
      expect((await login(desk, { ...right, code: second })).code).toBe(0)
    })

    it('for no login that succeeds and no set-up that is finished, however many', async () => {
      const desk = await open()
      const operator = await addOperator(desk, ['review'])
      for (let at = 0; at <= ADDRESS_LIMIT; at += 1) await addOperator(desk, ['review'], `演示${at}`)
      for (let at = 0; at < ADDRESS_LIMIT; at += 1) {
        desk.clock.time += STEP
        expect.soft((await login(desk, credentials(desk, operator))).code, String(at)).toBe(0)
      }
    })

    it('after five wrong codes at the end of a set-up, but for no name that cannot be used', async () => {
      const desk = await open()
      const setupCode = (await adminOf(desk).firstAdministrator())?.setupCode ?? ''
      const begun = await send(desk, '/api/desk/setup/begin', { setupCode, name: '演示管理', password: PASSWORD })
      expect(begun.code).toBe(0)
      const finish = async (name: string) =>
        (await send(desk, '/api/desk/setup/finish', { setupCode, name, code: 'abcdef' })).code
      for (let at = 0; at < 6; at += 1) expect.soft(await finish('演示<甲>')).toBe(resultCode.actionRefused)
      for (let at = 0; at < 5; at += 1) expect.soft(await finish('演示管理')).toBe(resultCode.actionRefused)
      expect(await finish('演示管理')).toBe(resultCode.tooManyRequests)
    })
  })

  it('gets no session when the authenticator is reset while the password is checked', async () => {
    const database = await freshDatabase()
    let duringCheck: (() => Promise<void>) | null = null
    const passwordHasher = {
      hash: async () => 'hash',
      strengthen: async () => null,
      verify: async () => {
        await duringCheck?.()
        return true
      },
    }
    const desk = await openTestDesk(database, { passwordHasher })
    const operator = await addOperator(desk, ['review'])
    duringCheck = async () => void (await adminOf(desk).resetTotp({ name: operator.name, operator: 'cli:tester' }))
    expect(await login(desk, credentials(desk, operator))).toMatchObject(wrong)
    expect(await desk.database.db.selectFrom('operator_session').selectAll().execute()).toEqual([])
  })

  it('who sends a wrong code for an action is in the audit', async () => {
    const desk = await open()
    const administrator = await addOperator(desk, ['administrator'])
    const right = freshTotp(desk, administrator)
    const sent = { name: administrator.name, totp: unlike(right) }
    expect((await act(desk, administrator, 'operators end-sessions', sent)).code).toBe(resultCode.freshCodeNeeded)
    const rows = await auditOf(desk.database.db, 'operatorCodeRefused')
      .select(['operator', 'subject', 'origin'])
      .execute()
    expect(rows).toEqual([{ operator: `desk:${administrator.name}`, subject: administrator.name, origin: '10.8.0.12' }])
  })

  describe('stays signed in', () => {
    it('for half an hour without use', async () => {
      const desk = await open()
      const { cookie } = await addOperator(desk, ['review'])
      for (let uses = 0; uses < 3; uses += 1) {
        desk.clock.time += 29 * MINUTE
        expect(await current(desk, cookie)).not.toBeNull()
      }
      desk.clock.time += 30 * MINUTE
      expect(await current(desk, cookie)).toBeNull()
      desk.clock.time -= 30 * MINUTE
      expect(await current(desk, cookie)).toBeNull()
    })

    it('for eight hours with use', async () => {
      const desk = await open()
      const { cookie } = await addOperator(desk, ['review'])
      for (let minutes = 0; minutes < 8 * 60 - 20; minutes += 20) {
        desk.clock.time += 20 * MINUTE
        expect(await current(desk, cookie)).not.toBeNull()
      }
      desk.clock.time += 20 * MINUTE
      expect(await current(desk, cookie)).toBeNull()
    })

    it('until logout, a change of roles, a reset of the authenticator, or an end by an administrator', async () => {
      const desk = await open()
      const administrator = await addOperator(desk, ['administrator'])
      const endings: ((operator: TestOperator) => Promise<unknown>)[] = [
        (operator) => send(desk, '/api/desk/session/logout', {}, { cookie: operator.cookie }),
        ({ name }) =>
          act(desk, administrator, 'operators roles', {
            name,
            roles: ['support'],
            totp: freshTotp(desk, administrator),
          }),
        ({ name }) => act(desk, administrator, 'operators reset-totp', { name, totp: freshTotp(desk, administrator) }),
        ({ name }) =>
          act(desk, administrator, 'operators end-sessions', { name, totp: freshTotp(desk, administrator) }),
      ]
      for (const [at, end] of endings.entries()) {
        const operator = await addOperator(desk, ['review'], `演示${at}`)
        expect.soft(await current(desk, operator.cookie)).not.toBeNull()
        await end(operator)
        expect.soft(await current(desk, operator.cookie), String(at)).toBeNull()
      }
    })
  })

  it('without a role cannot sign in, and the last administrator keeps the role', async () => {
    const desk = await open()
    const administrator = await addOperator(desk, ['administrator'])
    const operator = await addOperator(desk, ['review'])
    const setRoles = (name: string) =>
      act(desk, administrator, 'operators roles', { name, roles: [], totp: freshTotp(desk, administrator) })
    expect((await setRoles(operator.name)).code).toBe(0)
    expect(await login(desk, credentials(desk, operator))).toMatchObject(wrong)
    expect(await setRoles(administrator.name)).toMatchObject({ code: resultCode.actionRefused })
  })
})
