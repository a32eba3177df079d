import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLyingModel } from '../../../test/assistant/model-answers.ts'
import {
  type ModelStandIn,
  standInDialects,
  standInFaults,
  startModelStandIn,
} from '../../../test/assistant/model-stand-in.ts'
import { openStarterTools, type StarterTools } from '../../../test/assistant/open-tools.ts'
import { composePipeline } from '../../app/answer-pipeline.ts'
import { readConfig } from '../../config/read-config.ts'
import { systemClock } from '../../domain/clock.ts'
import { createModelClient, type ModelClient } from './model/model-client.ts'
import { estimateTokens, INPUT_TOKENS, OUTPUT_TOKENS } from './model/model-tokens.rules.ts'
import type { AnswerProgress, EarlierTurn } from './pipeline.ts'

/** Whole answers over the store of a first start, worded by a language model with every fault that we know. */

/** Faults that end by the limits of time, which are short for them alone: a busy machine answers late, too. */
const lateFaults: readonly ModelStandIn['fault'][] = ['hangs', 'hangsMidway', 'onlyComments']
const timesFor = (fault: ModelStandIn['fault'] = null) =>
  lateFaults.includes(fault)
    ? { firstByteMs: 200, totalMs: 400, pauseMs: 1 }
    : { firstByteMs: 60_000, totalMs: 60_000, pauseMs: 1 }
/** Two rounds, each repeated once. */
const MOST_REQUESTS = 4
/** The grammar knows the first question, and no word of the second but the company. */
const known = '比亚迪股份有限公司的注册资本和成立日期是多少'
const vague = '比亚迪股份有限公司的阴晴圆缺'
/** Reads as nothing, and names nothing. */
const nameless = '上下左右'

let tools: StarterTools
const config = readConfig({})
const composed = new Map<string, string[]>()

beforeAll(async () => {
  tools = await openStarterTools()
  const { ask } = openPipeline(null)
  for (const question of [known, vague]) composed.set(question, (await ask(question)).texts)
  composed.set('planned', (await ask('比亚迪股份有限公司的注册资本是多少')).texts)
})
afterAll(() => tools.close())

function openPipeline(model: ModelClient | null, rejected: string[] = []) {
  const metrics = { rejected: (reason: string) => void rejected.push(reason) }
  const pipeline = composePipeline({ ...tools, clock: systemClock, config, model, metrics })
  async function ask(question: string, { signal } = new AbortController(), earlier: readonly EarlierTurn[] = []) {
    const shown: AnswerProgress[] = []
    const outcome = await pipeline(
      { question, companyId: null, earlier, userId: 'canary-user' },
      { signal, emit: (progress) => shown.push(progress) },
    )
    return { outcome, texts: shown.flatMap((one) => (one.type === 'segment' ? one.text : [])) }
  }
  return { ask }
}

async function open(
  deviation: Partial<Pick<ModelStandIn, 'fault' | 'dialect'>> = {},
  times = timesFor(deviation.fault),
) {
  const server = Object.assign(await startModelStandIn(), deviation)
  onTestFinished(() => server.close())
  const clock = { time: 0, now: () => clock.time }
  const rejected: string[] = []
  const outcomes: string[] = []
  const model = createModelClient({
    settings: { baseUrl: server.baseUrl, apiKey: '', model: 'stand-in' },
    clock,
    metrics: { called: (outcome) => outcomes.push(outcome), tokens: () => {}, rejected: () => {} },
    times,
  })
  const expectNoneOpen = () => vi.waitFor(() => expect(server.openRequests()).toBe(0), 20_000)
  return { server, clock, rejected, outcomes, expectNoneOpen, ...openPipeline(model, rejected) }
}

