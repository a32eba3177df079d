export type SentEventType = 'pageview' | 'click' | 'device_change'
export type EventData = Readonly<Record<string, unknown>>

export type SenderOptions = {
  appId: string
  endpoint: string
  /** Events of one request. 1: each event is sent at once. */
  batchSize?: number
  /** Longest time an event waits for a batch to fill, in milliseconds. */
  maxWaitMs?: number
  /** Session of the user, sent as a header; null for a visitor. */
  readToken: () => string | null
}

export type EventSender = {
  send: (type: SentEventType, data: EventData) => void
  /** Sends what waits. `isLeaving`: the page is closing, so that only a beacon is certain to be sent. */
  flush: (isLeaving?: boolean) => void
  /** Drops what waits. */
  clear: () => void
}

const TOKEN_HEADER = 'token'

/**
 * Sends events, each type in requests of its own. Answers are not read and failures have no effect: tracking is best
 * effort. @throws Error for a missing appId or endpoint.
 */
export function createEventSender({ appId, endpoint, readToken, ...options }: SenderOptions): EventSender {
  if (appId.trim() === '') throw new Error('appId is required')
  if (endpoint.trim() === '') throw new Error('Endpoint is required')
  const { batchSize = 1, maxWaitMs = 5_000 } = options
  const waiting = new Map<SentEventType, EventData[]>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function post(type: SentEventType, events: readonly EventData[], isLeaving: boolean) {
    const [first] = events
    if (first === undefined) return
    const body = JSON.stringify({ appId, type, data: events.length === 1 ? first : events })
    if (isLeaving) {
      navigator.sendBeacon?.(endpoint, new Blob([body], { type: 'application/json' }))
      return
    }
    const token = readToken()
    const headers = { 'content-type': 'application/json', ...(token !== null && { [TOKEN_HEADER]: token }) }
    fetch(endpoint, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined)
  }

  function flush(isLeaving = false) {
    clearTimeout(timer)
    timer = undefined
    const batches = [...waiting]
    waiting.clear()
    for (const [type, events] of batches) post(type, events, isLeaving)
  }

  return {
    send(type, data) {
      const events = [...(waiting.get(type) ?? []), data]
      if (events.length >= batchSize) {
        waiting.delete(type)
        post(type, events, false)
        return
      }
      waiting.set(type, events)
      timer ??= setTimeout(flush, maxWaitMs)
    },
    flush,
    clear() {
      clearTimeout(timer)
      timer = undefined
      waiting.clear()
    },
  }
}
