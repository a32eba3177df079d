import type { CorrectionStatus } from '../correction.ts'
import * as correction from '../correction.ts'
import { at, summary } from '../openapi/samples.ts'
import { nothing, type RouteDocs, route } from './route.ts'

/** Not in the table: the body is multipart/form-data with one picture, and the answer is the envelope. */
export const UPLOAD_IMAGE_PATH = '/v1/common/uploadImage'

export const correctionRoutes = {
  correctionSubject: route(
    { method: 'GET', path: '/v1/correction/subject', access: 'allowance', load: 'reads', reading: 'lists' },
    correction.correctionSubjectQuery,
    correction.correctionSubjectSchema,
  ),
  proveContact: route(
    { method: 'POST', path: '/v1/correction/proveContact', access: 'open', load: 'credentials' },
    correction.proveContactBody,
    correction.contactProofSchema,
  ),
  submitCorrection: route(
    { method: 'POST', path: '/v1/correction/submit', access: 'optional', load: 'credentials' },
    correction.submitCorrectionBody,
    correction.correctionReceiptSchema,
  ),
  correctionStatus: route(
    { method: 'GET', path: '/v1/correction/status', access: 'open', load: 'reads' },
    correction.correctionStatusQuery,
    correction.correctionStatusSchema,
  ),
  correctionList: route(
    { method: 'GET', path: '/v1/correction/list', access: 'session', load: 'reads', reading: 'lists' },
    nothing,
    correction.correctionListSchema,
  ),
  requestUpdate: route(
    { method: 'POST', path: '/v1/company/requestUpdate', access: 'session', load: 'reads', reading: 'lists' },
    correction.requestUpdateBody,
    correction.requestUpdateSchema,
  ),
} as const

export function correctionDocs(): RouteDocs<typeof correctionRoutes> {
  const example: CorrectionStatus = {
    number: 'JC20261120-7K3M9Q2T',
    state: '已受理',
    title: '（2026）演0101执1234号',
    companyName: summary.name,
    reason: '不是同一人（企业）',
    submittedAt: at,
    dueAt: '2026-12-10T08:00:00.000Z',
    steps: [{ at, label: '已受理', note: null }],
    result: null,
    note: null,
  }

  return {
    correctionSubject: {
      summary: '纠错：预填内容',
      example: { companyId: 'c-example', recordKind: 'dishonestExecutor', recordId: 'r-example' },
      answer: {
        companyId: summary.id,
        companyName: summary.name,
        isDemo: true,
        recordKind: 'dishonestExecutor',
        recordId: 'r-example',
        title: '（2026）演0101执1234号',
        lines: [{ label: '执行法院', value: '演示市示例区人民法院' }],
        authority: { name: '中国执行信息公开网', url: 'https://zxgk.court.gov.cn/' },
        open: null,
      },
    },
    proveContact: {
      summary: '纠错：未登录者验证手机号',
      example: { mobile: '15400000000', smsCode: '123456' },
      answer: { contactToken: 'example-of-a-contact-token', mobileMasked: '138****0000', expiresAt: at },
    },
    submitCorrection: {
      summary: '提交纠错或异议',
      example: {
        companyId: 'c-example',
        recordKind: 'dishonestExecutor',
        recordId: 'r-example',
        reason: '不是同一人（企业）',
        content: '该案被执行人与本企业同名，不是同一企业。',
        claimant: '本企业',
      },
      answer: { number: 'JC20261120-7K3M9Q2T', dueAt: '2026-12-10T08:00:00.000Z', effect: 'marked', isAddition: false },
    },
    correctionStatus: { summary: '按编号查异议进度', example: { number: 'JC20261120-7K3M9Q2T' }, answer: example },
    correctionList: { summary: '我的异议', answer: [example] },
    requestUpdate: { summary: '申请更新一家企业', example: { companyId: 'c-example' }, answer: { updateRequests: 3 } },
  }
}
