import type { UserDetail } from '../account.ts'
import * as account from '../account.ts'
import { at, careers, industries } from '../openapi/samples.ts'
import { done, nothing, type RouteDocs, route } from './route.ts'
import { sessionRoutes } from './session.ts'

/** Not in the table: the answer is a zip archive. */
export const EXPORT_DATA_PATH = '/v1/user/exportData'

export const accountRoutes = {
  captcha: route(
    { method: 'GET', path: '/v1/captcha/generate', access: 'open', load: 'credentials' },
    account.captchaQuery,
    account.captchaSchema,
  ),
  sendSmsCode: route(
    { method: 'POST', path: '/v1/common/sendSmsCodeNoLogin', access: 'optional', load: 'credentials', raw: true },
    account.sendSmsCodeBody,
    done,
  ),
  loginBySmsCode: route(
    { method: 'POST', path: '/v1/user/loginBySmsCode', access: 'open', load: 'credentials' },
    account.loginBySmsCodeBody,
    account.loginAnswerSchema,
  ),
  register: route(
    { method: 'POST', path: '/v1/user/register', access: 'open', load: 'credentials' },
    account.registerBody,
    account.loginAnswerSchema,
  ),
  loginByPassword: route(
    { method: 'POST', path: '/v1/user/loginByPassword', access: 'open', load: 'credentials' },
    account.loginByPasswordBody,
    account.loginAnswerSchema,
  ),
  resetPassword: route(
    { method: 'POST', path: '/v1/user/resetPassword', access: 'optional', load: 'credentials' },
    account.resetPasswordBody,
    done,
  ),
  deactivate: route(
    { method: 'POST', path: '/v1/user/deactivate', access: 'session', load: 'credentials' },
    account.deactivateBody,
    done,
  ),
  revokeDeactivation: route(
    { method: 'POST', path: '/v1/user/revokeDeactivation', access: 'session', load: 'credentials' },
    nothing,
    done,
  ),
  devices: route(
    { method: 'GET', path: '/v1/user/devices', access: 'session', load: 'reads' },
    nothing,
    account.signedInDevicesSchema,
  ),
  signOutDevice: route(
    { method: 'POST', path: '/v1/user/signOutDevice', access: 'session', load: 'credentials' },
    account.signOutDeviceBody,
    done,
  ),
  signOutOtherDevices: route(
    { method: 'POST', path: '/v1/user/signOutOtherDevices', access: 'session', load: 'credentials' },
    account.signOutOtherDevicesBody,
    account.signedOutDevicesSchema,
  ),
  externalTicket: route(
    { method: 'POST', path: '/v1/external/ticket', access: 'open', load: 'credentials' },
    account.externalTicketBody,
    account.externalTicketSchema,
  ),
  saveNickname: route(
    { method: 'POST', path: '/v1/user/saveNickname', access: 'session', load: 'credentials' },
    account.saveNicknameBody,
    done,
  ),
  agree: route(
    { method: 'POST', path: '/v1/user/agree', access: 'session', load: 'credentials' },
    account.agreeBody,
    done,
  ),
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
    userDetail: { summary: '当前用户；来自外部的一次性凭证在此换成会话', answer: userDetail },
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
    deactivate: { summary: '注销账户；七天后删除，期间可撤销', example: { smsCode: '123456' }, answer: null },
    revokeDeactivation: { summary: '撤销注销', answer: null },
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
    saveNickname: { summary: '保存昵称，留空为删除', example: { nickname: '澜山' }, answer: null },
    agree: { summary: '同意新版协议', example: { ...consentExample }, answer: null },
    logout: { summary: '退出登录', answer: null },
  }
}
