import type { AnswerEvent } from '@baiqicha/contract/assistant'
import { maskedJson } from '../../domain/masking/masked-json.ts'

/** Events of one answer in order; the number of an event is its index plus one. Readers wait for more until it ends. */
export type EventLog = {
  events: readonly AnswerEvent[]
  isEnded(): boolean
  append(event: AnswerEvent): void
  end(): void
  /** Resolves with the next event, at the end, when the signal is aborted, or after so many milliseconds. */
  whenChanged(signal: AbortSignal, quietMs: number): Promise<void>
}

export function createEventLog(): EventLog {
  const events: AnswerEvent[] = []
  const waiting = new Set<() => void>()
  let ended = false
  const wake = () => {
    for (const resume of waiting) resume()
  }

  return {
    events,
    isEnded: () => ended,
    append(event) {
      if (ended) return
      events.push(event)
      wake()
    },
    end() {
      ended = true
      wake()
    },
    whenChanged: (signal, quietMs) =>
      new Promise((resolve) => {
        if (signal.aborted || ended) {
          resolve()
          return
        }
        const resume = () => {
          clearTimeout(timer)
          waiting.delete(resume)
          signal.removeEventListener('abort', resume)
          resolve()
        }
        const timer = setTimeout(resume, quietMs).unref()
        waiting.add(resume)
        signal.addEventListener('abort', resume, { once: true })
      }),
  }
}

/** A comment line of an event stream: no reader sees it, and no proxy takes the connection for idle. */
const COMMENT = ': \n\n'
const linesOf = (number: number, event: AnswerEvent) => `id: ${number}\ndata: ${maskedJson(event)}\n\n`

/**
 * Text of the events after number `after`. The reader pulls: what it does not read stays in the log and holds neither a slot
 * nor memory of its own.
 */
export async function* eventStreamText(
  log: EventLog,
  { after, signal, commentMs }: { after: number; signal: AbortSignal; commentMs: number },
): AsyncGenerator<string> {
  let sent = after
  while (!signal.aborted) {
    const batch = log.events.slice(sent)
    if (batch.length > 0) {
      const text = batch.map((event, index) => linesOf(sent + index + 1, event)).join('')
      sent += batch.length
      yield text
    } else if (log.isEnded()) return
    else {
      await log.whenChanged(signal, commentMs)
      if (log.events.length === sent && !log.isEnded() && !signal.aborted) yield COMMENT
    }
  }
}
