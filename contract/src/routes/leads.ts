import * as leads from '../leads.ts'
import {
  asOf,
  contactSource,
  contactSummary,
  landline,
  leadDetail,
  matchReason,
  onePage,
  summary,
} from '../openapi/samples.ts'
import { type RouteDocs, route } from './route.ts'

/** Path of the CSV of landlines and mailboxes, which answers no envelope. */
export const LEAD_EXPORT_PATH = '/v1/phone/export'
/** Headers of the file: its companies and rows. */
export const LEAD_EXPORT_COMPANIES_HEADER = 'x-export-companies'
export const LEAD_EXPORT_ROWS_HEADER = 'x-export-rows'

export const leadRoutes = {
  leadSearch: route(
    { method: 'GET', path: '/v1/phone/search', access: 'session', load: 'search', reading: 'lists' },
    leads.leadSearchQuery,
    leads.leadSearchAnswerSchema,
  ),
  leadDetail: route(
    { method: 'GET', path: '/v1/phone/detail', access: 'session', load: 'reads', reading: 'details' },
    leads.leadDetailQuery,
    leads.leadDetailSchema,
  ),
  dial: route(
    { method: 'POST', path: '/v1/phone/dial', access: 'session', load: 'credentials' },
    leads.dialBody,
    leads.dialSchema,
  ),
  hideNumber: route(
    { method: 'POST', path: '/v1/phone/hide', access: 'open', load: 'credentials' },
    leads.hideNumberBody,
    leads.hideNumberSchema,
  ),
  showNumber: route(
    { method: 'POST', path: '/v1/phone/show', access: 'open', load: 'credentials' },
    leads.hideNumberBody,
    leads.hideNumberSchema,
  ),
} as const

export function leadDocs(): RouteDocs<typeof leadRoutes> {
  const owner = { mobile: '15400000000', smsCode: '123456' }

  return {
    leadSearch: {
      summary: '找商机：按关键词、号码或条件查询公开联系方式的企业',
      example: { keyword: '演示' },
      answer: {
        list: [
          {
            ...summary,
            matchReason,
            hitRanges: [[2, 4]],
            contactSummary,
            firstContact: { type: '固话', value: landline, source: contactSource, sameNumberCount: 1 },
            updatedAt: '2026-03-28',
          },
        ],
        ...onePage,
        connected: true,
        asOf,
        byNumber: false,
      },
    },
    leadDetail: { summary: '企业公开的联系方式；每日可查看 30 家', example: { id: summary.id }, answer: leadDetail() },
    dial: {
      summary: '拨打手机；须由运营方开启，每日 10 次',
      example: { companyId: summary.id, contactId: 'k-example' },
      answer: { number: owner.mobile, dialsLeft: 9 },
    },
    hideNumber: { summary: '隐藏本人号码，立即生效', example: owner, answer: { hidden: true } },
    showNumber: { summary: '取消隐藏本人号码', example: owner, answer: { hidden: false } },
  }
}
