import { Worker } from 'node:worker_threads'
import { formatNumber, type Row } from './report.ts'
import { median, percentile } from './timing.ts'

/** A GET request; a POST of JSON if it has a body, for loads that autocannon sends. */
export type LoadRequest = { path: string; headers?: Record<string, string>; body?: string }

export type LoadPlan = {
  port: number
  /** Each sends one request at a time and the next one on its answer, a refusal too. */
  connections: number
  /** Dealt out among the connections; each connection repeats its share in order. */
  requests: readonly LoadRequest[]
  seconds: number
  /** Requests a second of all connections; as many as are answered if absent. For loads that autocannon sends. */
  perSecond?: number
}

/** Milliseconds. */
type Latency = { p50: number; p99: number; max: number }

const latencyOf = (values: readonly number[]): Latency => ({
  p50: percentile(values, 0.5),
  p99: percentile(values, 0.99),
  max: percentile(values, 1),
})

/** Collects what became of the requests of a load. */
export function createTally() {
  const answered: number[] = []
  const refused: number[] = []
  const failures: Record<string, number> = {}
  return {
    /** Milliseconds of each. */
    answered,
    refused,
    fail: (what: string) => {
      failures[what] = (failures[what] ?? 0) + 1
    },
    /** `counted`: of the answers, in this many seconds. */
    result: (counted: { answered: number; refused: number }, seconds: number): LoadResult => ({
      answeredPerSecond: counted.answered / seconds,
      answered: latencyOf(answered),
      refusedPerSecond: counted.refused / seconds,
      refused: latencyOf(refused),
      failures,
    }),
  }
}

export type LoadResult = {
  /** Status 200 with code 0. */
  answeredPerSecond: number
  answered: Latency
  /** Status 503. */
  refusedPerSecond: number
  refused: Latency
  /** Count of everything else, by what it was; requests without an answer within 3.5 s are `request timed out`. */
  failures: Record<string, number>
}

/** Not counted; part of every load. */
export const WARM_UP_SECONDS = 1

/** From here on autocannon fires its own timeouts early, whatever the server. */
const MANY_CONNECTIONS = 1_000

/** Loads a local server, in a thread of its own: with autocannon, or with plain sockets if there are many. */
export function runLoad(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const file =
      plan.connections < MANY_CONNECTIONS
        ? new URL('./load.worker.ts', import.meta.url)
        : new URL('./many-connections.worker.ts', import.meta.url)
    const worker = new Worker(file, { workerData: plan })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

export const failuresOf = ({ failures }: LoadResult) => Object.values(failures).reduce((sum, count) => sum + count, 0)

type Load = LoadPlan & { what: string }

/** Runs loads and keeps one table row of each. */
export function createLoads() {
  const rows: Row[] = [
    ['', 'connections', 'answered/s', 'p50 ms', 'p99 ms', 'max ms', 'refused/s', 'p99 ms', 'failures'],
  ]
  const load = async ({ what, ...plan }: Load): Promise<LoadResult> => {
    const result = await runLoad(plan)
    const { answeredPerSecond, answered, refused, refusedPerSecond } = result
    const { p50, p99, max } = answered
    const numbers = [plan.connections, answeredPerSecond, p50, p99, max, refusedPerSecond]
    const refusedP99 = refusedPerSecond > 0 ? formatNumber(refused.p99) : ''
    const failures = Object.entries(result.failures).map(([name, count]) => `${name}: ${count}`)
    rows.push([what, ...numbers.map(formatNumber), refusedP99, failures.join(', ')])
    return result
  }
  /** Runs the loads in turns, so that changes of the machine's speed affect all alike. Medians by `what`. */
  const loadInTurns = async (loads: readonly Load[], rounds: number) => {
    const results = new Map(loads.map(({ what }): [string, LoadResult[]] => [what, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const one of loads) results.get(one.what)?.push(await load(one))
    }
    return (what: string) => ({
      rate: median((results.get(what) ?? []).map((result) => result.answeredPerSecond)),
      p99: median((results.get(what) ?? []).map((result) => result.answered.p99)),
    })
  }
  return { rows, load, loadInTurns }
}
