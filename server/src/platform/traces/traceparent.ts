/** The span of the caller, from the header `traceparent` of W3C Trace Context. */
export type RemoteParent = { traceId: string; spanId: string; isSampled: boolean }

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1

/** null: the header is absent or invalid, so the request begins a trace of its own. */
export function parseTraceparent(header: unknown): RemoteParent | null {
  const match = typeof header === 'string' ? pattern.exec(header) : null
  if (match === null) return null
  const [, version = '', traceId = '', spanId = '', flags = '', rest] = match
  // Version 00 has four fields; later versions may have more.
  const isUsable = version !== 'ff' && (version !== '00' || rest === undefined)
  if (!isUsable || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}
