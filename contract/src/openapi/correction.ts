import { type CorrectionStatus } from '../correction.ts'
import { correctionRoutes } from '../routes/correction.ts'
import { type RouteDocs } from './route-docs.ts'
import { at, summary } from './samples.ts'

const correction: CorrectionStatus = {
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

export const correctionDocs: RouteDocs<typeof correctionRoutes> = {
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
  correctionStatus: {
    summary: '按编号查异议进度',
    example: { number: 'JC20261120-7K3M9Q2T' },
    answer: correction,
  },
  correctionList: {
    summary: '我的异议',
    answer: [correction],
  },
  requestUpdate: {
    summary: '申请更新一家企业',
    example: { companyId: 'c-example' },
    answer: { updateRequests: 3 },
  },
}
