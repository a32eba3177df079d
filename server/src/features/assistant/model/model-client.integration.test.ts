import { expect, it, onTestFinished, vi } from 'vitest'
import {
  type ModelStandIn,
  type StandInFault,
  standInDialects,
  standInFaults,
  startModelStandIn,
} from '../../../../test/assistant/model-stand-in.ts'
import { createLogger } from '../../../platform/log/logger.ts'
import { createServiceOutage } from '../../../platform/log/service-outage.ts'
import type { Statement } from '../answer/statement.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { createModelClient, type ModelTimes } from './model-client.ts'
import type { ModelFailure } from './model-failure.ts'
import { OUTPUT_TOKENS } from './model-tokens.rules.ts'
import { planQuestion } from './plan-question.ts'
import { wordAnswer } from './word-answer.ts'

/** Faults that end by the limits of time, which are short for them alone: a busy machine answers late, too. */
const lateFaults: readonly ModelStandIn['fault'][] = ['hangs', 'hangsMidway', 'onlyComments']
const timesFor = (fault: ModelStandIn['fault'] = null): ModelTimes =>
  lateFaults.includes(fault)
    ? { firstByteMs: 200, totalMs: 400, pauseMs: 1 }
    : { firstByteMs: 60_000, totalMs: 60_000, pauseMs: 1 }

async function open(
  deviation: Partial<Pick<ModelStandIn, 'fault' | 'faults' | 'dialect'>> = {},
  times = timesFor(deviation.fault),
) {
  const server = Object.assign(await startModelStandIn(), deviation)
  onTestFinished(() => server.close())
  const clock = { time: 0, now: () => clock.time }
  const called: ('ok' | ModelFailure)[] = []
  const tokens: Record<string, number> = {}
  const rejected: string[] = []
  const metrics = {
    called: (outcome: 'ok' | ModelFailure) => called.push(outcome),
    tokens: (direction: string, count: number) => {
      tokens[direction] = count
    },
    rejected: (reason: string) => rejected.push(reason),
  }
  const lines: Record<string, unknown>[] = []
  const log = createLogger('warn', (line) => lines.push(JSON.parse(line)))
  const client = createModelClient({
    settings: { baseUrl: server.baseUrl, apiKey: 'canary-key', model: 'stand-in' },
    clock,
    metrics,
    times,
    outage: createServiceOutage(log, 'language model'),
  })
  const dialogue = (signal = new AbortController().signal) => client.open(signal)
  return { server, client, clock, called, tokens, rejected, metrics, dialogue, lines }
}

const evidence: Evidence[] = [
  {
    id: 'e1',
    citedType: 'facts',
    recordType: 'capital',
    recordId: null,
    company: { id: 'c-1', name: '演示云岚科技有限公司', isDemo: true },
    label: '工商信息',
    view: null,
    fields: {
      capital: { label: '注册资本', value: { type: 'number', number: 500, unit: '万元' } },
      founded: { label: '成立日期', value: { type: 'date', date: '2020-01-02' } },
    },
    sourceName: '演示来源',
    date: '2026-06-30',
    path: null,
    revision: null,
  },
]
const statement = (text: string, field: string): Statement => ({
  text,
  startsParagraph: false,
  citations: [{ evidenceId: 'e1', fields: [field] }],
})
const composed = [
  statement('演示云岚科技有限公司的注册资本为500万元。', 'capital'),
  statement('演示云岚科技有限公司成立于2020-01-02。', 'founded'),
]

type Opened = Awaited<ReturnType<typeof open>>
const word = ({ dialogue, metrics }: Opened, signal?: AbortSignal) =>
  wordAnswer({ question: '注册资本是多少', statements: composed, evidence }, { dialogue: dialogue(signal), metrics })
const plan = ({ dialogue, metrics }: Opened) =>
  planQuestion(
    { question: '帮我看看它家底', companies: [{ name: '演示云岚科技有限公司' }], earlier: [] },
    { dialogue: dialogue(), metrics },
  )
const textsOf = ({ statements }: { statements: readonly Statement[] }) => statements.map(({ text }) => text)
const expectNoneOpen = ({ server }: Opened) => vi.waitFor(() => expect(server.openRequests()).toBe(0), 20_000)

