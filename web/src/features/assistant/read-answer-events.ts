import { type AnswerEvent, answerEventSchema } from '@baiqicha/contract/assistant'
import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import { logWarning } from '../../platform/log/log.ts'

function parseEvent(data: string): AnswerEvent | null {
  try {
    const event = z.safeParse(answerEventSchema, JSON.parse(data))
    if (event.success) return event.data
  } catch {
    // As an event that the schema refuses.
  }
  logWarning('an event of an answer cannot be read')
  return null
}

/** Reads a stream of answer events until it ends. Skips events that cannot be read. Throws when the connection breaks. */
export async function readAnswerEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: AnswerEvent) => void,
): Promise<void> {
  const parser = createParser({
    onEvent({ data }) {
      const event = parseEvent(data)
      if (event !== null) onEvent(event)
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parser.feed(decoder.decode(part.value, { stream: true }))
  }
}
