import type { UserDetail } from '../account.ts'
import * as account from '../account.ts'
import { at, careers, industries } from '../openapi/samples.ts'
import { done, nothing, type RouteDocs, route } from './route.ts'
import { sessionRoutes } from './session.ts'

/** Not in the table: the answer is a zip archive. */
export const EXPORT_DATA_PATH = '/v1/user/exportData'

export const accountRoutes = {
  captcha: route({
    method: 'GET',
    path: '/v1/captcha/generate',
    access: 'open',
    load: 'credentials',
    input: account.captchaQuery,
    output: account.captchaSchema,
  }),
  sendSmsCode: route({
    method: 'POST',
    path: '/v1/common/sendSmsCodeNoLogin',
    access: 'optional',
    load: 'credentials',
    input: account.sendSmsCodeBody,
    output: done,
    raw: true,
  }),
  loginBySmsCode: route({
    method: 'POST',
    path: '/v1/user/loginBySmsCode',
    access: 'open',
    load: 'credentials',
    input: account.loginBySmsCodeBody,
    output: account.loginAnswerSchema,
  }),
  register: route({
    method: 'POST',
    path: '/v1/user/register',
    access: 'open',
    load: 'credentials',
    input: account.registerBody,
    output: account.loginAnswerSchema,
  }),
  loginByPassword: route({
    method: 'POST',
    path: '/v1/user/loginByPassword',
    access: 'open',
    load: 'credentials',
    input: account.loginByPasswordBody,
    output: account.loginAnswerSchema,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/v1/user/resetPassword',
    access: 'optional',
    load: 'credentials',
    input: account.resetPasswordBody,
    output: done,
  }),
  deactivate: route({
    method: 'POST',
    path: '/v1/user/deactivate',
    access: 'session',
    load: 'credentials',
    input: account.deactivateBody,
    output: done,
  }),
  revokeDeactivation: route({
    method: 'POST',
    path: '/v1/user/revokeDeactivation',
    access: 'session',
    load: 'credentials',
    input: nothing,
    output: done,
  }),
  devices: route({
    method: 'GET',
    path: '/v1/user/devices',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: account.signedInDevicesSchema,
  }),
  signOutDevice: route({
    method: 'POST',
    path: '/v1/user/signOutDevice',
    access: 'session',
    load: 'credentials',
    input: account.signOutDeviceBody,
    output: done,
  }),
  signOutOtherDevices: route({
    method: 'POST',
    path: '/v1/user/signOutOtherDevices',
    access: 'session',
    load: 'credentials',
    input: account.signOutOtherDevicesBody,
    output: account.signedOutDevicesSchema,
  }),
  externalTicket: route({
    method: 'POST',
    path: '/v1/external/ticket',
    access: 'open',
    load: 'credentials',
    input: account.externalTicketBody,
    output: account.externalTicketSchema,
  }),
  saveNickname: route({
    method: 'POST',
    path: '/v1/user/saveNickname',
    access: 'session',
    load: 'credentials',
    input: account.saveNicknameBody,
    output: done,
  }),
  agree: route({
    method: 'POST',
    path: '/v1/user/agree',
    access: 'session',
    load: 'credentials',
    input: account.agreeBody,
    output: done,
  }),
} as const

export function accountDocs(): RouteDocs<typeof accountRoutes & typeof sessionRoutes> {
  const userDetail: UserDetail = {
    userId: 'u-example',
    phoneMasked: '138****0000',
    nickname: '澜山',
    isVip: true,
    vipExpireAt: '2028-11-20T15:59:59.000Z',
    vipSource: '赠送',
    canClaimGift: false,
    careerList: careers,
    industryList: industries,
    registeredAt: at,
    loginMethods: ['sms', 'password'],
    agreementVersion: '2026-11-23',
    eraseAt: null,
    lock: null,
    loginSource: null,
    unreadFeedback: 0,
    unreadChanges: 0,
  }
  const login = { token: 'example-token', isFirstLogin: true, userDetail }

  const consentExample = { agreementVersion: '2026-11-23' }
  const deviceExample = { deviceType: 'web', deviceId: 'example-device', fr: '' }

  return {
    userDetail: {
      summary: '当前用户；来自外部的一次性凭证在此换成会话',
      answer: userDetail,
    },
    captcha: {
      summary: '图形或语音验证码',
      example: { kind: 'picture' },
      answer: {
        captchaId: 'k-example',
        image: 'data:image/png;base64,iVBORw0KGgo=',
        audio: null,
        expiresIn: 120,
        codesInTerminal: true,
      },
    },
    sendSmsCode: {
      summary: '发送短信验证码',
      example: { mobile: '15400000000', scene: 'login', captchaId: 'example', captchaCode: 'AB2C', ...deviceExample },
      answer: null,
    },
    loginBySmsCode: {
      summary: '短信验证码登录',
      example: { mobile: '15400000000', smsCode: '123456', ...consentExample, ...deviceExample },
      answer: login,
    },
    register: {
      summary: '注册',
      example: {
        mobile: '15400000000',
        smsCode: '123456',
        password: 'lan-shan-42',
        ...consentExample,
        ...deviceExample,
      },
      answer: login,
    },
    loginByPassword: {
      summary: '密码登录',
      example: { mobile: '15400000000', password: 'lan-shan-42', ...consentExample, ...deviceExample },
      answer: login,
    },
    resetPassword: {
      summary: '重置密码；所有设备随即退出',
      example: { mobile: '15400000000', smsCode: '123456', password: 'lan-shan-43' },
      answer: null,
    },
    deactivate: {
      summary: '注销账户；七天后删除，期间可撤销',
      example: { smsCode: '123456' },
      answer: null,
    },
    revokeDeactivation: {
      summary: '撤销注销',
      answer: null,
    },
    devices: {
      summary: '已登录的设备',
      answer: {
        list: [
          { id: 'd-example', deviceType: 'ios', signedInAt: at, lastUsedAt: at, loginSource: null, isCurrent: true },
        ],
      },
    },
    signOutDevice: {
      summary: '退出一台设备；合作方登录的会话退出其他设备需短信验证码',
      example: { id: 'd-example' },
      answer: null,
    },
    signOutOtherDevices: {
      summary: '退出其他设备；合作方登录的会话需短信验证码',
      example: { smsCode: '' },
      answer: { signedOut: 2 },
    },
    externalTicket: {
      summary: '合作方为已验证的手机号换取一次性凭证',
      example: {
        source: 'partner',
        mobile: '15400000000',
        timestamp: 1_790_000_000_000,
        nonce: 'example-nonce-0001',
        signature: '0'.repeat(64),
      },
      answer: { token: 'example-ticket', expiresIn: 300 },
    },
    saveNickname: {
      summary: '保存昵称，留空为删除',
      example: { nickname: '澜山' },
      answer: null,
    },
    agree: {
      summary: '同意新版协议',
      example: { ...consentExample },
      answer: null,
    },
    logout: {
      summary: '退出登录',
      answer: null,
    },
  }
}
