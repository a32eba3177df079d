import type { Citation, Segment } from '@baiqicha/contract/assistant'
import type { Evidence } from '../../src/features/assistant/evidence/evidence.ts'
import type {
  AnswerControl,
  AnswerOutcome,
  AnswerPipeline,
  AnswerRequest,
} from '../../src/features/assistant/pipeline.ts'

type Step = (control: AnswerControl, request: AnswerRequest) => Promise<AnswerOutcome> | AnswerOutcome

/** A pipeline that answers each question by its script, and remembers what it was asked. */
export function createScriptedPipeline(scripts: Record<string, Step> = {}) {
  const asked: AnswerRequest[] = []
  const pipeline: AnswerPipeline = async (request, control) => {
    asked.push(request)
    const script = scripts[request.question] ?? answerPlainly
    return script(control, request)
  }
  return { pipeline, asked, scripts }
}

export const buildCitation = (deviation: Partial<Citation> = {}): Citation => ({
  n: 1,
  citedType: 'facts',
  recordType: 'registration',
  recordId: null,
  companyId: null,
  companyName: null,
  label: '工商信息',
  fields: ['注册资本'],
  sourceName: '测试来源',
  date: '2026-06-30',
  path: null,
  change: null,
  ...deviation,
})

export const buildSegment = (deviation: Partial<Segment> = {}): Segment => ({
  index: 0,
  text: '注册资本为 500 万元。',
  startsParagraph: true,
  citations: [buildCitation()],
  ...deviation,
})

/** The evidence that a citation stands for. */
export const buildEvidence = (citation: Citation, deviation: Partial<Evidence> = {}): Evidence => ({
  id: `e${citation.n}`,
  citedType: citation.citedType,
  recordType: citation.recordType,
  recordId: citation.recordId,
  company:
    citation.companyId === null
      ? null
      : { id: citation.companyId, name: citation.companyName ?? '演示企业', isDemo: true },
  label: citation.label,
  view: null,
  fields: {},
  sourceName: citation.sourceName,
  date: citation.date,
  path: citation.path,
  revision: null,
  ...deviation,
})

const completed = (deviation: Partial<Extract<AnswerOutcome, { type: 'completed' }>> = {}): AnswerOutcome => ({
  type: 'completed',
  topic: '注册资本',
  asOf: '2026-06-30',
  followUps: ['有哪些股东', '有哪些变更'],
  isByModel: false,
  partial: false,
  evidence: [],
  ...deviation,
})

/** One sentence about no company. */
export const answerPlainly: Step = ({ emit }) => {
  emit({ type: 'step', text: '查询工商信息' })
  emit({ type: 'segment', ...buildSegment() })
  return completed()
}

/** Answers every question with the same sentence. */
export const plainPipeline: AnswerPipeline = async (request, control) => answerPlainly(control, request)

/** One sentence that cites these things. */
export const answerCiting =
  (citations: readonly Citation[], evidence: readonly Evidence[] = citations.map((one) => buildEvidence(one))): Step =>
  ({ emit }) => {
    const companies = evidence.flatMap(({ company }) => company ?? [])
    emit({ type: 'subject', companies, records: evidence.length })
    emit({ type: 'segment', ...buildSegment({ citations: [...citations] }) })
    return completed({ evidence })
  }

/** Shows one sentence, then waits until `release` is called. Heeds no signal, as a hanging service. */
export function holdAnswer() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const signals: AbortSignal[] = []
  const step: Step = async ({ emit, signal }) => {
    signals.push(signal)
    emit({ type: 'segment', ...buildSegment() })
    await released
    emit({ type: 'segment', ...buildSegment({ index: 1, text: '第二句。' }) })
    return completed()
  }
  return { step, release, signals }
}
