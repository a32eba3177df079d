import * as z from 'zod/mini'
import * as account from './account.ts'
import { agreementListSchema, agreementQuery, agreementSchema } from './agreements.ts'
import { businessInfoSchema, companyDetailSchema, companyIdQuery } from './company-detail.ts'
import {
  coverageSchema,
  filterOptionsSchema,
  searchAnswerSchema,
  searchQuerySchema,
  suggestAnswerSchema,
  suggestQuerySchema,
} from './company-search.ts'
import { companySummaryCodec, viewedCompanyCodec } from './company-summary.ts'
import { pagingQuery } from './envelope.ts'
import * as history from './history.ts'
import { homeConfigSchema } from './home.ts'
import * as membership from './membership.ts'

/** Base path of every call. */
export const API_BASE = '/api/h5'
/** Request header that carries the session. */
export const TOKEN_HEADER = 'token'

/**
 * Who may call: anyone; anyone, told apart by their session where they have one; anyone within an allowance per address
 * and signed-in users within theirs; or signed-in users only.
 */
export type Access = 'open' | 'optional' | 'allowance' | 'session'

/**
 * The class whose admission limit a call counts against, so that a flood of one never starves another. `copies` are
 * answered from a kept copy, also while the database is away.
 */
export const loadClasses = ['credentials', 'reads', 'search', 'copies'] as const
export type LoadClass = (typeof loadClasses)[number]

export type Route<
  I extends z.core.$ZodType = z.core.$ZodType,
  O extends z.core.$ZodType = z.core.$ZodType,
  A extends Access = Access,
> = {
  method: 'GET' | 'POST'
  path: string
  summary: string
  access: A
  load: LoadClass
  /** Query of a GET, body of a POST. */
  input: I
  /** What `data` holds. Encoded by the server, decoded by the web. */
  output: O
  /** An input that succeeds on the starter set, where the call needs one. Shown in the OpenAPI document. */
  example?: Record<string, unknown>
  /** The caller reads `code` and `message` itself (SPEC §7). */
  raw?: true
}

const route = <I extends z.core.$ZodType, O extends z.core.$ZodType, A extends Access>(definition: Route<I, O, A>) =>
  definition

const nothing = z.object({})
const done = z.null()
const page = z.object(pagingQuery)

const consentExample = { agreementVersion: '2026-11-22' }
const deviceExample = { deviceType: 'web', deviceId: 'example-device', fr: '' }

