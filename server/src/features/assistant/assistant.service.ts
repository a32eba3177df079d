import type { AskBody } from '@baiqicha/contract/assistant'
import type { UserLevel } from '@baiqicha/contract/benefits'
import { resultCode } from '@baiqicha/contract/result-codes'
import { LRUCache } from 'lru-cache'
import type { Session } from '../../domain/account/session.ts'
import type { Clock } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import { ttlOptions } from '../../platform/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AssistantAnswerTable } from '../../platform/database/tables/assistant.ts'
import { noSession } from '../../platform/http/refusal.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { AnswerStore } from './answer-store.repository.ts'
import {
  answerNotFound,
  answerRunning,
  conversationNotFound,
  questionEmpty,
  questionsExhausted,
} from './assistant.refusals.ts'
import { conversationTitleOf } from './conversation-title.rules.ts'
import { createEventLog, type EventLog } from './event-log.ts'
import { createLiveAnswer, type EndedAnswer, type LiveAnswer } from './live-answer.ts'
import type { AnswerPipeline, AnswerRequest } from './pipeline.ts'
import { maskQuestion } from './question/mask-question.ts'
import type { QuestionQuota } from './question-quota.repository.ts'
import type { ReadAnswers } from './read-answers.service.ts'
import { eventsOf, isLost, LOST_AFTER_MS, readContent } from './stored-answer.ts'

/** Milliseconds for which events of an ended answer are kept for a broken stream. */
const EVENTS_KEPT_MS = 10 * 60_000
/** Ended answers with their events; of older ones the stored answer is sent again as a whole. */
const KEPT_ANSWERS = 1_000
/** A pipeline that hangs must not occupy its user: the model alone may take half a minute. */
const ANSWER_MS = 45_000
/** Interval at which the store learns which answers have a reader. */
const TOUCH_MS = 10_000
/** Interval at which an answer of another process is looked up. */
const ELSEWHERE_MS = 500

export type AnswerEnd = 'completed' | 'clarification' | 'refused' | 'failed' | 'stopped'

/** Counted for /metrics. */
export type AssistantMetrics = {
  ended(end: AnswerEnd, milliseconds: number): void
  judged(useful: boolean, reason: string): void
}

export type AssistantDeps = {
  db: Database
  clock: Clock
  random: Random
  log: Logger
  store: AnswerStore
  quota: QuestionQuota
  pipeline: AnswerPipeline
  readAnswers: ReadAnswers
  levelOf: (userId: string) => Promise<Exclude<UserLevel, 'visitor'>>
  lockAccount: (tx: Database, userId: string) => Promise<object | undefined>
  metrics: AssistantMetrics
}

/** A stream to read, from the event after number `after`. `release` states that its reader is gone. */
export type OpenStream = { log: EventLog; after: number; release: () => void }

export interface AssistantService {
  /**
   * Begins an answer; `ended` resolves when it needs no slot any more. The stream may be read or not.
   * @throws Refusal before anything is shown
   */
  ask(session: Session, body: AskBody): Promise<{ stream: OpenStream; ended: Promise<void> }>
  /** @throws Refusal for an unknown answer and one of another user */
  resume(session: Session, answerId: string, after: number): Promise<OpenStream>
  /** Ends an answer; what was shown remains. Does nothing when it has ended. @throws Refusal as `resume` */
  stop(session: Session, answerId: string): Promise<void>
  /** Ends answers without a reader and those that were stopped elsewhere. Run it every second. */
  stopAbandonedAnswers(): Promise<void>
  /** Marks answers of stopped servers as failed, and deletes what is too old. */
  deleteExpired(): Promise<void>
  /** Ends every answer of this process. */
  close(): Promise<void>
}

/** Letters and digits: punctuation alone asks nothing. */
const isAsked = (question: string) => /[\p{L}\p{N}]/u.test(question)

/** Whether asking again replaces the answer: one that failed, was stopped or refused, or asked which company is meant. */
const isReplaceable = ({ status, message, content }: AssistantAnswerTable) =>
  status !== '完成' || message !== null || readContent(content).choice !== null

/** Type and place of an error, without its message, which may quote the question. */
const placeOf = (error: unknown) =>
  error instanceof Error
    ? [
        error.name,
        ...(error.stack ?? '')
          .split('\n')
          .filter((line) => /^\s+at /.test(line))
          .slice(0, 8),
      ].join('\n')
    : typeof error

