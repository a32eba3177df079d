import { describe, expect, it } from 'vitest'
import type { ComposedAnswer } from './answer/compose-answer.ts'
import type { Statement } from './answer/statement.ts'
import { type AnswerQuestionDeps, createAnswerPipeline } from './answer-question.ts'
import type { Evidence } from './evidence/evidence.ts'
import type { Candidate, RunTool } from './evidence/tool-result.ts'
import { ModelError } from './model/model-failure.ts'
import type { AnswerProgress, AnswerRequest } from './pipeline.ts'
import type { NameLink } from './question/link/link-companies.ts'
import { emptyPart, emptyQuestion, type ParsedQuestion, type QuestionPart } from './question/parsed-question.ts'

const part: QuestionPart = {
  ...emptyPart,
  end: 20,
  intent: 'facts',
  facts: ['registeredCapital'],
}
const parsed: ParsedQuestion = {
  ...emptyQuestion,
  mentions: [{ text: '云岚', start: 0, isNamed: true, isPlace: false }],
  parts: [part],
}
const candidate = (companyId: string): Candidate => ({
  companyId,
  name: '演示云岚科技有限公司',
  city: '演示一市',
  codeEnd: '0001',
  status: '存续',
  isDemo: true,
  matchReason: { field: 'name', text: '云岚' },
  isWhole: true,
})
const evidence: Evidence = {
  id: 'e1',
  citedType: 'facts',
  recordType: 'capital',
  recordId: null,
  company: { id: 'c-1', name: '演示云岚科技有限公司', isDemo: true },
  label: '工商信息',
  view: null,
  fields: { capital: { label: '注册资本', value: { type: 'number', number: 500, unit: '万元' } } },
  sourceName: '演示来源',
  date: '2026-06-30',
  path: null,
  revision: null,
}
const statement = (text: string): Statement => ({
  text,
  startsParagraph: true,
  citations: [{ evidenceId: 'e1', fields: ['capital'] }],
})
const composed: ComposedAnswer = {
  statements: [statement('注册资本为 500 万元。'), statement('注册资本为 900 万元。')],
  table: null,
  bars: null,
  asOf: '2026-06-30',
}

const partlyRefused = () => ({ ...parsed, isPartlyRefused: true, refusal: 'forecast' as const })

const noLinks: AnswerQuestionDeps['links'] = {
  readable: async (question) => question,
  in: async () => [],
  othersIn: async () => [],
  similarTo: async () => [],
  isHardlyName: () => false,
  partial: async () => ({ whole: [], ordinary: [] }),
}
const link: NameLink = {
  start: 0,
  end: 2,
  text: '云岚',
  name: '云岚',
  how: 'exact',
  candidates: [{ companyId: 'c-1', score: 1, isKnown: true, isSure: true, isWhole: true }],
}

/** Runs the pipeline over one company; the second composed sentence is wrong. */
async function answer(deviation: Partial<AnswerQuestionDeps> = {}, request: Partial<AnswerRequest> = {}) {
  const calls: string[] = []
  const rejected: string[] = []
  const runTool: RunTool = async (call) => {
    calls.push(call.tool)
    const isSearch = call.tool === 'search_company'
    return {
      call,
      evidence: isSearch ? [] : [evidence],
      problem: null,
      table: null,
      bars: null,
      candidates: isSearch ? [candidate('c-1')] : [],
      correctedTo: null,
      isPartial: false,
    }
  }
  const pipeline = createAnswerPipeline({
    isRegion: () => false,
    parse: () => parsed,
    sentenceOf: () => '不提供。',
    mask: (question) => question.replaceAll(/\d/g, '*'),
    links: noLinks,
    listChoices: async () => [candidate('c-1')],
    findCompany: async () => null,
    runTool,
    answerableOf: async () => null,
    sectionCountsOf: () => [],
    compose: () => composed,
    rejectionOf: ({ text }) => (text.includes('500') ? null : 'unsupportedFigure'),
    model: null,
    metrics: { rejected: (reason) => rejected.push(reason) },
    ...deviation,
  })
  const shown: AnswerProgress[] = []
  const outcome = await pipeline(
    { question: '云岚 1380', companyId: null, earlier: [], userId: 'u-1', ...request },
    { signal: new AbortController().signal, emit: (progress) => shown.push(progress) },
  )
  return { outcome, shown, calls, rejected, texts: shown.flatMap((one) => (one.type === 'segment' ? one.text : [])) }
}

