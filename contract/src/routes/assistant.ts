import type { Answer } from '../assistant.ts'
import * as assistant from '../assistant.ts'
import { asOf, onePage, summary } from '../openapi/samples.ts'
import { done, nothing, type RouteDocs, route } from './route.ts'

/** Path of the event stream of an answer, which is no envelope once the answer begins. Earlier refusals are. */
export const ASK_PATH = '/v1/ai/ask'

export const assistantRoutes = {
  assistantConfig: route(
    { method: 'GET', path: '/v1/ai/config', access: 'optional', load: 'reads' },
    assistant.assistantConfigQuery,
    assistant.assistantConfigSchema,
  ),
  // A visitor reads an answer by its key.
  answerDetail: route(
    { method: 'GET', path: '/v1/ai/detail', access: 'optional', load: 'reads' },
    assistant.answerDetailQuery,
    assistant.answerSchema,
  ),
  judgeAnswer: route(
    { method: 'POST', path: '/v1/ai/feedback', access: 'session', load: 'credentials' },
    assistant.answerFeedbackBody,
    done,
  ),
  shareAnswer: route(
    { method: 'POST', path: '/v1/ai/share', access: 'session', load: 'credentials' },
    assistant.answerIdBody,
    assistant.answerShareSchema,
  ),
  unshareAnswer: route(
    { method: 'POST', path: '/v1/ai/unshare', access: 'session', load: 'credentials' },
    assistant.answerIdBody,
    done,
  ),
  conversationList: route(
    { method: 'GET', path: '/v1/ai/conversation/list', access: 'session', load: 'reads' },
    assistant.conversationListQuery,
    assistant.conversationListSchema,
  ),
  conversation: route(
    { method: 'GET', path: '/v1/ai/conversation/detail', access: 'session', load: 'reads' },
    assistant.conversationIdInput,
    assistant.conversationSchema,
  ),
  renameConversation: route(
    { method: 'POST', path: '/v1/ai/conversation/rename', access: 'session', load: 'credentials' },
    assistant.renameConversationBody,
    done,
  ),
  deleteConversation: route(
    { method: 'POST', path: '/v1/ai/conversation/delete', access: 'session', load: 'credentials' },
    assistant.conversationIdInput,
    done,
  ),
  deleteAllConversations: route(
    { method: 'POST', path: '/v1/ai/conversation/deleteAll', access: 'session', load: 'credentials' },
    nothing,
    done,
  ),
} as const

export function assistantDocs(): RouteDocs<typeof assistantRoutes> {
  const answerId = 'a-example'
  const conversationId = 'v-example'
  const askedAt = '2026-06-30T00:00:00.000Z'

  const answer: Answer = {
    answerId,
    conversationId,
    question: `${summary.name}的注册资本是多少`,
    askedAt,
    companies: [{ id: summary.id, name: summary.name, isDemo: true }],
    records: 1,
    status: '完成',
    segments: [
      {
        index: 0,
        text: `**${summary.name}** 的注册资本为 500 万元。`,
        startsParagraph: true,
        citations: [
          {
            n: 1,
            citedType: 'facts',
            recordType: 'registration',
            recordId: null,
            companyId: summary.id,
            companyName: summary.name,
            label: '工商信息',
            fields: ['注册资本'],
            sourceName: '演示来源',
            date: asOf,
            path: `/company/detail?id=${summary.id}`,
            change: null,
          },
        ],
      },
    ],
    table: null,
    bars: null,
    choice: null,
    asOf,
    followUps: ['有哪些股东', '有哪些变更记录'],
    disclaimer: '依据记录整理，请以来源为准',
    partial: false,
    message: null,
    useful: null,
    isShared: false,
    isDemo: true,
  }
  const conversation = { conversationId, title: `${summary.name} · 注册资本`, updatedAt: askedAt, answers: 1 }

  return {
    assistantConfig: {
      summary: '百言：按场景推荐的问题，今日剩余次数',
      answer: {
        quickQuestions: ['演示企业的注册资本是多少'],
        quota: { limit: 10, left: 9, resetsAt: '2026-07-01T00:00:00.000Z' },
        hasModel: false,
      },
    },
    answerDetail: {
      summary: '百言：一条回答；持分享密钥者可读，不含对话与用户',
      example: { id: answerId },
      answer,
    },
    judgeAnswer: {
      summary: '百言：回答有用或无用及原因',
      example: { answerId, useful: false, reason: '答非所问' },
      answer: null,
    },
    shareAnswer: {
      summary: '百言：生成一条回答的分享地址',
      example: { answerId },
      answer: { path: `/ai/detail?id=${answerId}&key=example` },
    },
    unshareAnswer: { summary: '百言：取消分享，已发出的地址失效', example: { answerId }, answer: null },
    conversationList: {
      summary: '百言：本人的对话，最近的在前',
      example: { page: 1 },
      answer: { list: [conversation], ...onePage },
    },
    conversation: {
      summary: '百言：一个对话及其回答',
      example: { conversationId },
      answer: { ...conversation, list: [answer] },
    },
    renameConversation: { summary: '百言：重命名对话', example: { conversationId, title: '演示企业' }, answer: null },
    deleteConversation: { summary: '百言：删除对话', example: { conversationId }, answer: null },
    deleteAllConversations: { summary: '百言：删除全部对话', answer: null },
  }
}
