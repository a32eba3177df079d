import type { ModelClient, ModelMetrics } from '../features/assistant/model/model-client.ts'
import type { AnswerPipeline } from '../features/assistant/pipeline.ts'

type PipelineDeps = { model: ModelClient | null; metrics: ModelMetrics }

/** The pipeline over the services of the pages. */
export const composePipeline =
  (_deps: PipelineDeps): AnswerPipeline =>
  async () => ({
    type: 'failed',
    message: '百言暂不可用，请稍后重试',
  })