/** Finds two companies for any name. */
const findTwo: RunTool = async (call) => ({
  call,
  evidence: [],
  problem: null,
  table: null,
  bars: null,
  candidates: [candidate('c-1'), candidate('c-2')],
  correctedTo: null,
  isPartial: false,
})
/** Finds no company by its name. */
const findFacts: RunTool = async (call) => ({
  ...(await findTwo(call)),
  candidates: [],
  evidence: call.tool === 'search_company' ? [] : [evidence],
})
/** Reads a question as refused, unless 云岚 is the name of a company. */
const refusedWithin =
  (kind: NonNullable<ParsedQuestion['refusal']>): AnswerQuestionDeps['parse'] =>
  (_question, { names }) => ({ ...parsed, refusal: names.includes('云岚') ? null : kind })

const unavailable = {
  open: () => {
    throw new Error('the model is not called')
  },
}

const officer = (name: string): Evidence => ({
  ...evidence,
  id: `officer:${name}`,
  citedType: 'record',
  fields: { name: { label: '姓名', value: { type: 'text', text: name } } },
})

/** Questions that are parsed for 他还在哪家公司任职, where these hold the office that was asked before. */
const questionsAfter = async (officers: readonly string[]) => {
  const questions: string[] = []
  const asksOfOfficer = { ...parsed, parts: [{ ...emptyPart, intent: 'people' as const, term: '董事长' }] }
  await answer(
    {
      parse: (question) => {
        questions.push(question)
        return asksOfOfficer
      },
      runTool: async (call) => ({ ...(await findFacts(call)), evidence: officers.map(officer) }),
    },
    {
      question: '他还在哪家公司任职',
      earlier: [{ question: '云岚的董事长是谁', companies: [{ id: 'c-1', name: '云岚演示有限公司', isDemo: true }] }],
    },
  )
  return questions
}

describe('他 of a question', () => {
  it('is the only holder of the office that was asked before', async () => {
    expect(await questionsAfter(['演示甲'])).toContain('演示甲还在哪家公司任职')
  })
  it('is no one in particular where several hold the office', async () => {
    expect(await questionsAfter(['演示甲', '演示乙'])).toContain('他还在哪家公司任职')
  })
})

/** Companies that a question is about. 演岛 is a place. */
const readWith = async (question: string, deviation: Partial<AnswerQuestionDeps>) => {
  const read: string[] = []
  await answer(
    {
      isRegion: (name) => name === '演岛',
      listChoices: async (ids) => ids.map((id) => candidate(id)),
      compose: ({ companiesOfPart }) => {
        read.push(...companiesOfPart.flat().map(({ id }) => id))
        return composed
      },
      ...deviation,
    },
    { question },
  )
  return read
}
const place: NameLink = {
  ...link,
  start: 3,
  end: 5,
  text: '演岛',
  name: '演岛',
  candidates: link.candidates.map((one) => ({ ...one, companyId: 'c-2' })),
}

describe('a name of the question', () => {
  const links = { ...noLinks, in: async () => [link, place] }
  it('is none as a place beside the name of another company', async () => {
    expect(await readWith('云岚,演岛哪条路', { links })).toEqual(['c-1'])
  })
  it('is one as a place that is joined to the name of another company', async () => {
    expect(await readWith('云岚和演岛的资本', { links })).toEqual(['c-1', 'c-2'])
  })
  it.each([
    ['云兰演示搬家服务部', []],
    ['云兰演示', ['c-1']],
  ])('that only resembles the beginning of another business is none: %s', async (name, ids) => {
    const found = await readWith(`${name}的资本`, {
      parse: () => ({ ...parsed, mentions: [{ text: name, start: 0, isNamed: true, isPlace: false }] }),
      links: { ...noLinks, similarTo: async () => [{ ...link, how: 'corrected' }] },
      runTool: findFacts,
    })
    expect(found).toEqual(ids)
  })
})

