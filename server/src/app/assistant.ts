import { uselessReasons } from '@baiqicha/contract/assistant'
import { Counter, Histogram, type Registry } from 'prom-client'
import { createAnswerStore } from '../features/assistant/answer-store.repository.ts'
import type { AssistantRouteDeps } from '../features/assistant/assistant.routes.ts'
import {
  type AssistantMetrics,
  type AssistantService,
  createAssistantService,
} from '../features/assistant/assistant.service.ts'
import { createCitedTodayReader } from '../features/assistant/cited-today.repository.ts'
import { createConversationRepository } from '../features/assistant/conversation.repository.ts'
import { createModelClient, type ModelMetrics } from '../features/assistant/model/model-client.ts'
import { modelFailures } from '../features/assistant/model/model-failure.ts'
import type { AnswerEnd } from '../features/assistant/produce-answer.ts'
import { createQuestionQuota } from '../features/assistant/question-quota.repository.ts'
import { createReadAnswers } from '../features/assistant/read-answers.service.ts'
import { createShareRepository } from '../features/assistant/share.repository.ts'
import { lockAccount } from '../features/membership/membership.repository.ts'
import { createServiceOutage } from '../platform/log/service-outage.ts'
import { composePipeline } from './answer-pipeline.ts'
import { composeTools } from './assistant-tools.ts'
import type { AppDeps } from './deps.ts'
import type { Services } from './services.ts'

/** Real companies that the general questions name. */
const PROPOSED = 2

const ends: readonly AnswerEnd[] = ['completed', 'clarification', 'refused', 'failed', 'stopped']

function createAssistantMetrics(registry: Registry): AssistantMetrics {
  const answers = new Counter({
    name: 'assistant_answers_total',
    help: 'Ended answers by end.',
    labelNames: ['end'],
    registers: [registry],
  })
  for (const end of ends) answers.inc({ end }, 0)
  const seconds = new Histogram({
    name: 'assistant_answer_seconds',
    help: 'Time from the question to the end of its answer.',
    buckets: [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 20, 30, 45],
    registers: [registry],
  })
  const judgements = new Counter({
    name: 'assistant_judgements_total',
    help: 'Judgements of answers by users.',
    labelNames: ['useful', 'reason'],
    registers: [registry],
  })
  for (const reason of uselessReasons) judgements.inc({ useful: 'false', reason }, 0)
  return {
    ended(end, milliseconds) {
      answers.inc({ end })
      seconds.observe(milliseconds / 1000)
    },
    judged: (useful, reason) => judgements.inc({ useful: String(useful), reason }),
  }
}

function createModelMetrics(registry: Registry): ModelMetrics {
  const calls = new Counter({
    name: 'assistant_model_calls_total',
    help: 'Calls of the language model by outcome; off: its circuit was open.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of ['ok', ...modelFailures]) calls.inc({ outcome }, 0)
  const seconds = new Histogram({
    name: 'assistant_model_seconds',
    help: 'Time of a call of the language model, with its repetition.',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30],
    registers: [registry],
  })
  const tokens = new Counter({
    name: 'assistant_model_tokens_total',
    help: 'Tokens of the language model, as its provider counts them, else estimated.',
    labelNames: ['direction'],
    registers: [registry],
  })
  const rejected = new Counter({
    name: 'assistant_sentences_rejected_total',
    help: 'Sentences that were not shown, by reason; composed: sentences of our own templates.',
    labelNames: ['reason'],
    registers: [registry],
  })
  return {
    called(outcome, milliseconds) {
      calls.inc({ outcome })
      seconds.observe(milliseconds / 1000)
    },
    tokens: (direction, count) => tokens.inc({ direction }, count),
    rejected: (reason) => rejected.inc({ reason }),
  }
}

/** The service of 百言 and what its routes use. */
export function createAssistant(
  deps: AppDeps,
  services: Services,
  registry: Registry,
): AssistantRouteDeps & { assistant: AssistantService } {
  const { db, clock, random, log } = deps
  const { levelOf, recordCounts, companies, currentNames } = services
  const metrics = createAssistantMetrics(registry)
  const modelMetrics = createModelMetrics(registry)
  const { model: settings } = deps.config
  const model =
    settings === null
      ? null
      : createModelClient({
          settings,
          clock,
          metrics: modelMetrics,
          outage: createServiceOutage(log, 'language model', (failure) => deps.serviceStates?.record('model', failure)),
        })
  const { runTool, answerableOf } = composeTools(deps, services)
  const quota = createQuestionQuota({ clock })
  const store = createAnswerStore({ db, clock, quota })
  const shares = createShareRepository({ db, clock, random })
  const readCitedToday = createCitedTodayReader({ db, clock, recordCounts })
  const readAnswers = createReadAnswers({ db, clock, store, shares, readCitedToday })
  const assistant = createAssistantService({
    db,
    clock,
    random,
    log,
    store,
    quota,
    pipeline:
      deps.answerPipeline ??
      composePipeline({ ...deps, companies, currentNames, model, metrics: modelMetrics, runTool, answerableOf }),
    levelOf,
    lockAccount,
    metrics,
  })
  return {
    db,
    clock,
    assistant,
    readAnswers,
    store,
    conversations: createConversationRepository(db),
    shares,
    quota,
    levelOf,
    limiter: services.readingLimiter,
    metrics,
    prepareQuestions: () => void currentNames.prepare(),
    answerableOf,
    listCompanies: () => services.listNewest({ offset: 0, limit: PROPOSED }),
    hasModel: settings !== null,
  }
}
