import * as feedback from '../feedback.ts'
import { nothing, route } from './route.ts'

export const feedbackRoutes = {
  saveFeedback: route({
    method: 'POST',
    path: '/v1/form/saveFeedback',
    access: 'optional',
    load: 'credentials',
    input: feedback.saveFeedbackBody,
    output: feedback.feedbackReceiptSchema,
  }),
  feedbackList: route({
    method: 'GET',
    path: '/v1/form/feedbackList',
    access: 'session',
    load: 'reads',
    reading: 'lists',
    input: nothing,
    output: feedback.feedbackListSchema,
  }),
  feedbackDetail: route({
    method: 'GET',
    path: '/v1/form/feedbackDetail',
    access: 'optional',
    load: 'reads',
    input: feedback.feedbackDetailQuery,
    output: feedback.feedbackThreadSchema,
  }),
  appendFeedback: route({
    method: 'POST',
    path: '/v1/form/appendFeedback',
    access: 'optional',
    load: 'credentials',
    input: feedback.appendFeedbackBody,
    output: feedback.feedbackThreadSchema,
  }),
} as const
