import * as assistant from '../assistant.ts'
import { done, nothing, route } from './route.ts'

/** Path of the event stream of an answer, which is no envelope once the answer begins. Earlier refusals are. */
export const ASK_PATH = '/v1/ai/ask'

export const assistantRoutes = {
  assistantConfig: route({
    method: 'GET',
    path: '/v1/ai/config',
    access: 'optional',
    load: 'reads',
    input: assistant.assistantConfigQuery,
    output: assistant.assistantConfigSchema,
  }),
  answerDetail: route({
    method: 'GET',
    path: '/v1/ai/detail',
    // A visitor reads an answer by its key.
    access: 'optional',
    load: 'reads',
    input: assistant.answerDetailQuery,
    output: assistant.answerSchema,
  }),
  judgeAnswer: route({
    method: 'POST',
    path: '/v1/ai/feedback',
    access: 'session',
    load: 'credentials',
    input: assistant.answerFeedbackBody,
    output: done,
  }),
  shareAnswer: route({
    method: 'POST',
    path: '/v1/ai/share',
    access: 'session',
    load: 'credentials',
    input: assistant.answerIdBody,
    output: assistant.answerShareSchema,
  }),
  unshareAnswer: route({
    method: 'POST',
    path: '/v1/ai/unshare',
    access: 'session',
    load: 'credentials',
    input: assistant.answerIdBody,
    output: done,
  }),
  conversationList: route({
    method: 'GET',
    path: '/v1/ai/conversation/list',
    access: 'session',
    load: 'reads',
    input: assistant.conversationListQuery,
    output: assistant.conversationListSchema,
  }),
  conversation: route({
    method: 'GET',
    path: '/v1/ai/conversation/detail',
    access: 'session',
    load: 'reads',
    input: assistant.conversationIdInput,
    output: assistant.conversationSchema,
  }),
  renameConversation: route({
    method: 'POST',
    path: '/v1/ai/conversation/rename',
    access: 'session',
    load: 'credentials',
    input: assistant.renameConversationBody,
    output: done,
  }),
  deleteConversation: route({
    method: 'POST',
    path: '/v1/ai/conversation/delete',
    access: 'session',
    load: 'credentials',
    input: assistant.conversationIdInput,
    output: done,
  }),
  deleteAllConversations: route({
    method: 'POST',
    path: '/v1/ai/conversation/deleteAll',
    access: 'session',
    load: 'credentials',
    input: nothing,
    output: done,
  }),
} as const
