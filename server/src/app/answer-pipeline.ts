import type { AnswerQuestionDeps } from '../features/assistant/answer-question.ts'
import { createAnswerPipeline } from '../features/assistant/answer-question.ts'
import type { AnswerPipeline } from '../features/assistant/pipeline.ts'
import { maskQuestion } from '../features/assistant/question/mask-question.ts'
import { parseQuestion } from '../features/assistant/question/parse-question.ts'
import { refusalSentenceOf } from '../features/assistant/question/refused-questions.ts'
import { todayOf } from '../records/record-visibility.ts'
import type { AppDeps } from './deps.ts'

/** The parts that read records and write sentences. */
export type AnswerParts = Pick<AnswerQuestionDeps, 'runTool' | 'sectionCountsOf' | 'compose' | 'rejectionOf'>

type PipelineDeps = Pick<AppDeps, 'clock' | 'companies' | 'config' | 'reference'> &
  Pick<AnswerQuestionDeps, 'model' | 'metrics'> & { parts: AnswerParts | null }

const unavailable: AnswerPipeline = async () => ({ type: 'failed', message: '百言暂不可用，请稍后重试' })

/** The pipeline over the services of the pages. Without its parts every question fails with a sentence. */
export function composePipeline({ clock, companies, config, reference, model, metrics, parts }: PipelineDeps) {
  if (parts === null) return unavailable
  const { refusalRules } = config
  const { regions, industries } = reference
  return createAnswerPipeline({
    ...parts,
    parse: (question, options) =>
      parseQuestion(question, { ...options, today: todayOf(clock.now()), regions, industries, refusalRules }),
    sentenceOf: (reason) => refusalSentenceOf(reason, refusalRules),
    mask: maskQuestion,
    async findCompany(id) {
      const [company] = await companies.listSummaries([id])
      return company === undefined ? null : { id, name: company.name, isDemo: company.isDemo }
    },
    model,
    metrics,
  })
}
