import { Agent, request } from 'node:http'
import { seededRandom } from '../builders/seeded-random.ts'
import { type HostileRequest, hostileRequest } from './hostile-requests.ts'

type HostileLoad = { origins: readonly string[]; token: string; requests: number; connections: number; seed: number }

/** Number of answers by status, and the requests that a server answered with 5xx or not at all. */
export type HostileResult = { statuses: Map<number, number>; failures: string[]; slowestMs: number }

const CLIENT_TIMEOUT_MS = 10_000

/** Sends seeded hostile requests to servers drawn at random, a bounded number at a time. */
export async function sendHostileRequests(load: HostileLoad): Promise<HostileResult> {
  const random = seededRandom(load.seed)
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  const result: HostileResult = { statuses: new Map(), failures: [], slowestMs: 0 }
  let left = load.requests
  const client = async () => {
    while (left > 0) {
      left -= 1
      const hostile = hostileRequest(random, load.token)
      const origin = random.pick(load.origins)
      const startedAt = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one request at a time per connection
      const status = await statusOf(origin, hostile, agent)
      result.slowestMs = Math.max(result.slowestMs, performance.now() - startedAt)
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1)
      if (status >= 500 || status === 0) result.failures.push(`${status} ${describe(hostile)}`)
    }
  }
  await Promise.all(Array.from({ length: load.connections }, client))
  agent.destroy()
  return result
}

const describe = ({ method, path, body }: HostileRequest) => `${method} ${path.slice(0, 200)} ${body.slice(0, 200)}`

/** The status of the answer; 0: the connection ended without one. A body that is cut counts as no answer. */
function statusOf(origin: string, { method, path, headers, body }: HostileRequest, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(origin + path, { method, headers, agent, timeout: CLIENT_TIMEOUT_MS }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 0))
      response.on('error', () => resolve(0))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}
