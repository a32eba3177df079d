import { Worker } from 'node:worker_threads'

/** With a body it is a POST of JSON. */
export type LoadRequest = { path: string; headers?: Record<string, string>; body?: string }

export type LoadPlan = {
  port: number
  /** Each asks one request at a time and the next as soon as it is answered, a refusal too. */
  connections: number
  /** Asked in turn by whichever connection is free. */
  requests: readonly LoadRequest[]
  /** Not counted. */
  warmUpSeconds: number
  seconds: number
}

/** Milliseconds. */
export type Latency = { p50: number; p99: number; max: number }

export type LoadResult = {
  /** With code 0. */
  answeredPerSecond: number
  answered: Latency
  /** 503 with `Retry-After`. */
  refusedPerSecond: number
  refused: Latency
  /** Everything else by what it was, with how often. */
  failures: Record<string, number>
  /** Requests without an answer three and a half seconds after the end. */
  unanswered: number
}

/** Makes load on this machine from a thread of its own. Takes at most warm-up, seconds and 3.5 s more. */
export function runLoad(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./load.worker.ts', import.meta.url), { workerData: plan })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