describe('an answer', () => {
  it.each(standInDialects)('is worded by a model in the dialect %s', async (dialect) => {
    const { ask, rejected } = await open({ dialect })
    const { outcome, texts } = await ask(known)
    expect(outcome).toMatchObject({ type: 'completed', isByModel: true })
    expect(texts).toEqual(composed.get(known))
    expect(rejected).toEqual([])
  })

  it.each(standInFaults)('has every composed sentence and no other when the model %s', async (fault) => {
    const { ask, server, expectNoneOpen } = await open({ fault })
    const { outcome, texts } = await ask(known)
    expect(outcome).toMatchObject({ type: 'completed' })
    expect(texts).toEqual(composed.get(known))
    expect(server.requests.length).toBeLessThanOrEqual(MOST_REQUESTS / 2)
    await expectNoneOpen()
  })

  it.each(standInFaults)('is planned by the grammar when a model that plans %s', async (fault) => {
    const { ask, server, expectNoneOpen } = await open({ fault })
    const { outcome, texts } = await ask(vague)
    expect(outcome).toMatchObject({ type: 'completed' })
    // A plan that ends at the limit of tokens is whole.
    expect(texts).toEqual(composed.get(fault === 'endsAtLimit' ? 'planned' : vague))
    expect(server.requests.length).toBeLessThanOrEqual(MOST_REQUESTS)
    await expectNoneOpen()
  })

  it('has the sentences of every call that a model makes at once after it wrote', async () => {
    const { ask, rejected } = await open({ dialect: 'chatty' })
    const { texts } = await ask(vague)
    const both = await openPipeline(null).ask('比亚迪股份有限公司的注册资本是多少，股东有哪些')
    expect(texts).toHaveLength(2)
    expect(texts).toEqual(both.texts)
    expect(rejected).not.toContain('tool')
  })

  it('is about the company that a model finds for a question that writes no name', async () => {
    const { ask, rejected } = await open({ dialect: 'chatty' })
    const { texts } = await ask(nameless)
    expect(texts[0]).toBe('按“比亚迪股份有限公司”查询。')
    expect(texts.slice(1).join('')).toContain('注册资本')
    expect(rejected).not.toContain('tool')
  })

  it('is a count where a model plans one for a question that writes no name', async () => {
    const { ask } = await open({ dialect: 'openai' })
    const counted = await openPipeline(null).ask('深圳有多少家上市公司')
    expect((await ask(nameless)).texts).toEqual(counted.texts)
  })

  it.each(['lies', 'inventsNumbers', 'swapsCompanies', 'obeysInjection'] as const)(
    'counts the sentences that it does not show when the model %s',
    async (fault) => {
      const { ask, rejected } = await open({ fault })
      await ask(known)
      expect(rejected.length).toBeGreaterThan(0)
    },
  )

  it('ends with the client, and its request too', async () => {
    const { ask, server, outcomes, expectNoneOpen } = await open({ fault: 'hangs' }, timesFor())
    const client = new AbortController()
    const answered = ask(known, client)
    await vi.waitFor(() => expect(server.openRequests()).toBe(1), 20_000)
    client.abort()
    await answered
    expect(outcomes).toEqual(['cancelled'])
    await expectNoneOpen()
  })
})

describe('many answers', () => {
  it('leave no request behind while the model hangs, and stop asking it', async () => {
    const { ask, server, outcomes, clock, expectNoneOpen } = await open({ fault: 'hangs' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(known)))
    expect(answers.map(({ texts }) => texts)).toEqual(answers.map(() => composed.get(known)))
    await expectNoneOpen()
    const asked = server.requests.length
    expect((await ask(known)).texts).toEqual(composed.get(known))
    expect(server.requests).toHaveLength(asked)
    expect(outcomes.at(-1)).toBe('off')
    server.fault = null
    clock.time += 30_000
    expect((await ask(known)).outcome).toMatchObject({ isByModel: true })
  })
})

describe('a request', () => {
  it('has no user, no mobile number, no identity number, and keeps the limits of tokens', async () => {
    const { ask, server } = await open()
    await ask(`${known}，联系人13800138000和11010119900307123X`)
    await ask(known)
    await ask(vague)
    const sent = server.requests.map(({ raw }) => raw)
    expect(sent.length).toBeGreaterThan(2)
    expect(sent.join('')).not.toMatch(/canary-user|13800138000|11010119900307123X/)
    expect(sent.every((body) => estimateTokens(body) <= INPUT_TOKENS)).toBe(true)
    expect(server.requests.map(({ body }) => body.max_tokens)).toEqual(sent.map(() => OUTPUT_TOKENS))
  })
})

describe('the plan of a model', () => {
  it('reads the last two questions of the conversation, without numbers of persons', async () => {
    const { ask, server } = await open()
    const earlier = ['第一问', '13800138000的企业', '11010119900307123X呢'].map((question) => ({
      question,
      companies: [],
    }))
    await ask(vague, undefined, earlier)
    const content: unknown = JSON.parse(server.requests[0]?.body.messages.at(-1)?.content ?? '{}')
    expect(content).toMatchObject({ question: vague, earlier: ['138****8000的企业', '110101********123X呢'] })
  })
})

describe('a model that lies in one of five sentences', () => {
  it('adds nothing that is not composed, and words the rest', async () => {
    const lies: string[] = []
    const model = createLyingModel(7, (honest, told) => lies.push(...told.filter((line) => !honest.includes(line))))
    const rejected: string[] = []
    const { ask } = openPipeline(model, rejected)
    const plainly = openPipeline(null)
    const companies = ['比亚迪股份有限公司', '澜山演示贸易有限公司', '林峰演示建筑工程有限公司']
    const asks = [
      '的注册资本和成立日期',
      '有哪些被执行人',
      '的股东有哪些',
      '有哪些风险',
      '的主要人员有哪些',
      '有哪些变更',
      '的法定代表人和注册地址',
      '和贵州茅台酒股份有限公司谁成立早',
    ]
    let worded = 0
    for (const company of companies) {
      for (const question of asks.map((one) => company + one)) {
        const { texts, outcome } = await ask(question)
        const { texts: right } = await plainly.ask(question)
        expect(texts.toSorted()).toEqual(right.toSorted())
        if (outcome.type === 'completed' && outcome.isByModel) worded += 1
      }
    }
    expect(lies.length).toBeGreaterThan(5)
    expect(worded).toBeGreaterThan(10)
  })
})