describe('an answer', () => {
  it('has only sentences that their evidence supports, with numbered citations', async () => {
    const { outcome, shown, calls, rejected, texts } = await answer()
    expect(calls).toEqual(['search_company', 'company_facts'])
    expect(texts).toEqual(['注册资本为 500 万元。'])
    expect(rejected).toEqual(['composed:unsupportedFigure'])
    expect(shown.find(({ type }) => type === 'segment')).toMatchObject({
      citations: [{ n: 1, companyId: 'c-1', fields: ['注册资本'], sourceName: '演示来源', change: null }],
    })
    expect(outcome).toMatchObject({ type: 'completed', topic: '工商信息', isByModel: false, evidence: [evidence] })
  })

  it('never picks one of two companies', async () => {
    const { outcome, shown } = await answer({ runTool: findTwo })
    expect(outcome).toEqual({ type: 'clarification', topic: '工商信息' })
    expect(shown.at(-1)).toMatchObject({ type: 'choice', candidates: [{ companyId: 'c-1' }, { companyId: 'c-2' }] })
    expect(JSON.stringify(shown)).not.toContain('matchReason')
  })

  it('offers the companies whose names begin with an ordinary word, where the question asks a fact and nothing else', async () => {
    const ordinary = { text: '云岚', start: 0 }
    const links = { ...noLinks, partial: async () => ({ whole: [], ordinary: [ordinary] }) }
    const { outcome } = await answer({ links, runTool: findTwo })
    expect(outcome).toEqual({ type: 'clarification', topic: '工商信息' })
    const inTurn = { earlier: [{ question: '澜山的法人', companies: [{ id: 'c-9', name: '澜山', isDemo: true }] }] }
    expect((await answer({ links, runTool: findTwo }, inTurn)).outcome).not.toMatchObject({ type: 'clarification' })
  })

  it('is refused by a rule before any tool or model is called', async () => {
    const { outcome, calls } = await answer({ parse: () => ({ ...parsed, refusal: 'violence' }), model: unavailable })
    expect({ outcome, calls }).toEqual({ outcome: { type: 'refused', message: '不提供。' }, calls: [] })
  })

  it('is not refused for words within a name that is linked', async () => {
    const links = { ...noLinks, in: async () => [link] }
    const named = await answer({ parse: refusedWithin('privateData'), links })
    expect(named.outcome).toMatchObject({ type: 'completed' })
    expect(named.calls).not.toContain('search_company')
    expect((await answer({ parse: refusedWithin('privateData') })).outcome).toMatchObject({ type: 'refused' })
  })

  it('states the name that was read in place of a misspelled one', async () => {
    const links = { ...noLinks, similarTo: async () => [{ ...link, name: '云澜', how: 'corrected' as const }] }
    expect((await answer({ links, runTool: findFacts })).texts).toEqual(['按“云澜”查询。', '注册资本为 500 万元。'])
  })

  it('has the sentence of a refusal beside it where only a part is refused', async () => {
    const { outcome, texts } = await answer({ parse: partlyRefused })
    expect({ outcome, texts }).toMatchObject({
      outcome: { type: 'completed' },
      texts: ['不提供。', '注册资本为 500 万元。'],
    })
    const unknown = await answer({ parse: partlyRefused, runTool: findFacts })
    expect(unknown.outcome).toEqual({ type: 'refused', message: '不提供。' })
  })

  it('needs a company that the question names beside a help line', async () => {
    const onPage = { ...parsed, mentions: [], refersBack: true, refusal: 'selfHarm' as const, isPartlyRefused: true }
    const { outcome } = await answer(
      { parse: () => onPage, findCompany: async () => ({ id: 'c-1', name: '演示云岚科技有限公司', isDemo: true }) },
      { companyId: 'c-1' },
    )
    expect(outcome).toEqual({ type: 'refused', message: '不提供。' })
  })

  it('is an overview of the company where nothing was understood', async () => {
    const unread = { ...parsed, doubt: 'unread' as const, parts: [{ ...part, intent: 'unknown' as const, facts: [] }] }
    expect((await answer({ parse: () => unread })).calls).toEqual([
      'search_company',
      'coverage',
      'company_facts',
      'records',
      'records',
    ])
  })

  it('has failed if no sentence is supported', async () => {
    expect((await answer({ rejectionOf: () => 'uncited' })).outcome).toMatchObject({ type: 'failed' })
  })

  it('is worded by a model that sees a masked question, and composed if the model fails', async () => {
    const seen: string[] = []
    const worded = {
      text: '其注册资本为 900 万元，{1}。\n据公示信息，{1}。',
      toolCalls: [],

      tokens: null,
    }
    const model = {
      open: () => ({
        ask: async ({ messages }: { messages: readonly { content: string }[] }) => {
          seen.push(messages.at(-1)?.content ?? '')
          return worded
        },
      }),
    }
    const { outcome, texts, rejected } = await answer({ model })
    expect(texts).toEqual(['据公示信息，注册资本为 500 万元。'])
    expect(outcome).toMatchObject({ isByModel: true })
    expect(rejected).toEqual(['composed:unsupportedFigure', 'unsupportedWord'])
    expect(JSON.parse(seen[0] ?? '')).toMatchObject({ question: '云岚 ****' })
    const failing = { open: () => ({ ask: () => Promise.reject(new ModelError('unavailable')) }) }
    const fallen = await answer({ model: failing })
    expect(fallen.texts).toEqual(['注册资本为 500 万元。'])
    expect(fallen.outcome).toMatchObject({ isByModel: false })
  })

  it('is planned by a model only if the grammar knows no part', async () => {
    const unknown = { ...parsed, parts: [{ ...part, intent: 'unknown' as const, facts: [] }] }
    const asked: number[] = []
    const model = {
      open: () => ({
        ask: async ({ tools = [] }: { tools?: readonly unknown[] }) => {
          asked.push(tools.length)
          const toolCalls = tools.length > 0 ? [{ id: '1', name: 'shareholders', argumentText: '{}' }] : []
          return { text: '', toolCalls, tokens: null }
        },
      }),
    }
    const { calls, outcome } = await answer({ model, parse: () => unknown })
    expect(calls).toEqual(['search_company', 'records'])
    expect(outcome).toMatchObject({ topic: '股东', isByModel: false })
    expect(asked.map((tools) => tools > 0)).toEqual([true, false])
    await answer({ model })
    expect(asked.at(-1)).toBe(0)
  })

  it.each([
    ['shareholders', '{}', ['search_company', 'records', 'company_facts']],
    ['company_facts', '{"facts":["registeredCapital"]}', ['search_company', 'company_facts']],
  ])('keeps a likely reading that %s of the model leaves out', async (name, argumentText, expected) => {
    const model = {
      open: () => ({
        ask: async ({ tools = [] }: { tools?: readonly unknown[] }) => {
          const toolCalls = tools.length > 0 ? [{ id: '1', name, argumentText }] : []
          return { text: '', toolCalls, tokens: null }
        },
      }),
    }
    const { calls } = await answer({ model, parse: () => ({ ...parsed, doubt: 'likely' }) })
    expect(calls).toEqual(expected)
  })
})

