import type { SmsScene } from '@baiqicha/contract/account'
import { expect, it } from 'vitest'
import { accountsIn, anotherCode, password } from '../../../test/account/accounts.ts'
import { describeBothDatabases } from '../../../test/databases/databases.ts'
import {
  call,
  device,
  freshMobile,
  lastCode,
  openTestApp,
  requestCode,
  shippedLimits,
  signIn,
  solveCaptcha,
  type TestApp,
  withLimits,
} from '../../../test/http/app.ts'

/** A user with a number and, for scenes that need one, a session. */
type Person = { mobile: string; token?: string }

type SceneOfRace = {
  scene: SmsScene
  hasAccount: boolean
  use: (test: TestApp, person: Person, smsCode: string) => Promise<{ code: number; message: string }>
  /** Stored state after a right code. */
  left: { accounts: number; sessions: number }
}

const scenes: SceneOfRace[] = [
  {
    scene: 'login',
    hasAccount: false,
    use: ({ app }, { mobile }, smsCode) => call(app, 'loginBySmsCode', { mobile, smsCode, ...device }),
    left: { accounts: 1, sessions: 1 },
  },
  {
    scene: 'register',
    hasAccount: false,
    use: ({ app }, { mobile }, smsCode) => call(app, 'register', { mobile, smsCode, password, ...device }),
    left: { accounts: 1, sessions: 1 },
  },
  {
    scene: 'resetPassword',
    hasAccount: true,
    use: ({ app }, { mobile }, smsCode) => call(app, 'resetPassword', { mobile, smsCode, password }),
    left: { accounts: 1, sessions: 0 },
  },
  {
    scene: 'deactivate',
    hasAccount: true,
    use: ({ app }, { token = '' }, smsCode) => call(app, 'deactivate', { smsCode }, { token }),
    left: { accounts: 1, sessions: 0 },
  },
]

async function openPerson(test: TestApp, { hasAccount }: SceneOfRace): Promise<Person> {
  const mobile = freshMobile()
  return hasAccount ? { mobile, token: (await signIn(test, mobile)).token } : { mobile }
}

/** Repeats a call concurrently. */
const atOnce = <T>(times: number, act: () => Promise<T>) => Promise.all(Array.from({ length: times }, act))

describeBothDatabases('concurrent use of codes', (freshDatabase) => {
  it.each(scenes)(
    'five of 50 concurrent wrong guesses for $scene are evaluated, and then the code is void',
    async (of) => {
      const { db } = await freshDatabase()
      const test = await openTestApp(db)
      const person = await openPerson(test, of)
      await requestCode(test, person.mobile, { ...person, scene: of.scene })
      const smsCode = lastCode(test, person.mobile)
      const before = await accountsIn(db)
      const guesses = await atOnce(50, () => of.use(test, person, anotherCode(smsCode)))
      expect(guesses.filter(({ message }) => message.startsWith('验证码错误'))).toHaveLength(5)
      expect(guesses.every(({ code }) => code !== 0)).toBe(true)
      expect(await of.use(test, person, smsCode)).toMatchObject({ code: 4104 })
      expect(await accountsIn(db)).toEqual(before)
    },
  )

  it.each(scenes)('one of 20 right codes for $scene is accepted', async (of) => {
    const { db } = await freshDatabase()
    const test = await openTestApp(db)
    const person = await openPerson(test, of)
    await requestCode(test, person.mobile, { ...person, scene: of.scene })
    const smsCode = lastCode(test, person.mobile)
    const uses = await atOnce(20, () => of.use(test, person, smsCode))
    expect(uses.filter(({ code }) => code === 0)).toHaveLength(1)
    const sessions = await db.selectFrom('session').selectAll().execute()
    expect({ accounts: (await accountsIn(db)).length, sessions: sessions.length }).toEqual(of.left)
  })

  it.each(scenes)('one of 20 requests for $scene sends a code', async (of) => {
    const test = await openTestApp((await freshDatabase()).db, withLimits(shippedLimits()))
    const person = await openPerson(test, of)
    test.clock.time += 60_000
    const captchas = await atOnce(20, () => solveCaptcha(test))
    const [sent, { mobile, token }] = [test.sent.length, person]
    const requested = await Promise.all(
      captchas.map((captcha) =>
        call(
          test.app,
          'sendSmsCode',
          { mobile, scene: of.scene, ...captcha, ...device },
          token === undefined ? {} : { token },
        ),
      ),
    )
    expect(requested.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(requested.filter(({ code }) => code === 429)).toHaveLength(19)
    expect(test.sent).toHaveLength(sent + 1)
  })
})
