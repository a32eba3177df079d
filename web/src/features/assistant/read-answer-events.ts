import { type AnswerEvent, answerEventSchema } from '@baiqicha/contract/assistant'
import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import { logWarning } from '../../platform/log/log.ts'

export type NumberedEvent = { number: number; event: AnswerEvent }

function parseEvent(id: string | undefined, data: string): NumberedEvent | null {
  try {
    const event = z.safeParse(answerEventSchema, JSON.parse(data))
    const number = Number(id)
    if (event.success && Number.isInteger(number)) return { number, event: event.data }
  } catch {
    // As an event that the schema refuses.
  }
  logWarning('an event of an answer cannot be read')
  return null
}

/** Reads a stream of answer events until it ends. Skips events that cannot be read. Throws when the connection breaks. */
export async function readAnswerEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (numbered: NumberedEvent) => void,
): Promise<void> {
  const parser = createParser({
    onEvent({ id, data }) {
      const numbered = parseEvent(id, data)
      if (numbered !== null) onEvent(numbered)
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parser.feed(decoder.decode(part.value, { stream: true }))
  }
}
