import { SHARE_KEY } from '@baiqicha/contract/assistant'
import type { UserLevel } from '@baiqicha/contract/benefits'
import type { assistantRoutes } from '@baiqicha/contract/routes/assistant'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { noSession } from '../../platform/http/refusal.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { AnswerStore } from './answer-store.repository.ts'
import { answerNotFound, answerNotShareable, conversationNotFound, titleEmpty } from './assistant.refusals.ts'
import type { AssistantMetrics } from './assistant.service.ts'
import type { ConversationRepository, ConversationRow } from './conversation.repository.ts'
import { type Answerable, generalQuestions, questionsOfCompany } from './proposed-questions.rules.ts'
import type { QuestionQuota } from './question-quota.repository.ts'
import type { ReadAnswers } from './read-answers.service.ts'
import type { ShareRepository } from './share.repository.ts'

export type AssistantRouteDeps = {
  db: Database
  clock: Clock
  readAnswers: ReadAnswers
  store: AnswerStore
  conversations: ConversationRepository
  shares: ShareRepository
  quota: QuestionQuota
  levelOf: (userId: string) => Promise<Exclude<UserLevel, 'visitor'>>
  limiter: Limiter
  metrics: AssistantMetrics
  /** Builds what the first question needs. */
  prepareQuestions: () => void
  /** What can be asked about a company; null: unknown, or not shown. */
  answerableOf: (companyId: string) => Promise<Answerable | null>
  /** Companies that may be proposed in a question. */
  listCompanies: () => Promise<readonly { name: string }[]>
  hasModel: boolean
}

const conversationFrom = ({ id, title, updated_at, answers }: ConversationRow) => ({
  conversationId: id,
  title,
  updatedAt: new Date(updated_at).toISOString(),
  answers,
})

export function assistantHandlers(deps: AssistantRouteDeps): Handlers<keyof typeof assistantRoutes> {
  const { db, readAnswers, store, conversations, shares, quota } = deps

  async function quotaOf(userId: string) {
    const { limit, left, resetsAt } = await quota.stateOf(db, userId, await deps.levelOf(userId))
    return { limit, left, resetsAt: new Date(resetsAt).toISOString() }
  }

  return {
    async assistantConfig({ input: { companyId }, session }) {
      deps.prepareQuestions()
      const answerable = companyId === undefined ? null : await deps.answerableOf(companyId)
      return {
        quickQuestions:
          answerable === null ? generalQuestions(await deps.listCompanies()) : questionsOfCompany(answerable),
        quota: session === null ? null : await quotaOf(session.userId),
        hasModel: deps.hasModel,
      }
    },

    async answerDetail({ input: { id, key }, session, address }) {
      const row = session === null ? undefined : await store.find(db, id)
      if (session !== null && row?.user_id === session.userId) return readAnswers.own(session.userId, id)
      if (key === undefined) throw session === null ? noSession() : answerNotFound()
      const taken = await deps.limiter.take([{ limit: 'sharedAnswersPerAddress', subject: address }])
      if (!taken.ok) throw limitRefusal(taken.error)
      return readAnswers.shared(id, key)
    },

    async judgeAnswer({ input: { answerId, useful, reason, text }, session }) {
      await store.requireOwn(db, session.userId, answerId)
      await store.judge(answerId, {
        is_useful: useful ? 1 : 0,
        useless_reason: useful ? null : (reason ?? null),
        useless_text: useful || text === undefined || text.trim() === '' ? null : text.trim(),
      })
      deps.metrics.judged(useful, useful ? '' : (reason ?? ''))
      return null
    },

    async shareAnswer({ input: { answerId }, session }) {
      const { status, segments } = await readAnswers.own(session.userId, answerId)
      if ((status !== '完成' && status !== '已停止') || segments.length === 0) throw answerNotShareable()
      const query = new URLSearchParams({ id: answerId, [SHARE_KEY]: await shares.add(answerId) })
      return { path: `/ai/detail?${query.toString()}` }
    },

    async unshareAnswer({ input: { answerId }, session }) {
      await store.requireOwn(db, session.userId, answerId)
      await shares.removeAll(answerId)
      return null
    },

    async conversationList({ input: { page, pageSize }, session }) {
      const [rows, total] = await Promise.all([
        conversations.list(session.userId, { offset: (page - 1) * pageSize, limit: pageSize }),
        conversations.count(session.userId),
      ])
      return { list: rows.map(conversationFrom), total, totalCapped: false, page, pageSize }
    },

    async conversation({ input: { conversationId }, session }) {
      const row = await conversations.find(session.userId, conversationId)
      if (row === undefined) throw conversationNotFound()
      return { ...conversationFrom(row), list: await readAnswers.ofConversation(conversationId) }
    },

    async renameConversation({ input: { conversationId, title }, session }) {
      const name = title.replaceAll(/\s+/g, ' ').trim()
      if (name === '') throw titleEmpty()
      if (!(await conversations.rename(session.userId, conversationId, name))) throw conversationNotFound()
      return null
    },

    async deleteConversation({ input: { conversationId }, session }) {
      if (!(await conversations.remove(session.userId, conversationId))) throw conversationNotFound()
      return null
    },

    async deleteAllConversations({ session }) {
      await conversations.removeAll(session.userId)
      return null
    },
  }
}
