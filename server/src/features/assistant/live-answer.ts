import { type AnswerStatus, disclaimers } from '@baiqicha/contract/assistant'
import type { Clock } from '../../domain/clock.ts'
import { createEventLog, type EventLog } from './event-log.ts'
import type { Evidence } from './evidence/evidence.ts'
import type { AnswerOutcome, AnswerPipeline, AnswerProgress, AnswerRequest } from './pipeline.ts'
import { type AnswerContent, doneEventOf, emptyContent } from './stored-answer.ts'

/** Sentences of failures. */
const FAILED = '暂时无法回答，请重试'
const LATE = '回答超时，请重试'
const CLOSING = '服务正在重启，请重试'

type AbortReason = 'stopped' | 'late' | 'closing'

export type EndedAnswer = {
  end: AnswerOutcome['type'] | 'stopped'
  content: AnswerContent
  evidence: readonly Evidence[]
  message: string | null
  /** Second half of the title of the conversation; null: none. */
  topic: string | null
}

/** An answer in progress in this process, and its events afterwards. */
export type LiveAnswer = {
  answerId: string
  conversationId: string
  userId: string
  log: EventLog
  /** Registers a reader; the returned function states that the reader is gone. `onLast` runs when it was the last. */
  connect(onLast: () => void): () => void
  hasReader(): boolean
  /** Whether the answer has had no reader for so long. */
  isLost(now: number, afterMs: number): boolean
  /** Ends the answer; resolves when it is stored. */
  abort(reason: AbortReason): Promise<void>
  /** Runs the pipeline until it ends or the answer is aborted, whether or not the pipeline heeds the signal. */
  run(pipeline: AnswerPipeline, request: AnswerRequest, onError: (error: unknown) => void): Promise<EndedAnswer>
  /** Remembers what `abort` waits for. */
  whileRunning(work: Promise<void>): Promise<void>
  close(ended: EndedAnswer, codes: { failed: number; refused: number }): void
  closeFailed(codes: { failed: number }): void
}

type LiveAnswerOptions = { answerId: string; conversationId: string; userId: string; clock: Clock }

export function createLiveAnswer({ answerId, conversationId, userId, clock }: LiveAnswerOptions): LiveAnswer {
  const log = createEventLog()
  const aborting = new AbortController()
  const content = emptyContent()
  let abortedBy: AbortReason | null = null
  let work: Promise<void> = Promise.resolve()
  let readers = 0
  let unreadSince = clock.now()

  const showMeta = () =>
    log.append({ type: 'meta', answerId, conversationId, companies: content.companies, records: content.records })

  function show(progress: AnswerProgress) {
    if (aborting.signal.aborted) return
    switch (progress.type) {
      case 'subject':
        content.companies = progress.companies.map(({ id, name, isDemo }) => ({ id, name, isDemo }))
        content.records = progress.records
        showMeta()
        return
      case 'step':
        break
      case 'segment': {
        const { type: _type, ...segment } = progress
        content.segments.push(segment)
        break
      }
      case 'table':
        content.table = { columns: progress.columns, rows: progress.rows }
        break
      case 'bars':
        content.bars = { title: progress.title, bars: progress.bars, path: progress.path }
        break
      case 'choice':
        content.choice = { candidates: progress.candidates }
        break
    }
    log.append(progress)
  }

  const endedAs = (end: EndedAnswer['end'], rest: Partial<EndedAnswer> = {}): EndedAnswer => ({
    end,
    content,
    evidence: [],
    message: null,
    topic: null,
    ...rest,
  })

  function endOf(outcome: AnswerOutcome): EndedAnswer {
    if (outcome.type === 'refused' || outcome.type === 'failed') {
      return endedAs(outcome.type, { message: outcome.message })
    }
    // The companies of a clarification are not chosen yet, so they do not title the conversation.
    if (outcome.type === 'clarification') return endedAs('clarification')
    content.asOf = outcome.asOf
    content.followUps = [...outcome.followUps]
    content.partial = outcome.partial
    content.disclaimer = outcome.isByModel ? disclaimers.model : disclaimers.composed
    return endedAs('completed', { evidence: outcome.evidence, topic: outcome.topic })
  }

  const endOfAbort = (): EndedAnswer =>
    abortedBy === 'stopped' ? endedAs('stopped') : endedAs('failed', { message: abortedBy === 'late' ? LATE : CLOSING })

  const statuses: Readonly<Record<'completed' | 'clarification' | 'stopped', AnswerStatus>> = {
    completed: '完成',
    clarification: '完成',
    stopped: '已停止',
  }

  showMeta()
  return {
    answerId,
    conversationId,
    userId,
    log,
    connect(onLast) {
      readers += 1
      let isConnected = true
      return () => {
        if (!isConnected) return
        isConnected = false
        readers -= 1
        unreadSince = clock.now()
        if (readers === 0 && !log.isEnded()) onLast()
      }
    },
    hasReader: () => readers > 0,
    isLost: (now, afterMs) => readers === 0 && Math.abs(now - unreadSince) >= afterMs,
    abort(reason) {
      abortedBy ??= reason
      aborting.abort()
      return work
    },
    async run(pipeline, request, onError) {
      const { signal } = aborting
      const aborted = new Promise<EndedAnswer>((resolve) => {
        if (signal.aborted) resolve(endOfAbort())
        signal.addEventListener('abort', () => resolve(endOfAbort()), { once: true })
      })
      const answered = (async () => {
        try {
          const outcome = await pipeline(request, { signal, emit: show })
          return signal.aborted ? endOfAbort() : endOf(outcome)
        } catch (error) {
          if (signal.aborted) return endOfAbort()
          onError(error)
          return endedAs('failed', { message: FAILED })
        }
      })()
      return Promise.race([aborted, answered])
    },
    whileRunning(started) {
      work = started
      return started
    },
    close({ end, message }, { failed, refused }) {
      if (end === 'failed' || end === 'refused') {
        log.append({ type: 'failed', code: end === 'failed' ? failed : refused, message: message ?? FAILED })
      } else log.append(doneEventOf(statuses[end], content))
      log.end()
    },
    closeFailed({ failed }) {
      log.append({ type: 'failed', code: failed, message: FAILED })
      log.end()
    },
  }
}