/** Every call there is. The server refuses to start with a route that is not here, or without one that is. */
export const routes = {
  homeConfig: route({
    method: 'GET',
    path: '/operation-config/index/config',
    summary: '首页公告与轮播',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: homeConfigSchema,
  }),
  recentRegisterList: route({
    method: 'GET',
    path: '/v1/index/recent/register/list',
    summary: '最新注册企业，首页十家',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: z.array(companySummaryCodec),
  }),
  recentRegisterDetail: route({
    method: 'GET',
    path: '/v1/index/recent/register/detail',
    summary: '最新注册企业，一页',
    access: 'open',
    load: 'copies',
    input: page,
    output: z.array(companySummaryCodec),
    example: { page: 1, pageSize: 20 },
  }),
  recentBrowseList: route({
    method: 'GET',
    path: '/v1/index/recent/browse/list',
    summary: '最近浏览，首页十家',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: z.array(viewedCompanyCodec),
  }),
  recentBrowseDetail: route({
    method: 'GET',
    path: '/v1/index/recent/browse/detail',
    summary: '最近浏览，一页',
    access: 'session',
    load: 'reads',
    input: page,
    output: z.array(viewedCompanyCodec),
    example: { page: 1, pageSize: 20 },
  }),
  searchHistory: route({
    method: 'GET',
    path: '/v1/user/history/searchViewHistoryList',
    summary: '搜索历史',
    access: 'session',
    load: 'reads',
    input: history.searchHistoryQuery,
    output: history.searchHistorySchema,
    example: { type: 'search' },
  }),
  saveSearchHistory: route({
    method: 'POST',
    path: '/v1/user/history/saveSearchHistory',
    summary: '记一次搜索',
    access: 'session',
    load: 'reads',
    input: history.saveSearchHistoryBody,
    output: done,
    example: { companyName: '比亚迪' },
  }),
  deleteViewHistory: route({
    method: 'POST',
    path: '/v1/user/history/deleteViewHistory',
    summary: '删除一条浏览记录',
    access: 'session',
    load: 'reads',
    input: history.deleteViewHistoryBody,
    output: done,
    example: { companyId: 'c-example' },
  }),
  deleteSearchHistory: route({
    method: 'POST',
    path: '/v1/user/history/deleteSearchHistory',
    summary: '删除一条搜索记录',
    access: 'session',
    load: 'reads',
    input: history.deleteSearchHistoryBody,
    output: done,
    example: { id: 's-example' },
  }),
  deleteAllViewHistory: route({
    method: 'POST',
    path: '/v1/user/history/deleteAllViewHistory',
    summary: '清空浏览记录',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: done,
  }),
  deleteAllSearchHistory: route({
    method: 'POST',
    path: '/v1/user/history/deleteAllSearchHistory',
    summary: '清空搜索记录',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: done,
  }),
  userDetail: route({
    method: 'GET',
    path: '/v1/user/getUserDetail',
    summary: '当前用户；来自外部的一次性凭证在此换成会话',
    access: 'optional',
    load: 'reads',
    input: account.userDetailQuery,
    output: account.userDetailAnswerSchema,
  }),
  captcha: route({
    method: 'GET',
    path: '/v1/captcha/generate',
    summary: '图形或语音验证码',
    access: 'open',
    load: 'credentials',
    input: account.captchaQuery,
    output: account.captchaSchema,
    example: { kind: 'picture' },
  }),
  sendSmsCode: route({
    method: 'POST',
    path: '/v1/common/sendSmsCodeNoLogin',
    summary: '发送短信验证码',
    access: 'optional',
    load: 'credentials',
    input: account.sendSmsCodeBody,
    output: done,
    raw: true,
    example: { mobile: '15400000000', scene: 'login', captchaId: 'example', captchaCode: 'AB2C', ...deviceExample },
  }),
  loginBySmsCode: route({
    method: 'POST',
    path: '/v1/user/loginBySmsCode',
    summary: '短信验证码登录',
    access: 'open',
    load: 'credentials',
    input: account.loginBySmsCodeBody,
    output: account.loginAnswerSchema,
    example: { mobile: '15400000000', smsCode: '123456', ...consentExample, ...deviceExample },
  }),
  register: route({
    method: 'POST',
    path: '/v1/user/register',
    summary: '注册',
    access: 'open',
    load: 'credentials',
    input: account.registerBody,
    output: account.loginAnswerSchema,
    example: { mobile: '15400000000', smsCode: '123456', password: 'lan-shan-42', ...consentExample, ...deviceExample },
  }),
  loginByPassword: route({
    method: 'POST',
    path: '/v1/user/loginByPassword',
    summary: '密码登录',
    access: 'open',
    load: 'credentials',
    input: account.loginByPasswordBody,
    output: account.loginAnswerSchema,
    example: { mobile: '15400000000', password: 'lan-shan-42', ...consentExample, ...deviceExample },
  }),
  resetPassword: route({
    method: 'POST',
    path: '/v1/user/resetPassword',
    summary: '重置密码；所有设备随即退出',
    access: 'optional',
    load: 'credentials',
    input: account.resetPasswordBody,
    output: done,
    example: { mobile: '15400000000', smsCode: '123456', password: 'lan-shan-43' },
  }),
  deactivate: route({
    method: 'POST',
    path: '/v1/user/deactivate',
    summary: '注销账户；七天后删除，期间可撤销',
    access: 'session',
    load: 'credentials',
    input: account.deactivateBody,
    output: done,
    example: { smsCode: '123456' },
  }),
  revokeDeactivation: route({
    method: 'POST',
    path: '/v1/user/revokeDeactivation',
    summary: '撤销注销',
    access: 'session',
    load: 'credentials',
    input: nothing,
    output: done,
  }),
  devices: route({
    method: 'GET',
    path: '/v1/user/devices',
    summary: '已登录的设备',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: account.signedInDevicesSchema,
  }),
  signOutDevice: route({
    method: 'POST',
    path: '/v1/user/signOutDevice',
    summary: '退出一台设备',
    access: 'session',
    load: 'credentials',
    input: account.signOutDeviceBody,
    output: done,
    example: { id: 'd-example' },
  }),
  signOutOtherDevices: route({
    method: 'POST',
    path: '/v1/user/signOutOtherDevices',
    summary: '退出其他设备',
    access: 'session',
    load: 'credentials',
    input: nothing,
    output: account.signedOutDevicesSchema,
  }),
  externalTicket: route({
    method: 'POST',
    path: '/v1/external/ticket',
    summary: '合作方为已验证的手机号换取一次性凭证',
    access: 'open',
    load: 'credentials',
    input: account.externalTicketBody,
    output: account.externalTicketSchema,
    example: {
      source: 'partner',
      mobile: '15400000000',
      timestamp: 1_790_000_000_000,
      nonce: 'example-nonce-0001',
      signature: '0'.repeat(64),
    },
  }),
  saveNickname: route({
    method: 'POST',
    path: '/v1/user/saveNickname',
    summary: '保存昵称，留空为删除',
    access: 'session',
    load: 'credentials',
    input: account.saveNicknameBody,
    output: done,
    example: { nickname: '澜山' },
  }),
  agree: route({
    method: 'POST',
    path: '/v1/user/agree',
    summary: '同意新版协议',
    access: 'session',
    load: 'credentials',
    input: account.agreeBody,
    output: done,
    example: { ...consentExample },
  }),
  careerIndustryList: route({
    method: 'GET',
    path: '/v1/config/getCareerIndustryList',
    summary: '身份与行业选项',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: membership.careerIndustrySchema,
  }),
  saveIndustryCareer: route({
    method: 'POST',
    path: '/v1/form/saveIndustryCareer',
    summary: '填写身份与行业，领取两年会员',
    access: 'session',
    load: 'credentials',
    input: membership.saveIndustryCareerBody,
    output: membership.giftAnswerSchema,
    example: { careerIdStr: 'jobSeeker', industryIdStr: 'software' },
  }),
  saveCareer: route({
    method: 'POST',
    path: '/v1/form/saveCareer',
    summary: '保存身份，留空为删除',
    access: 'session',
    load: 'credentials',
    input: membership.saveCareerBody,
    output: done,
    example: { careerIdStr: 'jobSeeker' },
  }),
  saveIndustry: route({
    method: 'POST',
    path: '/v1/form/saveIndustry',
    summary: '保存行业，留空为删除',
    access: 'session',
    load: 'credentials',
    input: membership.saveIndustryBody,
    output: done,
    example: { industryIdStr: 'software' },
  }),
  agreementList: route({
    method: 'GET',
    path: '/v1/userAgreement/getAgreementTemplateList',
    summary: '协议列表与版本',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: agreementListSchema,
  }),
  agreement: route({
    method: 'GET',
    path: '/v1/userAgreement/queryUserAgreement',
    summary: '协议全文',
    access: 'open',
    load: 'copies',
    input: agreementQuery,
    output: agreementSchema,
    example: { type: 'user_protocol' },
  }),
  logout: route({
    method: 'POST',
    path: '/v1/user/logout',
    summary: '退出登录',
    access: 'session',
    load: 'credentials',
    input: nothing,
    output: done,
  }),
  companySearch: route({
    method: 'GET',
    path: '/v1/company/search',
    summary: '搜索企业',
    access: 'session',
    load: 'search',
    input: searchQuerySchema,
    output: searchAnswerSchema,
    example: { keyword: '比亚迪' },
  }),
  companySuggest: route({
    method: 'GET',
    path: '/v1/company/suggest',
    summary: '搜索联想',
    access: 'session',
    load: 'search',
    input: suggestQuerySchema,
    output: suggestAnswerSchema,
    example: { keyword: '比亚' },
  }),
  filterOptions: route({
    method: 'GET',
    path: '/v1/company/filterOptions',
    summary: '地区与行业选项',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: filterOptionsSchema,
  }),
  coverage: route({
    method: 'GET',
    path: '/v1/company/coverage',
    summary: '已收录的数据',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: coverageSchema,
  }),
  companyDetail: route({
    method: 'GET',
    path: '/v1/company/detail',
    summary: '企业详情',
    access: 'allowance',
    load: 'reads',
    input: companyIdQuery,
    output: companyDetailSchema,
    example: { id: 'c-example' },
  }),
  businessInfo: route({
    method: 'GET',
    path: '/v1/company/overview/businessInfo',
    summary: '工商信息',
    access: 'allowance',
    load: 'reads',
    input: companyIdQuery,
    output: businessInfoSchema,
    example: { id: 'c-example' },
  }),
} as const

/** What stands under the API base without the envelope, and why. */
export const exceptions = {
  openapi: { method: 'GET', path: '/openapi.json', answers: 'the OpenAPI document itself, as its readers expect it' },
} as const

export type RouteKey = keyof typeof routes
const isRouteKey = (key: string): key is RouteKey => key in routes
export const routeKeys: readonly RouteKey[] = Object.keys(routes).filter(isRouteKey)
export type RouteAccess<K extends RouteKey> = (typeof routes)[K]['access']
export type RouteInput<K extends RouteKey> = z.input<(typeof routes)[K]['input']>
/** What the caller of a route gets and its handler returns: clear names, never the wire's. */
export type RouteOutput<K extends RouteKey> = z.output<(typeof routes)[K]['output']>
export type ParsedInput<K extends RouteKey> = z.output<(typeof routes)[K]['input']>
