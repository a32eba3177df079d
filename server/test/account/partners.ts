import type { RouteInput } from '@baiqicha/contract/routes'
import { type PartnerCall, signPartnerCall } from '../../src/platform/partners/partners.ts'
import { call, freshMobile, type TestApp } from '../http/app.ts'

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
export const arrive = (test: TestApp, token: string, device: RouteInput<'userDetail'> = {}) =>
  call(test.app, 'userDetail', device, { token })
