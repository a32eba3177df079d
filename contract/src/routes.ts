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
  access: A
  load: LoadClass
  /** Query of a GET, body of a POST. */
  input: I
  /** What `data` holds. Encoded by the server, decoded by the web. */
  output: O
  /** The caller reads `code` and `message` itself (SPEC §7). */
  raw?: true
}

const route = <I extends z.core.$ZodType, O extends z.core.$ZodType, A extends Access>(definition: Route<I, O, A>) =>
  definition

const nothing = z.object({})
const done = z.null()
const page = z.object(pagingQuery)

/** Every call there is. The server refuses to start with a route that is not here, or without one that is. */
export const routes = {
  homeConfig: route({
    method: 'GET',
    path: '/operation-config/index/config',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: homeConfigSchema,
  }),
  recentRegisterList: route({
    method: 'GET',
    path: '/v1/index/recent/register/list',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: z.array(companySummaryCodec),
  }),
  recentRegisterDetail: route({
    method: 'GET',
    path: '/v1/index/recent/register/detail',
    access: 'open',
    load: 'copies',
    input: page,
    output: z.array(companySummaryCodec),
  }),
  recentBrowseList: route({
    method: 'GET',
    path: '/v1/index/recent/browse/list',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: z.array(viewedCompanyCodec),
  }),
  recentBrowseDetail: route({
    method: 'GET',
    path: '/v1/index/recent/browse/detail',
    access: 'session',
    load: 'reads',
    input: page,
    output: z.array(viewedCompanyCodec),
  }),
  searchHistory: route({
    method: 'GET',
    path: '/v1/user/history/searchViewHistoryList',
    access: 'session',
    load: 'reads',
    input: history.searchHistoryQuery,
    output: history.searchHistorySchema,
  }),
  saveSearchHistory: route({
    method: 'POST',
    path: '/v1/user/history/saveSearchHistory',
    access: 'session',
    load: 'reads',
    input: history.saveSearchHistoryBody,
    output: done,
  }),
  deleteViewHistory: route({
    method: 'POST',
    path: '/v1/user/history/deleteViewHistory',
    access: 'session',
    load: 'reads',
    input: history.deleteViewHistoryBody,
    output: done,
  }),
  deleteSearchHistory: route({
    method: 'POST',
    path: '/v1/user/history/deleteSearchHistory',
    access: 'session',
    load: 'reads',
    input: history.deleteSearchHistoryBody,
    output: done,
  }),
  deleteAllViewHistory: route({
    method: 'POST',
    path: '/v1/user/history/deleteAllViewHistory',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: done,
  }),
  deleteAllSearchHistory: route({
    method: 'POST',
    path: '/v1/user/history/deleteAllSearchHistory',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: done,
  }),
  userDetail: route({
    method: 'GET',
    path: '/v1/user/getUserDetail',
    access: 'optional',
    load: 'reads',
    input: account.userDetailQuery,
    output: account.userDetailAnswerSchema,
  }),
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
    input: nothing,
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
  careerIndustryList: route({
    method: 'GET',
    path: '/v1/config/getCareerIndustryList',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: membership.careerIndustrySchema,
  }),
  saveIndustryCareer: route({
    method: 'POST',
    path: '/v1/form/saveIndustryCareer',
    access: 'session',
    load: 'credentials',
    input: membership.saveIndustryCareerBody,
    output: membership.giftAnswerSchema,
  }),
  saveCareer: route({
    method: 'POST',
    path: '/v1/form/saveCareer',
    access: 'session',
    load: 'credentials',
    input: membership.saveCareerBody,
    output: done,
  }),
  saveIndustry: route({
    method: 'POST',
    path: '/v1/form/saveIndustry',
    access: 'session',
    load: 'credentials',
    input: membership.saveIndustryBody,
    output: done,
  }),
  agreementList: route({
    method: 'GET',
    path: '/v1/userAgreement/getAgreementTemplateList',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: agreementListSchema,
  }),
  agreement: route({
    method: 'GET',
    path: '/v1/userAgreement/queryUserAgreement',
    access: 'open',
    load: 'copies',
    input: agreementQuery,
    output: agreementSchema,
  }),
  logout: route({
    method: 'POST',
    path: '/v1/user/logout',
    access: 'session',
    load: 'credentials',
    input: nothing,
    output: done,
  }),
  companySearch: route({
    method: 'GET',
    path: '/v1/company/search',
    access: 'session',
    load: 'search',
    input: searchQuerySchema,
    output: searchAnswerSchema,
  }),
  companySuggest: route({
    method: 'GET',
    path: '/v1/company/suggest',
    access: 'session',
    load: 'search',
    input: suggestQuerySchema,
    output: suggestAnswerSchema,
  }),
  filterOptions: route({
    method: 'GET',
    path: '/v1/company/filterOptions',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: filterOptionsSchema,
  }),
  coverage: route({
    method: 'GET',
    path: '/v1/company/coverage',
    access: 'open',
    load: 'copies',
    input: nothing,
    output: coverageSchema,
  }),
  companyDetail: route({
    method: 'GET',
    path: '/v1/company/detail',
    access: 'allowance',
    load: 'reads',
    input: companyIdQuery,
    output: companyDetailSchema,
  }),
  businessInfo: route({
    method: 'GET',
    path: '/v1/company/overview/businessInfo',
    access: 'allowance',
    load: 'reads',
    input: companyIdQuery,
    output: businessInfoSchema,
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