it.each(standInDialects)('a language model words an answer in the dialect %s', async (dialect) => {
  const opened = await open({ dialect })
  const worded = await word(opened)
  expect(worded).toMatchObject({ isByModel: true })
  expect(textsOf(worded)).toEqual(textsOf({ statements: composed }))
  expect(opened.called).toEqual(['ok'])
  if (dialect !== 'local') expect(opened.tokens).toEqual({ input: 120, output: 30 })
  await expectNoneOpen(opened)
})

it.each(standInDialects)('a language model plans by tools in the dialect %s', async (dialect) => {
  const opened = await open({ dialect })
  const facts = { intent: 'facts', facts: ['registeredCapital'], kinds: [] }
  expect((await plan(opened)).parts).toMatchObject(dialect === 'chatty' ? [facts, { intent: 'shareholders' }] : [facts])
  expect(opened.server.requests[0]?.body.tools?.map((tool) => tool.function.name)).toContain('shareholders')
})

it('a request has the key in its header, the limit of tokens, and texts as JSON values only', async () => {
  const opened = await open()
  await word(opened)
  const [request] = opened.server.requests
  expect(request?.authorization).toBe('Bearer canary-key')
  expect(request?.body).toMatchObject({ model: 'stand-in', stream: true, max_tokens: OUTPUT_TOKENS })
  expect(request?.body.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(JSON.parse(request?.body.messages[1]?.content ?? '')).toMatchObject({ question: '注册资本是多少' })
  expect(request?.raw).not.toMatch(/user_id|canary-key/)
})

/** What each fault of a whole answer counts as; absent: the answer arrives, and its sentences decide. */
const failureOfFault: Partial<Record<StandInFault, ModelFailure>> = {
  hangs: 'late',
  hangsMidway: 'late',
  onlyComments: 'late',
  cutsInCharacter: 'unavailable',
  cutsBetween: 'cut',
  brokenJson: 'malformed',
  floods: 'flooded',
  contentFilter: 'refused',
  refuses400: 'rejected',
  refusesKey401: 'rejected',
  unpaid402: 'unpaid',
  limited429: 'limited',
  unavailable503: 'unavailable',
  errorInStream: 'unavailable',
  redirects: 'unavailable',
  endlessCalls: 'flooded',
}

it.each(standInFaults)('an answer is the composed one, and no request stays open, when the model %s', async (fault) => {
  const opened = await open({ fault })
  const worded = await word(opened)
  expect(textsOf(worded)).toEqual(textsOf({ statements: composed }))
  expect(opened.called).toEqual([failureOfFault[fault] ?? 'ok'])
  await expectNoneOpen(opened)
})

it.each(standInFaults)('a plan has only known tools, and no request stays open, when the model %s', async (fault) => {
  const opened = await open({ fault })
  const { parts } = await plan(opened)
  const unusable =
    failureOfFault[fault] !== undefined || ['unknownTool', 'brokenArguments', 'chineseArguments'].includes(fault)
  const isText = [
    'english',
    'obeysInjection',
    'citesNothing',
    'citesWrongly',
    'inventsNumbers',
    'swapsCompanies',
  ].includes(fault)
  expect(parts.map(({ intent }) => intent)).toEqual(unusable || isText ? [] : ['facts'])
  await expectNoneOpen(opened)
})

it.each([
  ['inventsNumbers', 'unsupportedWord'],
  ['swapsCompanies', 'unsupportedWord'],
  ['citesWrongly', 'citation'],
  ['citesNothing', 'unsupportedWord'],
  ['obeysInjection', 'unsupportedWord'],
  ['english', 'unsupportedWord'],
  ['lies', 'unsupportedWord'],
] as const)('a sentence is counted as rejected when the model %s', async (fault, reason) => {
  const opened = await open({ fault })
  expect(textsOf(await word(opened))).toEqual(textsOf({ statements: composed }))
  expect(new Set(opened.rejected)).toEqual(new Set([reason]))
})

it.each(['unavailable503', 'limited429', 'cutsBetween', 'cutsInCharacter', 'hangs'] as const)(
  'a request is repeated once when the model %s',
  async (fault) => {
    const opened = await open({ fault, faults: 1 })
    expect(await word(opened)).toMatchObject({ isByModel: true })
    expect(opened.server.requests).toHaveLength(2)
    expect(opened.called).toEqual(['ok'])
    opened.server.faults = Number.POSITIVE_INFINITY
    await word(opened)
    expect(opened.server.requests).toHaveLength(4)
  },
)

it.each(['refuses400', 'unpaid402', 'contentFilter', 'floods', 'brokenJson'] as const)(
  'a request is not repeated when the model %s',
  async (fault) => {
    const opened = await open({ fault })
    await word(opened)
    expect(opened.server.requests).toHaveLength(1)
  },
)

it('five failures open the circuit for half a minute; filtered contents do not', async () => {
  const opened = await open({ fault: 'contentFilter' })
  for (let turn = 0; turn < 6; turn += 1) await word(opened)
  expect(opened.called.at(-1)).toBe('refused')
  opened.server.fault = 'unpaid402'
  for (let turn = 0; turn < 5; turn += 1) await word(opened)
  const asked = opened.server.requests.length
  expect(await word(opened)).toMatchObject({ isByModel: false })
  expect(opened.called.at(-1)).toBe('off')
  expect(opened.server.requests).toHaveLength(asked)
  opened.server.fault = null
  opened.clock.time += 30_000
  expect(await word(opened)).toMatchObject({ isByModel: true })
})

it.each([
  ['unavailable503', 'unavailable', 'HTTP 503'],
  ['refusesKey401', 'rejected', 'HTTP 401'],
  ['unpaid402', 'unpaid', 'HTTP 402'],
  ['limited429', 'limited', 'HTTP 429'],
  ['redirects', 'unavailable', 'fetch failed'],
  ['cutsBetween', 'cut', undefined],
  ['brokenJson', 'malformed', undefined],
  ['hangs', 'late', undefined],
] as const)(
  'is logged once with the cause when the model %s, and once when it works again',
  async (fault, error, cause) => {
    const opened = await open({ fault })
    for (let turn = 0; turn < 7; turn += 1) await word(opened)
    opened.server.fault = null
    opened.clock.time += 30_000
    for (let turn = 0; turn < 2; turn += 1) expect(await word(opened)).toMatchObject({ isByModel: true })
    expect(opened.lines).toMatchObject([
      {
        level: 'error',
        event: 'service-failed',
        detail: 'language model',
        error,
        ...(cause && { cause: { error: cause } }),
      },
      { level: 'warn', event: 'service-recovered', detail: 'language model' },
    ])
    expect(JSON.stringify(opened.lines)).not.toMatch(/注册资本|canary/)
  },
)

it.each(['contentFilter', 'refuses400', 'floods', 'english'] as const)(
  'no outage is logged when the model %s',
  async (fault) => {
    const opened = await open({ fault })
    await word(opened)
    expect(opened.lines).toEqual([])
  },
)

it('the request is cancelled with the client', async () => {
  const opened = await open({ fault: 'hangs' }, timesFor())
  const gone = new AbortController()
  const worded = word(opened, gone.signal)
  await vi.waitFor(() => expect(opened.server.openRequests()).toBe(1), 20_000)
  gone.abort()
  expect(await worded).toMatchObject({ isByModel: false })
  expect(opened.called).toEqual(['cancelled'])
  await expectNoneOpen(opened)
})

it('an answer has two rounds, and a request 12,000 tokens', async () => {
  const opened = await open()
  const dialogue = opened.dialogue()
  const messages = [{ role: 'user' as const, content: '{}' }]
  await dialogue.ask({ messages })
  await dialogue.ask({ messages })
  await expect(dialogue.ask({ messages })).rejects.toThrow('exhausted')
  const long = [{ role: 'user' as const, content: '演'.repeat(12_001) }]
  await expect(opened.dialogue().ask({ messages: long })).rejects.toThrow('tooLong')
  expect(opened.server.requests).toHaveLength(2)
})
