import { type AnswerEvent, type AnswerStatus, type AskBody, TITLE_LENGTH } from '@baiqicha/contract/assistant'
import type { UserLevel } from '@baiqicha/contract/benefits'
import type { Session } from '../../domain/account/session.ts'
import type { Clock } from '../../domain/clock.ts'
import { type Random, randomId } from '../../domain/random.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AssistantAnswerTable } from '../../platform/database/tables/assistant.ts'
import { noSession } from '../../platform/http/refusal.ts'
import type { Logger } from '../../platform/log/logger.ts'
import type { AnswerStore } from './answer-store.repository.ts'
import { answerRunning, conversationNotFound, questionEmpty, questionsExhausted } from './assistant.refusals.ts'
import type { AnswerPipeline, AnswerRequest } from './pipeline.ts'
import { type AbortReason, type AnswerEnd, type EndedAnswer, failedAnswer, produceAnswer } from './produce-answer.ts'
import { maskQuestion } from './question/mask-question.ts'
import type { QuestionQuota } from './question-quota.repository.ts'
import { ANSWER_MS, endEventOf, readContent } from './stored-answer.ts'

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
  levelOf: (userId: string) => Promise<Exclude<UserLevel, 'visitor'>>
  lockAccount: (tx: Database, userId: string) => Promise<object | undefined>
  metrics: AssistantMetrics
}

/** The reader of an answer. The signal is aborted when the reader stops the answer or the connection is gone. */
export type AnswerReader = { emit: (event: AnswerEvent) => void; signal: AbortSignal }

/** Letters and digits: punctuation alone asks nothing. */
const isAsked = (question: string) => /[\p{L}\p{N}]/u.test(question)

/** Whether asking again replaces the answer: one that failed, was stopped or refused, or asked which company is meant. */
const isReplaceable = ({ status, message, content }: AssistantAnswerTable) =>
  status !== '完成' || message !== null || readContent(content).choice !== null

const statusOf = (end: AnswerEnd): AnswerStatus => (end === 'failed' ? '失败' : end === 'stopped' ? '已停止' : '完成')

/** Title of a conversation: companies and topic, as in 甲公司 · 股东. It never contains words of the question. */
function conversationTitleOf(companies: readonly { name: string }[], topic: string): string {
  const [first, second] = companies
  if (first === undefined) return topic.slice(0, TITLE_LENGTH)
  const ending = `${companies.length > 2 ? ` 等 ${companies.length} 家` : ''} · ${topic}`
  const names = second === undefined ? first.name : `${first.name}、${second.name}`
  const room = TITLE_LENGTH - ending.length
  return `${names.length > room ? `${names.slice(0, room - 1)}…` : names}${ending}`.slice(0, TITLE_LENGTH)
}

/** Type and place of an error, without its message, which may quote the question. */
const placeOf = (error: unknown) => {
  if (!(error instanceof Error)) return typeof error
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [error.name, ...places.slice(0, 8)].join('\n')
}

type BegunAnswer = { answerId: string; conversationId: string; request: AnswerRequest }

export function createAssistantService(deps: AssistantDeps) {
  const { db, random, log, store, quota, pipeline, levelOf, lockAccount, metrics } = deps
  const running = new Map<AbortController, Promise<void>>()

  /** Checks, counts and stores a question in one transaction, so that parallel calls never exceed a limit. */
  async function begin(
    userId: string,
    { question, conversationId, companyId, retryOf }: AskBody,
  ): Promise<BegunAnswer> {
    const level = await levelOf(userId)
    const answerId = randomId(random, 'a')
    return db.transaction().execute(async (tx) => {
      if ((await lockAccount(tx, userId)) === undefined) throw noSession()
      await store.failLost(tx, userId)
      if (await store.isAnswering(tx, userId)) throw answerRunning()
      const { exhausted } = await quota.stateOf(tx, userId, level)
      if (exhausted !== null) throw questionsExhausted(exhausted)

      const replaced = retryOf === undefined ? undefined : await store.requireOwn(tx, userId, retryOf)
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

  async function storeEnd(
    { answerId, conversationId }: BegunAnswer,
    { end, content, evidence, message, topic }: EndedAnswer,
  ): Promise<void> {
    const isCounted = end === 'completed' || end === 'stopped'
    const status = statusOf(end)
    const stored = { status, content: JSON.stringify(content), evidence: JSON.stringify(evidence), message }
    await db.transaction().execute(async (tx) => {
      const isStored = await store.finish(tx, { id: answerId, end: stored, counts: isCounted })
      if (isStored && topic !== null)
        await store.title(tx, conversationId, conversationTitleOf(content.companies, topic))
    })
  }

  const onError = (error: unknown) => log.error('answer-failed', { detail: placeOf(error) })

  async function produce(begun: BegunAnswer, emit: AnswerReader['emit'], signal: AbortSignal): Promise<void> {
    const startedAt = performance.now()
    const { request, ...ids } = begun
    let ended = await produceAnswer({ pipeline, request, ids, signal, emit, onError })
    try {
      await storeEnd(begun, ended)
    } catch (error) {
      log.error('answer-not-stored', { error })
      ended = failedAnswer()
    }
    emit(endEventOf({ ...ended.content, status: statusOf(ended.end), message: ended.message }))
    metrics.ended(ended.end, performance.now() - startedAt)
  }

  async function run(begun: BegunAnswer, reader: AnswerReader): Promise<void> {
    const aborting = new AbortController()
    const abort = (reason: AbortReason) => aborting.abort(reason)
    const stop = () => abort('stopped')
    const tooLate = setTimeout(() => abort('late'), ANSWER_MS).unref()
    if (reader.signal.aborted) stop()
    reader.signal.addEventListener('abort', stop)
    const work = produce(begun, reader.emit, aborting.signal)
    running.set(aborting, work)
    try {
      await work
    } finally {
      clearTimeout(tooLate)
      reader.signal.removeEventListener('abort', stop)
      running.delete(aborting)
    }
  }

  return {
    /**
     * Begins an answer. The returned function produces the answer and resolves when it is stored; the answer of a reader that is
     * gone is stored as 已停止 with what was shown.
     * @throws Refusal before anything is shown
     */
    async ask(session: Session, body: AskBody): Promise<(reader: AnswerReader) => Promise<void>> {
      const question = body.question.trim()
      if (!isAsked(question)) throw questionEmpty()
      const begun = await begin(session.userId, { ...body, question })
      return (reader) => run(begun, reader)
    },

    /** Marks answers of stopped servers as failed, and deletes what is too old. */
    async deleteExpired(): Promise<void> {
      await db.transaction().execute((tx) => store.failLost(tx))
      await store.removeOld()
      await quota.removeOld(db)
    },

    /** Ends every answer of this process. */
    async close(): Promise<void> {
      const closing: AbortReason = 'closing'
      for (const aborting of running.keys()) aborting.abort(closing)
      await Promise.all(running.values())
    },
  }
}
export type AssistantService = ReturnType<typeof createAssistantService>
