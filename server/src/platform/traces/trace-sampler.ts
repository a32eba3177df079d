import type { SpanContext } from '@opentelemetry/api'
import { type FullAt, spend, waitFor } from '../limits/token-bucket.ts'

/**
 * Traces of one process in a second. A trace of ten spans costs about 0.7 ms of processor time, so this bounds the cost of
 * traces to about 1.5 % of a core at any traffic.
 */
const MOST = { count: 20, seconds: 1 }

export type TraceSamplerOptions = {
  /** Share of the requests without a caller's span that are traced, 0 to 1. */
  ratio: number
  /** Milliseconds, monotonic. */
  now: () => number
  /** A number from 0 to below 1. */
  random: () => number
}

/** Flag of W3C Trace Context: the caller traces its request. */
const SAMPLED = 1

/** Decides for each request whether it is traced. A trusted caller that traces its request decides instead of the ratio. */
export function createTraceSampler({ ratio, now, random }: TraceSamplerOptions) {
  let fullAt: FullAt = null
  return (parent: Pick<SpanContext, 'traceFlags'> | null): boolean => {
    if (parent === null ? random() >= ratio : (parent.traceFlags & SAMPLED) === 0) return false
    const at = now()
    if (waitFor(fullAt, MOST, at) > 0) return false
    fullAt = spend(fullAt, MOST, at)
    return true
  }
}
