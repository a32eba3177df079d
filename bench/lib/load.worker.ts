import { parentPort, workerData } from 'node:worker_threads'
import autocannon from 'autocannon'
import { createTally, type LoadPlan, WARM_UP_SECONDS } from './load.ts'

/** The thread of load.ts. */

/** The server promises an answer within 3 s. */
const TIMEOUT_SECONDS = 3.5
/** Start of the body of every answer that is neither refused nor failed. */
const CODE_ZERO = '{"code":0,'

const plan: LoadPlan = workerData

/** Every `connections`-th request from `first` on, so that no two connections send the same sequence. */
const shareOf = (first: number) =>
  plan.requests
    .filter((_, at) => at % plan.connections === first % plan.requests.length)
    .map(
      ({ path, headers = {}, body }): autocannon.Request =>
        body === undefined
          ? { method: 'GET', path, headers }
          : { method: 'POST', path, headers: { 'content-type': 'application/json', ...headers }, body },
    )

const { answered, refused, fail, result } = createTally()
const countsFrom = performance.now() + WARM_UP_SECONDS * 1_000
let opened = 0
/** autocannon emits `response` and then passes the body of the same answer to `verifyBody`. */
let last = { status: 0, taken: 0 }

function count(body: unknown): boolean {
  if (performance.now() < countsFrom) return true
  if (last.status === 503) refused.push(last.taken)
  else if (last.status === 200 && typeof body === 'string' && body.startsWith(CODE_ZERO)) answered.push(last.taken)
  else fail(`status ${last.status}, ${String(body).slice(0, '{"code":403'.length)}`)
  return true
}

function report(error: unknown) {
  if (error !== null) throw error
  const seconds = (performance.now() - countsFrom) / 1_000
  parentPort?.postMessage(result({ answered: answered.length, refused: refused.length }, seconds), [])
}

const instance = autocannon(
  {
    url: `http://127.0.0.1:${plan.port}`,
    connections: plan.connections,
    duration: WARM_UP_SECONDS + plan.seconds,
    ...(plan.perSecond !== undefined && { overallRate: plan.perSecond }),
    timeout: TIMEOUT_SECONDS,
    sampleInt: 100,
    setupClient: (client) => client.setRequests(shareOf(opened++)),
    verifyBody: count,
  },
  report,
)
instance.on('response', (_client, status, _bytes, taken) => {
  last = { status, taken }
})
instance.on('reqError', ({ message }) => fail(message))
