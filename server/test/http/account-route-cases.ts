import { expect } from 'vitest'
import { otherPassword, password, signedCall } from '../account/accounts.ts'
import { call, device, freshMobile, lastCode, requestCode, signIn, type TestApp } from './app.ts'
import { badRequest, expectRows, ofUser, type RouteCases } from './route-case.ts'

/** Accounts, codes and tickets that a call uses up, one per route. */
async function prepareAccounts(test: TestApp) {
  const { app } = test
  const captcha = await call(app, 'captcha', {})
  const captchaId = captcha.data?.captchaId ?? ''
  const mobile = freshMobile()
  await requestCode(test, mobile)
  const leaving = await signIn(test)
  const [leavingDevice] = (await call(app, 'devices', {}, { token: leaving.token })).data?.list ?? []
  const loggingOut = await signIn(test)
  const closingMobile = freshMobile()
  const closing = await signIn(test, closingMobile)
  await requestCode(test, '', { scene: 'deactivate', token: closing.token })
  const newcomer = freshMobile()
  await requestCode(test, newcomer, { scene: 'register' })
  const registration = { mobile: newcomer, smsCode: lastCode(test, newcomer), password, ...device }
  await requestCode(test, newcomer, { scene: 'resetPassword' })
  const reset = { mobile: newcomer, smsCode: lastCode(test, newcomer), password: otherPassword }
  const proving = freshMobile()
  await requestCode(test, proving, { scene: 'correction' })
  const keyed = await signIn(test)
  const created = await call(app, 'createApiKey', { name: '脚本', days: 30 }, { token: keyed.token })
  const wechat = await call(app, 'loginByWechatCode', { code: 'newcomer', deviceId: 'd' })
  return {
    captchaId,
    captchaCode: test.captchas.get(captchaId) ?? '',
    mobile,
    leaving,
    leavingDevice,
    loggingOut,
    keyed,
    keyId: created.data?.apiKey.id ?? '',
    closing,
    closingMobile,
    newcomer,
    registration,
    reset,
    proving,
    ticketCall: signedCall(test),
    bindToken: wechat.data !== null && 'bindToken' in wechat.data ? wechat.data.bindToken : undefined,
    binding: {
      phoneCode: `phone-${freshMobile()}`,
      agreementVersion: device.agreementVersion,
      deviceId: 'd',
    },
  }
}

/** Cases of the routes of accounts, sessions, memberships and agreements. */
export async function accountRouteCases(test: TestApp) {
  const { captchaId, captchaCode, mobile, leaving, leavingDevice, loggingOut, closing, closingMobile, ...prepared } =
    await prepareAccounts(test)
  const { newcomer, registration, reset, proving, ticketCall, bindToken, binding, keyed, keyId } = prepared
  return {
    userDetail: ofUser({}, ({ data }) => expect(data?.phoneMasked).toMatch(/^138\*{4}\d{4}$/)),
    captcha: {
      input: {},
      check: ({ data }) => expect(data?.image).toMatch(/^data:image\/png;base64,/),
      refused: badRequest,
    },
    sendSmsCode: {
      input: { mobile: freshMobile(), scene: 'login', captchaId, captchaCode, ...device },
      refused: {
        input: { mobile: '123', scene: 'login', captchaId, captchaCode, ...device },
        status: 200,
        code: 4101,
      },
    },
    loginBySmsCode: {
      input: { mobile, smsCode: lastCode(test, mobile), ...device },
      check: ({ data }) => expect(data?.isFirstLogin).toBe(true),
      refused: { input: { mobile, smsCode: '000000', ...device }, status: 200, code: 4104 },
    },
    register: {
      input: registration,
      check: ({ data }) => expect(data?.isFirstLogin).toBe(true),
      refused: { input: registration, status: 200, code: 4104 },
    },
    loginByPassword: {
      input: { mobile: newcomer, password, ...device },
      check: ({ data }) => expect(data?.userDetail.loginMethods).toContain('password'),
      refused: { input: { mobile: newcomer, password: otherPassword, ...device }, status: 200, code: 4107 },
    },
    resetPassword: {
      input: reset,
      check: ({ data }) => expect(data).toBeNull(),
      refused: { input: reset, status: 200, code: 4104 },
    },
    deactivate: ofUser({ smsCode: lastCode(test, closingMobile) }, undefined, closing.token),
    revokeDeactivation: ofUser({}),
    devices: ofUser({}, ({ data }) => expect(data?.list).toMatchObject([{ isCurrent: true }])),
    signOutDevice: ofUser({ id: leavingDevice?.id ?? '' }, undefined, leaving.token),
    signOutOtherDevices: ofUser({}, ({ data }) => expect(data?.signedOut).toBe(0)),
    apiKeys: ofUser({}, ({ data }) => expect(data?.dailyQuota).toBeGreaterThan(0)),
    createApiKey: ofUser({ name: '报表', days: 365 }, ({ data }) => expect(data?.key).toMatch(/^bqc_[\w-]{43}$/)),
    revokeApiKey: ofUser({ id: keyId }, undefined, keyed.token),
    externalTicket: {
      input: ticketCall,
      check: ({ data }) => expect(data?.token).toHaveLength(43),
      refused: { input: { ...ticketCall, source: 'bank' }, status: 200, code: 4116 },
    },
    agree: ofUser({ agreementVersion: device.agreementVersion }),
    logout: ofUser({}, undefined, loggingOut.token),
    careerIndustryList: { input: {}, check: ({ data }) => expectRows(data?.careerList), refused: badRequest },
    saveIndustryCareer: ofUser({ careerIdStr: 'jobSeeker', industryIdStr: 'software' }, ({ data }) =>
      expect(data?.isNew).toBe(true),
    ),
    saveCareer: ofUser({ careerIdStr: 'owner' }),
    saveIndustry: ofUser({ industryIdStr: '' }),
    saveNickname: ofUser({ nickname: '澜山' }),
    proveContact: {
      input: { mobile: proving, smsCode: lastCode(test, proving) },
      check: ({ data }) => expect(data?.mobileMasked).toMatch(/^138\*{4}\d{4}$/),
      refused: { input: { mobile: proving, smsCode: '000000' }, status: 200, code: 4104 },
    },
    agreementList: { input: {}, check: ({ data }) => expectRows(data?.list), refused: badRequest },
    agreement: {
      input: { type: 'privacy_policy' },
      check: ({ data }) => expectRows(data?.content),
      refused: badRequest,
    },
    jsConfig: {
      input: { url: 'https://www.example.com/' },
      check: ({ data }) => expect(data?.signature).toMatch(/^[0-9a-f]{40}$/),
      refused: { input: { url: 'https://other.example/' }, ...badRequest },
    },
    loginByWechatCode: {
      input: { code: 'someone', deviceId: 'd' },
      check: ({ data }) => expect(data).toEqual({ bindToken: expect.stringMatching(/^[\w-]{43}$/) }),
      refused: { input: { code: 'void', deviceId: 'd' }, status: 200, code: 4127 },
    },
    bindWechatPhone: {
      input: { ...binding, bindToken: bindToken ?? '' },
      check: ({ data }) => expect(data).toMatchObject({ isFirstLogin: true }),
      refused: { input: { ...binding, bindToken: 'unknown' }, status: 200, code: 4129 },
    },
    wechatLink: ofUser({}, ({ data }) => expect(data).toEqual({ isLinked: false })),
    unlinkWechat: ofUser({}),
  } satisfies Partial<RouteCases>
}
