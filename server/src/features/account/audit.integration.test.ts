import type { SmsScene } from '@baiqicha/contract/account'
import { expect, it } from 'vitest'
import {
  anotherCode,
  eraseDue,
  logInByPassword,
  otherPassword,
  partners,
  password,
  shopSecret,
  signedCall,
} from '../../../test/account/accounts.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { call, device, freshMobile, lastCode, openTestApp, requestCode } from '../../../test/http/app.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLogger } from '../../platform/log/logger.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const wrongPassword = 'not-the-password-of-anyone'
const unfitPassword = 'tooshrt'
const address = '198.51.100.7'

/** A user from the first login to the erasure; each call succeeds and fails once, minutes apart. */
async function liveThrough(db: Database) {
  const logged: string[] = []
  const test = await openTestApp(db, { partners, log: createLogger('debug', (line) => logged.push(line)) })
  const { app, clock } = test
  const mobile = freshMobile()
  const from = { remoteAddress: address }
  const secrets = new Set([mobile, shopSecret, password, otherPassword, wrongPassword, unfitPassword])

  async function codeFor(scene: SmsScene, token?: string) {
    clock.time += 2 * MINUTE
    await requestCode(test, token === undefined ? mobile : '', {
      scene,
      ...(token !== undefined && { token }),
      ...from,
    })
    const right = lastCode(test, mobile)
    const wrong = anotherCode(right)
    secrets.add(right).add(wrong)
    return { right, wrong }
  }
  const keep = (token = '') => {
    secrets.add(token)
    return { token, ...from }
  }

  const registering = await codeFor('register')
  const form = { mobile, password, ...device }
  await call(app, 'register', { ...form, smsCode: registering.wrong }, from)
  await call(app, 'register', { ...form, smsCode: registering.right, password: unfitPassword }, from)
  const registered = await call(app, 'register', { ...form, smsCode: registering.right }, from)
  const first = keep(registered.data?.token)

  const login = await codeFor('login')
  await call(app, 'loginBySmsCode', { mobile, smsCode: login.wrong, ...device }, from)
  const second = keep(
    (await call(app, 'loginBySmsCode', { mobile, smsCode: login.right, ...device }, from)).data?.token,
  )

  clock.time += MINUTE
  await logInByPassword(test, mobile, wrongPassword, from)
  clock.time += MINUTE
  const third = keep((await logInByPassword(test, mobile, password, from)).data?.token)

  clock.time += MINUTE
  await call(app, 'saveIndustryCareer', { careerIdStr: 'jobSeeker', industryIdStr: 'software' }, third)
  clock.time += MINUTE
  const devices = await call(app, 'devices', {}, third)
  const other = devices.data?.list.find((listed) => !listed.isCurrent)
  await call(app, 'signOutDevice', { id: other?.id ?? '' }, third)
  clock.time += MINUTE
  await call(app, 'signOutOtherDevices', {}, third)
  clock.time += MINUTE
  await call(app, 'logout', {}, third)

  const reset = await codeFor('resetPassword')
  await call(app, 'resetPassword', { mobile, smsCode: reset.wrong, password: otherPassword }, from)
  clock.time += MINUTE
  await call(app, 'resetPassword', { mobile, smsCode: reset.right, password: otherPassword }, from)

  clock.time += MINUTE
  const ticketCall = signedCall(test, { mobile })
  await call(app, 'externalTicket', { ...ticketCall, signature: '0'.repeat(64) }, from)
  const ticket = keep((await call(app, 'externalTicket', ticketCall, from)).data?.token)
  secrets.add(ticketCall.signature)
  await app.inject({ url: `/?token=${ticket.token}`, ...from })
  await app.inject({ url: `/api/h5/v1/user/getUserDetail?token=${ticket.token}&mobile=${mobile}`, ...from })
  clock.time += MINUTE
  const arrived = await call(app, 'userDetail', {}, ticket)
  await call(app, 'userDetail', {}, ticket)
  const fourth = keep(arrived.data?.token)

  const leaving = await codeFor('deactivate', fourth.token)
  await call(app, 'deactivate', { smsCode: leaving.wrong }, fourth)
  clock.time += MINUTE
  await call(app, 'deactivate', { smsCode: leaving.right }, fourth)
  clock.time += MINUTE
  const fifth = keep((await logInByPassword(test, mobile, otherPassword, from)).data?.token)
  clock.time += MINUTE
  await call(app, 'revokeDeactivation', {}, fifth)

  const again = await codeFor('deactivate', fifth.token)
  await call(app, 'deactivate', { smsCode: again.right }, fifth)
  // Bodies that are refused before any handler runs.
  const spoilt = { mobile: [mobile], password, smsCode: again.right, token: fifth.token }
  await app.inject({ method: 'POST', url: '/api/h5/v1/user/loginByPassword', payload: spoilt, ...from })
  clock.time += 7 * DAY
  await eraseDue(db, { clock })
  for (const answer of test.captchas.values()) secrets.add(answer)
  return {
    mobile,
    logged,
    secrets: [...secrets, first.token, second.token],
    userId: registered.data?.userDetail.userId,
  }
}

describeDatabases('the audit', (freshDatabase) => {
  it('records the life of an account from creation to erasure, without secrets', async () => {
    const { db } = await freshDatabase()
    const { mobile, secrets, userId } = await liveThrough(db)
    const rows = await db.selectFrom('audit_event').selectAll().orderBy('at').execute()
    const masked = `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
    const ofNumber = { user_id: null, mobile_masked: masked, address }
    const ofUser = { user_id: userId, mobile_masked: masked, address }
    const ofSession = { user_id: userId, mobile_masked: null, address }
    const expected = [
      ['register', ofUser],
      ['loginFailed', ofNumber],
      ['login', ofUser],
      ['loginFailed', ofNumber],
      ['login', ofUser],
      ['giftClaimed', ofUser],
      ['deviceSignedOut', ofSession],
      ['deviceSignedOut', ofSession],
      ['logout', ofSession],
      ['passwordResetFailed', ofNumber],
      ['passwordReset', ofUser],
      ['ticketIssued', ofNumber],
      ['externalLogin', ofUser],
      ['deactivationFailed', ofUser],
      ['deactivated', ofUser],
      ['login', ofUser],
      ['deactivationRevoked', ofUser],
      ['deactivated', ofUser],
      ['erased', { ...ofUser, address: '' }],
    ]
    const stated = rows.map(({ id: _id, at: _at, subject: _subject, kind, ...who }) => [kind, who])
    expect(stated).toEqual(expected)
    const text = JSON.stringify(stated)
    for (const secret of secrets) expect.soft(text).not.toContain(secret)
  })
})

describeDatabases('the log', (freshDatabase) => {
  it('contains no token, ticket, password, code, captcha answer, signature or unmasked number of a whole life', async () => {
    const { logged, secrets } = await liveThrough((await freshDatabase()).db)
    // The real time of a log line consists of digits that may equal a code.
    const lines = logged.map((line) => JSON.stringify({ ...JSON.parse(line), time: '' })).join('\n')
    expect(logged.length).toBeGreaterThan(30)
    expect(lines).toContain(address)
    for (const secret of secrets) expect.soft(lines).not.toContain(secret)
  })
})
