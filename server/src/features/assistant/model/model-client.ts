import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../domain/clock.ts'
import { maskedJson } from '../../../domain/masking/masking.ts'
import { createCircuitBreaker } from '../../../platform/circuit-breaker.ts'
import type { ServiceOutage } from '../../../platform/log/service-outage.ts'
import { failureOf, ModelError, type ModelFailure } from './model-failure.ts'
import { estimateTokens, INPUT_TOKENS, OUTPUT_TOKENS } from './model-tokens.rules.ts'
import { type Completion, readCompletion } from './read-completion.ts'

export type ModelSettings = {
  /** As in https://api.deepseek.com/v1, without a slash at the end. */
  baseUrl: string
  /** Empty: the server needs none. */
  apiKey: string
  model: string
}

export type ModelMessage = { role: 'system' | 'user'; content: string }
/** `parameters`: a JSON schema. */
export type ModelTool = { name: string; description: string; parameters: Record<string, unknown> }
export type ModelRequest = { messages: readonly ModelMessage[]; tools?: readonly ModelTool[] }

/** Counted for /metrics. */
export type ModelMetrics = {
  called(outcome: 'ok' | ModelFailure, milliseconds: number): void
  tokens(direction: 'input' | 'output', count: number): void
  /** A sentence of the model that was not shown. */
  rejected(reason: string): void
}

/** The rounds of one answer: two at most, which end together after half a minute. */
export type ModelDialogue = {
  /** @throws ModelError */
  ask(request: ModelRequest): Promise<Completion>
}

export interface ModelClient {
  /** `signal` cancels every round. */
  open(signal: AbortSignal): ModelDialogue
}

/** All in milliseconds; tests set them shorter. */
export type ModelTimes = { firstByteMs?: number; totalMs?: number; pauseMs?: number }

type ModelClientDeps = {
  settings: ModelSettings
  clock: Clock
  metrics: ModelMetrics
  outage?: ServiceOutage
  times?: ModelTimes
}

const ROUNDS = 2
const ATTEMPTS = 2
/** Failures after which the same request may succeed. */
const retried: readonly ModelFailure[] = ['unavailable', 'limited', 'cut', 'late']
/** Failures that the question of one user can cause. */
const ofQuestion: readonly ModelFailure[] = ['refused', 'tooLong', 'exhausted', 'cancelled', 'flooded']
/** Failures that say nothing about the service, so that no user can open the circuit for all. */
const ofRequest: readonly ModelFailure[] = [...ofQuestion, 'rejected', 'malformed']
/** Statuses by which providers refuse a question: its content, or its length. Others refuse the key, the model or the path. */
const statusesOfQuestion = [400, 413, 422]

/** The server refused the request with a status that is no outage. */
class QuestionRejected extends Error {}

const isOutage = (error: unknown) =>
  !ofQuestion.includes(failureOf(error)) && !(error instanceof Error && error.cause instanceof QuestionRejected)

const failuresByStatus: Readonly<Record<number, ModelFailure>> = { 402: 'unpaid', 429: 'limited' }

function errorOfStatus(status: number): ModelError {
  const Cause = statusesOfQuestion.includes(status) ? QuestionRejected : Error
  const failure = failuresByStatus[status] ?? (status >= 500 ? 'unavailable' : 'rejected')
  return new ModelError(failure, new Cause(`HTTP ${status}`))
}

/** Client of the chat completions protocol, as OpenAI, DeepSeek, Qwen and local servers implement it. */
export function createModelClient({ settings, clock, metrics, outage, times = {} }: ModelClientDeps): ModelClient {
  const { firstByteMs = 5_000, totalMs = 30_000, pauseMs = 250 } = times
  const breaker = createCircuitBreaker({
    clock,
    deadlineMs: totalMs,
    isRefusal: (error) => ofRequest.includes(failureOf(error)),
  })
  const url = `${settings.baseUrl}/chat/completions`

  const bodyOf = ({ messages, tools = [] }: ModelRequest) =>
    maskedJson({
      model: settings.model,
      messages,
      ...(tools.length > 0 && {
        tools: tools.map((tool) => ({ type: 'function', function: tool })),
        tool_choice: 'auto',
      }),
      temperature: 0,
      max_tokens: OUTPUT_TOKENS,
      stream: true,
      stream_options: { include_usage: true },
    })

  /** One request. The connection is closed when it ends in any way. */
  async function request(body: string, signal: AbortSignal): Promise<Completion> {
    const ending = new AbortController()
    let isLate = false
    const waiting = setTimeout(() => {
      isLate = true
      ending.abort()
    }, firstByteMs)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...(settings.apiKey !== '' && { authorization: `Bearer ${settings.apiKey}` }),
        },
        body,
        // A redirect would carry the key elsewhere.
        redirect: 'error',
        signal: AbortSignal.any([signal, ending.signal]),
      })
      if (!response.ok) throw errorOfStatus(response.status)
      return await readCompletion(response, () => clearTimeout(waiting))
    } catch (error) {
      if (isLate) throw new ModelError('late')
      if (signal.aborted) throw new ModelError('cancelled')
      throw error instanceof ModelError ? error : new ModelError('unavailable', error)
    } finally {
      clearTimeout(waiting)
      ending.abort()
    }
  }

  async function requestAgain(body: string, signal: AbortSignal): Promise<Completion> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request(body, signal)
      } catch (error) {
        if (attempt >= ATTEMPTS || signal.aborted || !retried.includes(failureOf(error))) throw error
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  return {
    open(signal) {
      const end = AbortSignal.timeout(totalMs)
      let rounds = 0
      return {
        async ask(modelRequest) {
          const startedAt = performance.now()
          const body = bodyOf(modelRequest)
          const input = estimateTokens(body)
          try {
            rounds += 1
            if (rounds > ROUNDS) throw new ModelError('exhausted')
            if (input > INPUT_TOKENS) throw new ModelError('tooLong')
            const completion = await breaker(async (tooLate) => {
              try {
                return await requestAgain(body, AbortSignal.any([signal, end, tooLate]))
              } catch (error) {
                // Cancelled by the clock, not by the user: the service is slow.
                throw !signal.aborted && failureOf(error) === 'cancelled' ? new ModelError('late') : error
              }
            })
            outage?.worked()
            metrics.called('ok', performance.now() - startedAt)
            metrics.tokens('input', completion.tokens?.input ?? input)
            metrics.tokens('output', completion.tokens?.output ?? estimateTokens(completion.text))
            return completion
          } catch (error) {
            if (isOutage(error)) outage?.failed(error)
            const failure = failureOf(error)
            metrics.called(failure, performance.now() - startedAt)
            throw new ModelError(failure)
          }
        },
      }
    },
  }
}
