import * as wechat from '../wechat.ts'
import { done, nothing, route } from './route.ts'

/** WeChat gets three seconds to answer. */
const deadlineMs = 3_600

export const wechatRoutes = {
  jsConfig: route({
    method: 'GET',
    path: '/v1/wechat/jsConfig',
    access: 'open',
    load: 'reads',
    deadlineMs,
    input: wechat.jsConfigQuery,
    output: wechat.jsConfigSchema,
  }),
  loginByWechatCode: route({
    method: 'POST',
    path: '/v1/user/loginByWechatCode',
    access: 'open',
    load: 'credentials',
    deadlineMs,
    input: wechat.loginByWechatCodeBody,
    output: wechat.wechatLoginSchema,
  }),
  bindWechatPhone: route({
    method: 'POST',
    path: '/v1/user/bindWechatPhone',
    access: 'open',
    load: 'credentials',
    deadlineMs,
    input: wechat.bindWechatPhoneBody,
    output: wechat.wechatPhoneSchema,
  }),
  wechatLink: route({
    method: 'GET',
    path: '/v1/user/wechatLink',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: wechat.wechatLinkSchema,
  }),
  unlinkWechat: route({
    method: 'POST',
    path: '/v1/user/unlinkWechat',
    access: 'session',
    load: 'credentials',
    input: nothing,
    output: done,
  }),
} as const
