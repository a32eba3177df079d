/** A call that `web/start/start.js` sent while the code loaded. */
type EarlyCall = { url: string; token: string | null; sentAt: number; response: Promise<Response> }

declare global {
  interface Window {
    /** Absent: the script knows no call of the first page. */
    earlyCalls?: EarlyCall[]
  }
}

/** Age up to which the response serves a call: that of a fresh one in the query client. Milliseconds. */
const MAX_AGE_MS = 60_000

/**
 * Takes the response of the same request with the same session, if it was sent early. The server counts a request as a view
 * of a company, so a response that was sent for fails like any other, and serves one call.
 */
export function takeEarlyResponse(url: string, token: string | null): Promise<Response> | undefined {
  const calls = window.earlyCalls ?? []
  const index = calls.findIndex((call) => call.url === url && call.token === token)
  const [call] = index < 0 ? [] : calls.splice(index, 1)
  return call !== undefined && Date.now() - call.sentAt < MAX_AGE_MS ? call.response : undefined
}
