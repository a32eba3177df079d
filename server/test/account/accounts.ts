import type { RouteInput } from '@baiqicha/contract/routes'
import { createPersonalDataRegister } from '../../src/app/personal-data.ts'
import type { Clock } from '../../src/domain/clock.ts'
import { createErasureService } from '../../src/features/account/deactivation.service.ts'
import { createAudit } from '../../src/platform/audit.ts'
import { systemRandom } from '../../src/platform/crypto/system-random.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { type PartnerCall, signPartnerCall } from '../../src/platform/partners/partners.ts'
import { loadMembershipRules } from '../../src/platform/reference-data.ts'
import { call, device, freshMobile, lastCode, requestCode, type TestApp } from '../http/app.ts'

/** The secret of the partner `shop`. */
export const shopSecret = 'a-secret-that-only-tests-know-0001'
export const partners = new Map([
  ['shop', shopSecret],
  ['bank', 'a-secret-that-only-tests-know-0002'],
])

let nonces = 0
export const freshNonce = () => `nonce-of-a-test-${++nonces}`

/** A call of the partner `shop` with these changes, signed after them, at the time of the clock. */
export function signedCall({ clock }: Pick<TestApp, 'clock'>, changes: Partial<PartnerCall> = {}) {
  const partnerCall = {
    source: 'shop',
    mobile: freshMobile(),
    timestamp: clock.time,
    nonce: freshNonce(),
    ...changes,
  }
  return { ...partnerCall, signature: signPartnerCall(shopSecret, partnerCall) }
}

export const requestTicket = (test: TestApp, changes: Partial<PartnerCall> = {}) =>
  call(test.app, 'externalTicket', signedCall(test, changes))

/** Returns a new ticket. @throws Error if the call is refused */
export async function ticketFor(test: TestApp, mobile = freshMobile()) {
  const { data, code, message } = await requestTicket(test, { mobile })
  if (data === null) throw new Error(`ticket: ${code} ${message}`)
  return data.token
}

/** Calls `userDetail` with a ticket or a session token, as the app does at start. */
export const arrive = (test: TestApp, token: string, sender: RouteInput<'userDetail'> = {}) =>
  call(test.app, 'userDetail', sender, { token })

/** Valid passwords. */
export const password = 'lan-shan 42'
export const otherPassword = '澜山是一座小山吧'

/** A code other than the given one. */
export const anotherCode = (code: string) => (code === '000000' ? '000001' : '000000')

type PasswordLogin = Partial<RouteInput<'loginByPassword'>> & { remoteAddress?: string }

export const logInByPassword = (
  { app }: TestApp,
  mobile: string,
  tried: string,
  { remoteAddress = '127.0.0.1', ...more }: PasswordLogin = {},
) => call(app, 'loginByPassword', { mobile, password: tried, ...device, ...more }, { remoteAddress })

/** Requests a code and resets the password with it. */
export async function resetPassword(test: TestApp, mobile: string, chosen: string) {
  await requestCode(test, mobile, { scene: 'resetPassword' })
  return call(test.app, 'resetPassword', { mobile, smsCode: lastCode(test, mobile), password: chosen })
}

export const accountsIn = (db: Database) => db.selectFrom('user_account').selectAll().execute()

/** The register of the server. */
export const personalDataRegister = (clock: Clock) => createPersonalDataRegister({ clock, rules: loadMembershipRules })

/** Erases the due accounts, as the job of the server does each minute. */
export function eraseDue(db: Database, { clock }: { clock: Clock }) {
  const audit = createAudit({ clock, random: systemRandom })
  return createErasureService({ db, clock, audit, register: personalDataRegister(clock) }).eraseDue()
}