const subjectOf = (shown: readonly AnswerProgress[]) =>
  shown.flatMap((one) => (one.type === 'subject' ? one.companies.map(({ id }) => id) : []))
const linkTo = (companyId: string, start: number): NameLink => ({
  ...link,
  start,
  end: start + 2,
  candidates: [{ companyId, score: 1, isKnown: true, isSure: true, isWhole: true }],
})
const listChoices = async (ids: readonly string[]) =>
  ids.map((id) => ({ ...candidate(id), name: id, city: id === 'c-1' ? '演示西市' : '演示东市' }))
const turn = (id: string) => ({ question: '注册资本', companies: [{ id, name: id, isDemo: true }] })

describe('the companies of a question', () => {
  const mentions = [0, 10].map((start) => ({ text: '云岚', start, isNamed: true, isPlace: false }))
  const withBackground = { ...parsed, mentions, background: [{ start: 0, end: 8 }] }
  const links = { ...noLinks, in: async () => [linkTo('c-1', 0), linkTo('c-2', 10)] }

  it('are those of the segments that ask, beside background about another', async () => {
    const { shown } = await answer({ parse: () => withBackground, links, listChoices })
    expect(subjectOf(shown)).toEqual(['c-2'])
  })

  it('are all if they are compared', async () => {
    const compared = { ...withBackground, parts: [{ ...part, intent: 'comparison' as const }] }
    const { shown } = await answer({ parse: () => compared, links, listChoices })
    expect(subjectOf(shown)).toEqual(['c-1', 'c-2'])
  })

  it('are the one of an earlier turn at which a place points', async () => {
    const request = { question: '西市那家的注册资本', earlier: [turn('c-1'), turn('c-2')] }
    const { shown } = await answer({ parse: () => ({ ...parsed, mentions: [] }), listChoices }, request)
    expect(subjectOf(shown)).toEqual(['c-1'])
  })
})
