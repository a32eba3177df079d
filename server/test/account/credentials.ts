import type { RouteInput } from '@baiqicha/contract/routes'
import type { Database } from '../../src/platform/database/database.ts'
import { call, device, lastCode, requestCode, type TestApp } from '../http/app.ts'

/** Passwords somebody may have. */
export const password = 'lan-shan 42'
export const otherPassword = '澜山是一座小山吧'

/** A code that is not this one. */
export const anotherCode = (code: string) => (code === '000000' ? '000001' : '000000')

type PasswordLogin = Partial<RouteInput<'loginByPassword'>> & { remoteAddress?: string }

export const logInByPassword = (
  { app }: TestApp,
  mobile: string,
  tried: string,
  { remoteAddress = '127.0.0.1', ...more }: PasswordLogin = {},
) => call(app, 'loginByPassword', { mobile, password: tried, ...device, ...more }, { remoteAddress })

/** Asks for a code and resets with it. */
export async function resetPassword(test: TestApp, mobile: string, chosen: string) {
  await requestCode(test, mobile, { scene: 'resetPassword' })
  return call(test.app, 'resetPassword', { mobile, smsCode: lastCode(test, mobile), password: chosen })
}

export const accountsIn = (db: Database) => db.selectFrom('user_account').selectAll().execute()
