import type { Config } from '../config/read-config.ts'
import { type Clock, chinaDay } from '../domain/clock.ts'
import { composeAnswer } from '../features/assistant/answer/compose-answer.ts'
import { verifyStatement } from '../features/assistant/answer/verify-statement.ts'
import { type AnswerQuestionDeps, createAnswerPipeline } from '../features/assistant/answer-question.ts'
import type { AnswerPipeline } from '../features/assistant/pipeline.ts'
import { lexiconOf } from '../features/assistant/question/lexicon.ts'
import type { CurrentNames } from '../features/assistant/question/link/current-names.ts'
import { linksOver } from '../features/assistant/question/link/links-over.ts'
import { readOtherNames } from '../features/assistant/question/link/other-names.ts'
import { maskQuestion } from '../features/assistant/question/mask-question.ts'
import { parseQuestion } from '../features/assistant/question/parse-question.ts'
import { createIntentRanker } from '../features/assistant/question/rank-intents.ts'
import { refusalSentenceOf } from '../features/assistant/question/refused-questions.ts'
import { sectionCountsOf } from '../features/assistant/tools/coverage.tool.ts'
import { choiceOf } from '../features/assistant/tools/search-company.tool.ts'
import type { CompanyRepository } from '../features/company/company.repository.ts'
import { type ReferenceData, readIntentModelFile, readOtherNamesFile } from '../platform/reference-data.ts'

type PipelineDeps = Pick<AnswerQuestionDeps, 'model' | 'metrics' | 'runTool' | 'answerableOf'> & {
  clock: Clock
  companies: Pick<CompanyRepository, 'listSummaries'>
  /** Absent: only the search finds companies. */
  currentNames?: Pick<CurrentNames, 'current'>
  config: Pick<Config, 'refusalRules'>
  reference: Pick<ReferenceData, 'regions' | 'industries'>
}

let ranker: ReturnType<typeof createIntentRanker> | undefined

/** Reads the model of intents once: it takes 0.1 s, and nothing changes it. */
function intentRanker() {
  ranker ??= createIntentRanker(readIntentModelFile())
  return ranker
}

const noNames = { current: async () => null }

/** The pipeline over the services of the pages. */
export function composePipeline(deps: PipelineDeps): AnswerPipeline {
  const { clock, companies, currentNames = noNames, config, reference, model, metrics, runTool, answerableOf } = deps
  const { refusalRules } = config
  const { regions, industries } = reference
  const rank = intentRanker()
  return createAnswerPipeline({
    runTool,
    answerableOf,
    sectionCountsOf,
    compose: composeAnswer,
    rejectionOf: verifyStatement,
    parse: (question, options) =>
      parseQuestion(question, { ...options, today: chinaDay(clock.now()), regions, industries, refusalRules, rank }),
    isRegion: regions.isName,
    links: linksOver(currentNames, {
      lexicon: lexiconOf(regions, industries),
      otherNames: readOtherNames(readOtherNamesFile()),
    }),
    listChoices: async (ids) => (await companies.listSummaries(ids)).map(choiceOf),
    sentenceOf: (reason) => refusalSentenceOf(reason, refusalRules),
    mask: maskQuestion,
    async findCompany(id) {
      const [company] = await companies.listSummaries([id])
      if (company === undefined) return null
      return { id, name: company.name, isDemo: company.isDemo, shortName: company.briefName }
    },
    model,
    metrics,
  })
}
