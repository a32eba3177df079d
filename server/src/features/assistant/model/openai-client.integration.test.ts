import OpenAI, { APIError } from 'openai'
import { expect, it, onTestFinished } from 'vitest'
import { type ModelStandIn, standInDialects, startModelStandIn } from '../../../../test/assistant/model-stand-in.ts'
import { createModelClient, type ModelMessage, type ModelTool } from './model-client.ts'
import { OUTPUT_TOKENS } from './model-tokens.rules.ts'

/** The client of OpenAI as reference: it reads the stand-in of the tests as our own client does. */

const messages: ModelMessage[] = [
  {
    role: 'user',
    content: JSON.stringify({
      question: '注册资本是多少',
      sentences: [{ n: 1, text: '演示云岚科技有限公司的注册资本为 500 万元。' }],
    }),
  },
]
const tools: ModelTool[] = [{ name: 'company_facts', description: '工商信息', parameters: { type: 'object' } }]

async function open(deviation: Partial<Pick<ModelStandIn, 'fault' | 'dialect'>>) {
  const server = Object.assign(await startModelStandIn(), deviation)
  onTestFinished(() => server.close())
  const reference = new OpenAI({ baseURL: server.baseUrl, apiKey: 'key', maxRetries: 0 })
  const own = createModelClient({
    settings: { baseUrl: server.baseUrl, apiKey: 'key', model: 'stand-in' },
    clock: { now: () => 0 },
    metrics: { called: () => {}, tokens: () => {}, rejected: () => {} },
  }).open(new AbortController().signal)
  return { server, reference, own }
}

/** Text, calls and usage of a stream, put together by the reference client. */
async function completeWith(reference: OpenAI, planned: readonly ModelTool[]) {
  const stream = reference.chat.completions.stream({
    model: 'stand-in',
    messages,
    ...(planned.length > 0 && {
      tools: planned.map((tool) => ({ type: 'function' as const, function: tool })),
      tool_choice: 'auto' as const,
    }),
    temperature: 0,
    max_tokens: OUTPUT_TOKENS,
    stream_options: { include_usage: true },
  })
  let usage: OpenAI.CompletionUsage | null | undefined
  stream.on('chunk', (chunk) => {
    usage = chunk.usage ?? usage
  })
  const { choices } = await stream.finalChatCompletion()
  const message = choices[0]?.message
  return {
    text: message?.content ?? '',
    calls: (message?.tool_calls ?? []).map((call) =>
      call.type === 'function' ? [call.function.name, call.function.arguments] : [call.type, ''],
    ),
    tokens: usage == null ? null : { input: usage.prompt_tokens, output: usage.completion_tokens },
  }
}

// A local server that ignores `stream`, or sends calls without an index, is read by our client only.
const streaming = standInDialects.filter((dialect) => dialect !== 'local')

it.each(streaming)('both clients read the same answer in the dialect %s', async (dialect) => {
  const { reference, own } = await open({ dialect })
  const expected = await completeWith(reference, [])
  const { text, toolCalls, tokens } = await own.ask({ messages })
  expect(expected.text).toBe('{1}。')
  expect({ text, calls: toolCalls.map(({ name, argumentText }) => [name, argumentText]), tokens }).toEqual(expected)
})

it.each(streaming)('both clients put the same calls together in the dialect %s', async (dialect) => {
  const { reference, own } = await open({ dialect })
  const expected = await completeWith(reference, tools)
  const { toolCalls } = await own.ask({ messages, tools })
  expect(expected.calls).toHaveLength(dialect === 'chatty' ? 2 : 1)
  expect(toolCalls.map(({ name, argumentText }) => [name, argumentText])).toEqual(expected.calls)
})

it.each([
  ['unpaid402', 402],
  ['limited429', 429],
  ['unavailable503', 503],
] as const)('both clients fail when the server answers %s', async (fault, status) => {
  const { reference, own } = await open({ fault })
  const failed = await completeWith(reference, []).catch((error: unknown) => error)
  expect(failed instanceof APIError && failed.status).toBe(status)
  await expect(own.ask({ messages })).rejects.toThrow()
})
