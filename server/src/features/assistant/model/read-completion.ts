import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import { ModelError } from './model-failure.ts'

export type ModelToolCall = { id: string; name: string; argumentText: string }
export type Completion = {
  text: string
  toolCalls: readonly ModelToolCall[]
  /** As the provider counted; null: it did not say. */
  tokens: { input: number; output: number } | null
}

/** Characters of an answer of 600 tokens, generously; more is a flood. */
const MOST_TEXT = 6_000
const MOST_ARGUMENTS = 20_000
/** Reasoning and framing are read and dropped; beyond this much the response is a flood. */
const MOST_BYTES = 2_000_000

const text = z.nullish(z.string())
const toolCallDelta = z.object({
  index: z.nullish(z.number()),
  id: text,
  function: z.nullish(z.object({ name: text, arguments: text })),
})
const message = z.nullish(z.object({ content: text, tool_calls: z.nullish(z.array(toolCallDelta)) }))
const chunkSchema = z.object({
  error: z.optional(z.unknown()),
  choices: z.nullish(z.array(z.object({ delta: message, message, finish_reason: text }))),
  usage: z.nullish(z.object({ prompt_tokens: z.number(), completion_tokens: z.number() })),
})

function parseChunk(data: string): z.infer<typeof chunkSchema> {
  try {
    return z.parse(chunkSchema, JSON.parse(data))
  } catch {
    throw new ModelError('malformed')
  }
}

/** Collects the chunks of one answer, as any of the dialects splits it. */
function createCollector() {
  const calls: ModelToolCall[] = []
  let content = ''
  let finish: string | null = null
  let tokens: Completion['tokens'] = null

  function takeCall({ index, id, function: called }: z.infer<typeof toolCallDelta>) {
    // Some servers repeat no index, some no id: then a new id begins a new call, and anything else continues the last.
    const at = index ?? (id && calls.at(-1)?.id !== id ? calls.length : Math.max(0, calls.length - 1))
    if (at > 64) throw new ModelError('flooded')
    while (calls.length <= at) calls.push({ id: '', name: '', argumentText: '' })
    const call = calls[at]
    if (call === undefined) return
    if (id) call.id = id
    call.name += called?.name ?? ''
    call.argumentText += called?.arguments ?? ''
    if (call.argumentText.length > MOST_ARGUMENTS) throw new ModelError('flooded')
  }

  return {
    take(data: string) {
      const { error, choices, usage } = parseChunk(data)
      if (error !== undefined && error !== null) throw new ModelError('unavailable')
      if (usage) tokens = { input: usage.prompt_tokens, output: usage.completion_tokens }
      const [choice] = choices ?? []
      const part = choice?.delta ?? choice?.message
      content += part?.content ?? ''
      if (content.length > MOST_TEXT) throw new ModelError('flooded')
      for (const call of part?.tool_calls ?? []) takeCall(call)
      finish = choice?.finish_reason ?? finish
    },
    finish(): Completion {
      if (finish === null) throw new ModelError('cut')
      if (finish === 'content_filter') throw new ModelError('refused')
      if (finish === 'insufficient_system_resource') throw new ModelError('unavailable')
      return { text: content, toolCalls: calls, tokens }
    },
  }
}

/**
 * Reads the body of a chat completion, streamed or, from servers that do not stream, whole. `onByte` is called with each
 * part. @throws ModelError
 */
export async function readCompletion(response: Response, onByte: () => void): Promise<Completion> {
  const { body } = response
  if (body === null) throw new ModelError('cut')
  const isStream = !(response.headers.get('content-type') ?? '').includes('application/json')
  const collector = createCollector()
  let isDone = false
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data.trim() === '[DONE]') isDone = true
      else if (!isDone) collector.take(data)
    },
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let whole = ''
  let bytes = 0
  const take = (data: string) => {
    if (isStream) parser.feed(data)
    else whole += data
  }
  for await (const part of body) {
    onByte()
    bytes += part.byteLength
    if (bytes > MOST_BYTES) throw new ModelError('flooded')
    take(decode(() => decoder.decode(part, { stream: true })))
    if (isDone) break
  }
  take(decode(() => decoder.decode()))
  if (!isStream) collector.take(whole)
  return collector.finish()
}

/** A response that ends within a character was cut. */
function decode(read: () => string): string {
  try {
    return read()
  } catch {
    throw new ModelError('cut')
  }
}
