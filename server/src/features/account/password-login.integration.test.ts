import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { accountsIn, logInByPassword, otherPassword, password, resetPassword } from '../../../test/account/accounts.ts'
import { describeBothDatabases, describeDatabases } from '../../../test/databases/databases.ts'
import {
  freshMobile,
  openTestApp,
  register,
  shippedLimits,
  signIn,
  solveCaptcha,
  withLimits,
} from '../../../test/http/app.ts'
import { Overloaded } from '../../platform/admission/admission.ts'
import { createPasswordHasher } from '../../platform/crypto/passwords.ts'

const busy = async () => {
  throw new Overloaded()
}

describeDatabases('logging in by password', (freshDatabase) => {
  it('gives the same response for a wrong password, a number without an account and an account without a password', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const [known, withoutPassword, unknown] = [freshMobile(), freshMobile(), freshMobile()]
    await register(test, known, password)
    await signIn(test, withoutPassword)
    const answers = [
      await logInByPassword(test, known, otherPassword),
      await logInByPassword(test, withoutPassword, otherPassword),
      await logInByPassword(test, unknown, otherPassword),
    ]
    for (const answer of answers) {
      expect({ ...answer, headers: null }).toEqual({
        status: 200,
        code: 4107,
        message: '账号或密码错误',
        data: null,
        headers: null,
      })
    }
    const failures = await db.selectFrom('audit_event').selectAll().where('kind', '=', 'loginFailed').execute()
    expect(failures.map(({ user_id }) => user_id)).toEqual([null, null, null])
  })

  it('requires a captcha after ten wrong passwords, for known and unknown numbers, and never locks', async () => {
    const test = await openTestApp((await freshDatabase()).db, withLimits(shippedLimits()))
    const [known, unknown] = [freshMobile(), freshMobile()]
    await register(test, known, password)
    for (const mobile of [known, unknown]) {
      for (let tried = 0; tried < 10; tried += 1)
        expect((await logInByPassword(test, mobile, otherPassword)).code).toBe(4107)
      const next = await logInByPassword(test, mobile, mobile === known ? password : otherPassword)
      expect(next).toMatchObject({ status: 200, code: 4108, message: '密码错误次数过多，请输入图形验证码后重试' })
    }
    const solved = () => solveCaptcha(test)
    expect(await logInByPassword(test, known, password, { ...(await solved()), captchaCode: 'zzzz' })).toMatchObject({
      code: 4102,
    })
    expect(await logInByPassword(test, known, otherPassword, await solved())).toMatchObject({ code: 4107 })
    expect(await logInByPassword(test, unknown, otherPassword, await solved())).toMatchObject({ code: 4107 })
    const used = await solved()
    expect(await logInByPassword(test, known, password, used)).toMatchObject({ code: 0 })
    expect(await logInByPassword(test, known, password, used)).toMatchObject({ code: 4102 })
    // From another address it is the same account.
    expect(await logInByPassword(test, known, password, { remoteAddress: '203.0.113.9' })).toMatchObject({ code: 4108 })
  })

  it('counts neither right passwords nor wrong captchas', async () => {
    const test = await openTestApp((await freshDatabase()).db, withLimits(shippedLimits()))
    const mobile = freshMobile()
    await register(test, mobile, password)
    const wrongCaptcha = { captchaId: 'k-none', captchaCode: 'zzzz' }
    for (let tried = 0; tried < 35; tried += 1) {
      expect((await logInByPassword(test, mobile, password)).code).toBe(0)
      expect((await logInByPassword(test, mobile, password, wrongCaptcha)).code).toBe(4102)
    }
  })

  it('counts nothing while the hasher is overloaded', async () => {
    const test = await openTestApp((await freshDatabase()).db, {
      ...withLimits(shippedLimits()),
      passwordHasher: { hash: busy, verify: busy, strengthen: busy },
    })
    const mobile = freshMobile()
    for (let tried = 0; tried < 12; tried += 1) {
      const refused = await logInByPassword(test, mobile, password)
      expect(refused).toMatchObject({ status: 503, code: 503, message: '当前访问人数较多，请稍后重试' })
      expect(refused.headers['retry-after']).toBe('1')
    }
  })

  it('replaces a weak hash after a right password', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, { passwordHasher: createPasswordHasher() })
    const mobile = freshMobile()
    await signIn(test, mobile)
    const weak = await hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })
    await db.updateTable('user_account').set({ password_hash: weak }).execute()
    const stored = async () => (await accountsIn(db))[0]?.password_hash
    await logInByPassword(test, mobile, otherPassword)
    expect(await stored()).toBe(weak)
    expect(await logInByPassword(test, mobile, password)).toMatchObject({ code: 0 })
    const strong = await stored()
    expect(strong).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await logInByPassword(test, mobile, password)).toMatchObject({ code: 0 })
    expect(await stored()).toBe(strong)
  })

  it('stores and logs neither password nor number in plain text', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const mobile = freshMobile()
    await register(test, mobile, password)
    await logInByPassword(test, mobile, otherPassword)
    const stored = JSON.stringify([
      await accountsIn(db),
      await db.selectFrom('audit_event').selectAll().execute(),
      await db.selectFrom('limit_bucket').selectAll().execute(),
      test.logged,
    ])
    for (const secret of [password, otherPassword]) expect(stored).not.toContain(secret)
    expect(test.logged.join('\n')).not.toContain(mobile)
  })
})

// Concurrent calls depend on the database.
describeBothDatabases('logging in by password', (freshDatabase) => {
  it('verifies ten of forty concurrent wrong passwords', async () => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db, withLimits(shippedLimits()))
    const mobile = freshMobile()
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        logInByPassword(test, mobile, otherPassword, { remoteAddress: `203.0.113.${at}` }),
      ),
    )
    expect(tries.filter(({ code }) => code === 4107)).toHaveLength(10)
    expect(tries.every(({ code }) => code === 4107 || code === 4108)).toBe(true)
  })

  it('opens no session with a password that is reset during its verification', async () => {
    const { db } = await freshDatabase()
    const looking = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    const plain = await openTestApp(db)
    const mobile = freshMobile()
    await register(plain, mobile, password)
    const slow = await openTestApp(db, {
      passwordHasher: {
        hash: async () => 'unused',
        strengthen: async () => null,
        verify: async () => {
          looking.resolve()
          await changed.promise
          return true
        },
      },
    })
    const login = logInByPassword(slow, mobile, password)
    await looking.promise
    expect(await resetPassword(plain, mobile, otherPassword)).toMatchObject({ code: 0 })
    changed.resolve()
    expect(await login).toMatchObject({ code: 4107 })
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([])
  })
})
