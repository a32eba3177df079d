import type { FeedbackThread } from '../feedback.ts'
import * as feedback from '../feedback.ts'
import { at } from '../openapi/samples.ts'
import { nothing, type RouteDocs, route } from './route.ts'

export const feedbackRoutes = {
  saveFeedback: route(
    { method: 'POST', path: '/v1/form/saveFeedback', access: 'optional', load: 'credentials' },
    feedback.saveFeedbackBody,
    feedback.feedbackReceiptSchema,
  ),
  feedbackList: route(
    { method: 'GET', path: '/v1/form/feedbackList', access: 'session', load: 'reads', reading: 'lists' },
    nothing,
    feedback.feedbackListSchema,
  ),
  feedbackDetail: route(
    { method: 'GET', path: '/v1/form/feedbackDetail', access: 'optional', load: 'reads' },
    feedback.feedbackDetailQuery,
    feedback.feedbackThreadSchema,
  ),
  appendFeedback: route(
    { method: 'POST', path: '/v1/form/appendFeedback', access: 'optional', load: 'credentials' },
    feedback.appendFeedbackBody,
    feedback.feedbackThreadSchema,
  ),
} as const

export function feedbackDocs(): RouteDocs<typeof feedbackRoutes> {
  const number = 'FB20261120-7K3M9Q2T'
  const thread: FeedbackThread = {
    number,
    kind: '功能异常',
    state: '已回复',
    createdAt: at,
    context: '企业详情 · 1.0.0 · ios',
    contactMasked: '138****0000',
    pictureCount: 1,
    entries: [
      { from: 'user', content: '企业详情页打开后一直显示加载中。', at },
      { from: 'operator', content: '问题已修复，请刷新页面。', at },
    ],
    canAppend: true,
  }

  return {
    saveFeedback: {
      summary: '提交反馈；未登录者须通过图形验证码',
      example: {
        kind: '功能异常',
        content: '企业详情页打开后一直显示加载中。',
        imageIds: [],
        contact: '15400000000',
        context: '企业详情 · 1.0.0 · ios',
      },
      answer: { number },
    },
    feedbackList: {
      summary: '我的反馈',
      answer: [
        {
          number,
          kind: '功能异常',
          state: '已回复',
          excerpt: '企业详情页打开后一直显示加载中。',
          createdAt: at,
          answeredAt: at,
          unread: true,
        },
      ],
    },
    feedbackDetail: { summary: '按编号查看反馈；打开后回复视为已读', example: { number }, answer: thread },
    appendFeedback: {
      summary: '补充反馈',
      example: { number, content: '刷新后仍然如此。' },
      answer: { ...thread, state: '处理中' },
    },
  }
}
