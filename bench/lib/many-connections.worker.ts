import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { createTally, type LoadPlan, type LoadRequest, WARM_UP_SECONDS } from './load.ts'

/**
 * The thread of load.ts for thousands of connections. autocannon fires some of its own timeouts early there. This load has
 * none: a request without an answer at the end counts as a failure.
 */
const plan: LoadPlan = workerData
const HEAD_END = '\r\n\r\n'

const bytesOf = ({ path, headers = {} }: LoadRequest) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n') + HEAD_END

const requests = plan.requests.map((request) => Buffer.from(bytesOf(request)))
const { answered, refused, fail, result } = createTally()
/** Answers after the warm-up; the latencies include those of the burst in which all connections open. */
const counted = { answered: 0, refused: 0 }
const endsAt = performance.now() + (WARM_UP_SECONDS + plan.seconds) * 1_000
const countsFrom = performance.now() + WARM_UP_SECONDS * 1_000

/** Counts an answer by its status and the time it took. A refusal must say when to come back. */
function count(head: string, took: number, isCounted: boolean) {
  const status = head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)
  if (status === '200') {
    answered.push(took)
    if (isCounted) counted.answered += 1
  } else if (status === '503' && /\r\nretry-after: \d/i.test(head)) {
    refused.push(took)
    if (isCounted) counted.refused += 1
  } else fail(`status ${status}`)
}

/** Sends requests one after another until the end. */
function visit(first: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(plan.port, '127.0.0.1').setNoDelay(true)
    let sent = first
    let sentAt = 0
    let head = ''
    let missing = 0
    const send = () => {
      sentAt = performance.now()
      const request = requests[sent % requests.length]
      sent += plan.connections
      if (request !== undefined) socket.write(request)
    }
    const finish = () => {
      const now = performance.now()
      if (now < endsAt) count(head, now - sentAt, now >= countsFrom)
      head = ''
      if (now < endsAt) send()
      else socket.destroy()
    }
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      if (head !== '') missing -= chunk.length
      else {
        const end = chunk.indexOf(HEAD_END)
        if (end === -1) fail('headers in two parts')
        head = chunk.toString('latin1', 0, end)
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
        missing = length - (chunk.length - end - HEAD_END.length)
      }
      if (missing === 0) finish()
    })
    socket.on('error', ({ message }) => fail(message))
    socket.on('close', () => resolve())
    // A request that was sent at the end still has the time that the server promises for each answer.
    setTimeout(
      () => {
        if (!socket.destroyed) fail('no answer')
        socket.destroy()
      },
      endsAt - performance.now() + 3_500,
    ).unref()
  })
}

await Promise.all(Array.from({ length: plan.connections }, (_, at) => visit(at)))
parentPort?.postMessage(result(counted, plan.seconds), [])
