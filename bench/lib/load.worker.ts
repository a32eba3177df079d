import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { Latency, LoadPlan, LoadRequest, LoadResult } from './load.ts'

/** The thread of load.ts: HTTP/1.1 by hand over raw sockets, to take as little as can be from the cores it shares. */

/** Everything is answered within three seconds, or counts as hanging. */
const PATIENCE_MS = 3_500
const RECONNECT_MS = 10

const HEAD_END = Buffer.from('\r\n\r\n')
/** How every answer of ours that is no refusal begins. */
const CODE_ZERO = Buffer.from('{"code":0,')

type Answer = { kind: 'answered' | 'refused' | 'failed'; status: number }

/** The answer that has arrived; null until all of it has. @throws Error for what has no length. */
function readAnswer(arrived: Buffer): Answer | null {
  const headEnd = arrived.indexOf(HEAD_END)
  if (headEnd === -1) return null
  const head = arrived.toString('latin1', 0, headEnd).toLowerCase()
  const [, length] = /\r\ncontent-length: (\d+)/.exec(head) ?? []
  if (length === undefined) throw new Error(`an answer without a length: ${head}`)
  const start = headEnd + HEAD_END.length
  if (arrived.length < start + Number(length)) return null
  const status = Number(head.slice(9, 12))
  if (status === 503 && head.includes('\r\nretry-after: ')) return { kind: 'refused', status }
  const isAnswered =
    status === 200 && arrived.compare(CODE_ZERO, 0, CODE_ZERO.length, start, start + CODE_ZERO.length) === 0
  return { kind: isAnswered ? 'answered' : 'failed', status }
}

function requestText(port: number, { path, headers = {}, body }: LoadRequest): string {
  const all = {
    host: `127.0.0.1:${port}`,
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...headers,
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`, ...head, '', body ?? ''].join('\r\n')
}

function latencyOf(values: readonly number[]): Latency {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** Resolves when it is so, looked at now and then. */
const wait = (until: () => boolean) =>
  new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (!until()) return
      clearInterval(timer)
      resolve()
    }, 20)
  })

type Connection = { isWaiting: () => boolean; destroy: () => void }

async function run(plan: LoadPlan): Promise<LoadResult> {
  const requests = plan.requests.map((request) => Buffer.from(requestText(plan.port, request)))
  const milliseconds: Record<'answered' | 'refused', number[]> = { answered: [], refused: [] }
  const failures = new Map<string, number>()
  const countsFrom = performance.now() + plan.warmUpSeconds * 1_000
  const endsAt = countsFrom + plan.seconds * 1_000
  let next = 0

  const fail = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1)

  function note({ kind, status }: Answer, askedAt: number) {
    const now = performance.now()
    if (now < countsFrom || now > endsAt) return
    if (kind === 'failed') fail(`status ${status}`)
    else milliseconds[kind].push(now - askedAt)
  }

  function open(): Connection {
    let socket: Socket
    let isWaiting = false
    const start = () => {
      let arrived: Buffer | null = null
      let askedAt = 0
      const ask = () => {
        const request = requests[next++ % requests.length]
        askedAt = performance.now()
        isWaiting = askedAt < endsAt && request !== undefined
        if (isWaiting && request !== undefined) socket.write(request)
      }
      socket = connect({ port: plan.port, host: '127.0.0.1', noDelay: true }, ask)
      socket.on('data', (chunk) => {
        arrived = arrived === null ? chunk : Buffer.concat([arrived, chunk])
        const answer = readAnswer(arrived)
        if (answer === null) return
        arrived = null
        note(answer, askedAt)
        ask()
      })
      socket.on('error', (error) => fail(error.message))
      socket.on('close', () => {
        isWaiting = false
        if (performance.now() < endsAt) setTimeout(start, RECONNECT_MS)
      })
    }
    start()
    return { isWaiting: () => isWaiting, destroy: () => socket.destroy() }
  }

  const connections = Array.from({ length: plan.connections }, open)
  await wait(
    () =>
      performance.now() > endsAt + PATIENCE_MS ||
      (performance.now() > endsAt && !connections.some((connection) => connection.isWaiting())),
  )
  const unanswered = connections.filter((connection) => connection.isWaiting()).length
  for (const connection of connections) connection.destroy()
  return {
    answeredPerSecond: milliseconds.answered.length / plan.seconds,
    answered: latencyOf(milliseconds.answered),
    refusedPerSecond: milliseconds.refused.length / plan.seconds,
    refused: latencyOf(milliseconds.refused),
    failures: Object.fromEntries(failures),
    unanswered,
  }
}

const plan: LoadPlan = workerData
parentPort?.postMessage(await run(plan), [])