const codes = { failed: resultCode.answerFailed, refused: resultCode.questionRefused }

export function createAssistantService(deps: AssistantDeps): AssistantService {
  const { db, clock, random, log, store, quota, pipeline, levelOf, lockAccount, metrics } = deps
  const running = new Map<string, LiveAnswer>()
  const ended = new LRUCache<string, LiveAnswer>({ max: KEPT_ANSWERS, ...ttlOptions(clock, EVENTS_KEPT_MS) })
  let touchedAt = clock.now()

  /** Checks, counts and stores a question in one transaction, so that parallel calls never exceed a limit. */
  async function begin(userId: string, { question, conversationId, companyId, retryOf }: AskBody) {
    const level = await levelOf(userId)
    const answerId = randomId(random, 'a')
    return db.transaction().execute(async (tx) => {
      if ((await lockAccount(tx, userId)) === undefined) throw noSession()
      await store.failLost(tx, userId)
      if (await store.isAnswering(tx, userId)) throw answerRunning()
      const { exhausted } = await quota.stateOf(tx, userId, level)
      if (exhausted !== null) throw questionsExhausted(exhausted)

      const replaced = retryOf === undefined ? undefined : await store.find(tx, retryOf)
      if (retryOf !== undefined && replaced?.user_id !== userId) throw answerNotFound()
      const continued = replaced?.conversation_id ?? conversationId
      if (continued !== undefined && !(await store.ownsConversation(tx, userId, continued)))
        throw conversationNotFound()
      const conversation = continued ?? randomId(random, 'v')
      if (continued === undefined) await store.addConversation(tx, { id: conversation, userId })
      // Its words are asked again, so the failed, stopped or unclear answer would only stand there twice.
      if (replaced !== undefined && isReplaceable(replaced)) await store.remove(tx, replaced.id)
      const earlier = continued === undefined ? [] : await store.earlierTurns(tx, continued)
      // A stored question is shown to readers of a share, too.
      const stored = maskQuestion(question)
      await store.addAnswer(tx, { id: answerId, conversation_id: conversation, user_id: userId, question: stored })
      await quota.take(tx, { userId, answerId })
      const request: AnswerRequest = { question, companyId: companyId ?? null, earlier, userId }
      return { answerId, conversationId: conversation, request }
    })
  }

  async function finish(live: LiveAnswer, { end, content, evidence, message, topic }: EndedAnswer) {
    const status = {
      completed: '完成',
      clarification: '完成',
      refused: '完成',
      failed: '失败',
      stopped: '已停止',
    } as const
    const isCounted = end === 'completed' || end === 'stopped'
    await db.transaction().execute(async (tx) => {
      const stored = {
        status: status[end],
        content: JSON.stringify(content),
        evidence: JSON.stringify(evidence),
        message,
      }
      const isStored = await store.finish(tx, { id: live.answerId, end: stored, counts: isCounted })
      if (isStored && topic !== null)
        await store.title(tx, live.conversationId, conversationTitleOf(content.companies, topic))
    })
  }

  async function produce(live: LiveAnswer, request: AnswerRequest): Promise<void> {
    const startedAt = performance.now()
    const tooLate = setTimeout(() => live.abort('late'), ANSWER_MS).unref()
    let end: AnswerEnd = 'failed'
    try {
      const result = await live.run(pipeline, request, (error) =>
        log.error('answer-failed', { detail: placeOf(error) }),
      )
      end = result.end
      await finish(live, result)
      live.close(result, codes)
    } catch (error) {
      end = 'failed'
      log.error('answer-not-stored', { error })
      live.closeFailed(codes)
    } finally {
      clearTimeout(tooLate)
      running.delete(live.answerId)
      ended.set(live.answerId, live)
      metrics.ended(end, performance.now() - startedAt)
    }
  }

  const openLive = (live: LiveAnswer, after: number): OpenStream => ({
    log: live.log,
    after,
    release: live.connect(() => {
      // Half a minute from now, not from the last touch.
      void store.touch([live.answerId]).catch((error: unknown) => log.warn('answer-not-touched', { error }))
    }),
  })

  /** An answer that another process produces, as one stream of the stored answer once it has ended. */
  function watchElsewhere(session: Session, answerId: string): OpenStream {
    const events = createEventLog()
    const gone = new AbortController()
    void (async () => {
      try {
        for (let seenAt = Number.NEGATIVE_INFINITY; ; ) {
          if (Math.abs(clock.now() - seenAt) >= TOUCH_MS) {
            seenAt = clock.now()
            await store.touch([answerId])
          }
          const row = await store.find(db, answerId)
          if (row === undefined) break
          if (row.status !== '生成中' || isLost(row, clock.now())) {
            for (const event of eventsOf(await deps.readAnswers.own(session.userId, answerId), codes))
              events.append(event)
            break
          }
          await events.whenChanged(gone.signal, ELSEWHERE_MS)
          if (gone.signal.aborted) break
        }
      } catch (error) {
        log.warn('answer-not-read', { error })
      }
      events.end()
    })()
    return { log: events, after: 0, release: () => gone.abort() }
  }

  async function requireOwn(session: Session, answerId: string) {
    const row = await store.find(db, answerId)
    if (row === undefined || row.user_id !== session.userId) throw answerNotFound()
    return row
  }

  const ofUser = (userId: string) => [...running.values()].filter((live) => live.userId === userId)
  /** Ends answers that have had no reader for half a minute, here or at another process. */
  async function endLost(lives: readonly LiveAnswer[]) {
    const unread = lives.filter((live) => live.isLost(clock.now(), LOST_AFTER_MS))
    const read = await store.recentlyRead(unread.map(({ answerId }) => answerId))
    await Promise.all(unread.filter(({ answerId }) => !read.has(answerId)).map((live) => live.abort('stopped')))
  }

  return {
    async ask(session, body) {
      const question = body.question.trim()
      if (!isAsked(question)) throw questionEmpty()
      await endLost(ofUser(session.userId))
      // Read here: the store may not have learned it yet.
      if (ofUser(session.userId).some((live) => live.hasReader())) throw answerRunning()
      const { answerId, conversationId, request } = await begin(session.userId, { ...body, question })
      // The store allows one answer at a time: one that is still produced here was lost a moment ago.
      await Promise.all(ofUser(session.userId).map((lost) => lost.abort('stopped')))
      const live = createLiveAnswer({ answerId, conversationId, userId: session.userId, clock })
      running.set(answerId, live)
      const stream = openLive(live, 0)
      return { stream, ended: live.whileRunning(produce(live, request)) }
    },

    async resume(session, answerId, after) {
      const live = running.get(answerId) ?? ended.get(answerId)
      if (live?.userId === session.userId && after <= live.log.events.length) return openLive(live, after)
      const row = await requireOwn(session, answerId)
      if (row.status === '生成中' && !isLost(row, clock.now())) return watchElsewhere(session, answerId)
      const whole = createEventLog()
      for (const event of eventsOf(await deps.readAnswers.own(session.userId, answerId), codes)) whole.append(event)
      whole.end()
      return { log: whole, after: 0, release: () => {} }
    },

    async stop(session, answerId) {
      const live = running.get(answerId)
      if (live !== undefined && live.userId === session.userId) {
        await live.abort('stopped')
        return
      }
      await requireOwn(session, answerId)
      await store.stop(answerId)
    },

    async stopAbandonedAnswers() {
      if (running.size === 0) return
      await endLost([...running.values()])
      const now = clock.now()
      if (Math.abs(now - touchedAt) >= TOUCH_MS) {
        touchedAt = now
        await store.touch([...running.values()].filter((live) => live.hasReader()).map((live) => live.answerId))
      }
      const ids = [...running.keys()]
      const unfinished = await store.stillUnfinished(ids)
      // Stopped through another process, or deleted with its conversation.
      const over = [...running.values()].filter(({ answerId }) => ids.includes(answerId) && !unfinished.has(answerId))
      await Promise.all(over.map((live) => live.abort('stopped')))
    },

    async deleteExpired() {
      await db.transaction().execute((tx) => store.failLost(tx))
      await store.removeOld()
      await quota.removeOld(db)
    },

    async close() {
      await Promise.all([...running.values()].map((live) => live.abort('closing')))
    },
  }
}
