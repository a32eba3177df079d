import { type AnswerEvent, disclaimers } from '@baiqicha/contract/assistant'
import type { Evidence } from './evidence/evidence.ts'
import type { AnswerOutcome, AnswerPipeline, AnswerProgress, AnswerRequest } from './pipeline.ts'
import { type AnswerContent, emptyContent } from './stored-answer.ts'

const FAILED = '暂时无法回答，请重试'
const LATE = '回答超时，请重试'
const CLOSING = '服务正在重启，请重试'

/** Why an answer is aborted; `stopped`: its reader is gone. */
export type AbortReason = 'stopped' | 'late' | 'closing'

export type AnswerEnd = AnswerOutcome['type'] | 'stopped'

export type EndedAnswer = {
  end: AnswerEnd
  content: AnswerContent
  evidence: readonly Evidence[]
  /** Sentence of a failure or refusal; null: none. */
  message: string | null
  /** Second half of the title of the conversation; null: none. */
  topic: string | null
}

/** An answer that failed for a reason of ours; its sentence asks to try again. */
export const failedAnswer = (content: AnswerContent = emptyContent(), message = FAILED): EndedAnswer => ({
  end: 'failed',
  content,
  evidence: [],
  message,
  topic: null,
})

type ProduceOptions = {
  pipeline: AnswerPipeline
  request: AnswerRequest
  ids: { answerId: string; conversationId: string }
  /** Its reason is an `AbortReason`. */
  signal: AbortSignal
  emit: (event: AnswerEvent) => void
  onError: (error: unknown) => void
}

/** Runs the pipeline until it ends or the signal is aborted, whether or not the pipeline heeds the signal. */
export function produceAnswer({ pipeline, request, ids, signal, emit, onError }: ProduceOptions): Promise<EndedAnswer> {
  const content = emptyContent()
  const emitMeta = () => emit({ type: 'meta', ...ids, companies: content.companies, records: content.records })

  function show(progress: AnswerProgress) {
    if (signal.aborted) return
    switch (progress.type) {
      case 'subject':
        content.companies = progress.companies.map(({ id, name, isDemo }) => ({ id, name, isDemo }))
        content.records = progress.records
        emitMeta()
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
    emit(progress)
  }

  function endOf(outcome: AnswerOutcome): EndedAnswer {
    const ended: EndedAnswer = { end: outcome.type, content, evidence: [], message: null, topic: null }
    if (outcome.type === 'refused' || outcome.type === 'failed') return { ...ended, message: outcome.message }
    // The companies of a clarification are not chosen yet, so they do not title the conversation.
    if (outcome.type === 'clarification') return ended
    content.asOf = outcome.asOf
    content.followUps = [...outcome.followUps]
    content.partial = outcome.partial
    content.disclaimer = outcome.isByModel ? disclaimers.model : disclaimers.composed
    return { ...ended, evidence: outcome.evidence, topic: outcome.topic }
  }

  function endOfAbort(): EndedAnswer {
    const ended = failedAnswer(content, signal.reason === 'late' ? LATE : CLOSING)
    return signal.reason === 'stopped' ? { ...ended, end: 'stopped', message: null } : ended
  }

  const aborted = new Promise<EndedAnswer>((resolve) => {
    if (signal.aborted) resolve(endOfAbort())
    signal.addEventListener('abort', () => resolve(endOfAbort()), { once: true })
  })
  const answered = (async () => {
    try {
      emitMeta()
      const outcome = await pipeline(request, { signal, emit: show })
      return signal.aborted ? endOfAbort() : endOf(outcome)
    } catch (error) {
      if (signal.aborted) return endOfAbort()
      onError(error)
      return failedAnswer(content)
    }
  })()
  return Promise.race([aborted, answered])
}
