import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { buildTrackedEvent, eventsOf } from '../../../test/tracking/events.ts'
import { createClickHouseEventStore } from './clickhouse-event-store.ts'

type Received = { query: string; body: string; authorization: string | undefined }

/** Records requests and answers them in turn: with a text, with an error, or never. */
async function openServer(...answers: (number | string)[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const query = new URL(request.url ?? '', 'http://store').searchParams.get('query') ?? ''
      received.push({ query, body: Buffer.concat(parts).toString(), authorization: request.headers.authorization })
      const answer = answers.shift() ?? ''
      if (answer === 'stall') return
      response.writeHead(typeof answer === 'number' ? answer : 200).end(String(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { received, url: `http://reader:se%40cret@127.0.0.1:${address.port}/` }
}

it('creates the table once, and sends a batch as one statement with 64 bits as texts', async () => {
  const { received, url } = await openServer()
  const store = createClickHouseEventStore(url)
  await store.append([buildTrackedEvent({ device: 2n ** 63n - 1n }), buildTrackedEvent({ subject: 2 ** 48 - 1 })])
  await store.append([buildTrackedEvent()])
  expect(received.map(({ query, body }) => query || body.split('\n')[0]?.trim())).toEqual([
    'create table if not exists tracked_event (',
    'insert into tracked_event format JSONEachRow',
    'insert into tracked_event format JSONEachRow',
  ])
  const [first, second] = (received[1]?.body ?? '').split('\n').map((line) => JSON.parse(line))
  expect(first).toMatchObject({ day: '2026-11-23', device: '9223372036854775807', subject: null, new_device: null })
  expect(second).toMatchObject({ subject: '281474976710655' })
  expect(received[1]?.authorization).toBe(`Basic ${btoa('reader:se@cret')}`)
  expect(received[0]?.body).not.toMatch(/ttl|lowcardinality/i)
})

it('fails a batch when the server answers 500, without the password in the message, and takes the next one', async () => {
  const { received, url } = await openServer(500, '', 500, '')
  const store = createClickHouseEventStore(url)
  for (const batch of [1, 2]) {
    const failure = await store.append([buildTrackedEvent({ device: BigInt(batch) })]).catch(String)
    expect(failure).toContain('ClickHouse answered 500')
    expect(failure).not.toContain('cret')
  }
  await store.append([buildTrackedEvent()])
  expect(received).toHaveLength(4)
})

it('fails a batch when the server does not answer', async () => {
  const { url } = await openServer('', 'stall')
  const store = createClickHouseEventStore(url, { answerMs: 50 })
  await expect(store.append([buildTrackedEvent()])).rejects.toThrow('ClickHouse does not answer')
})

it('fails the reading of a day that ends with an error of the server', async () => {
  const { url } = await openServer('', '1\n', 'Code: 241, e.displayText() = DB::Exception: Memory limit exceeded')
  await expect(eventsOf(createClickHouseEventStore(url), '2026-11-23')).rejects.toThrow('JSON')
})

it('drops the partition of a day, and refuses what is no day', async () => {
  const { received, url } = await openServer()
  const store = createClickHouseEventStore(url)
  await store.dropDay('2026-11-23')
  expect(received.at(-1)?.body).toBe("alter table tracked_event drop partition '2026-11-23'")
  await expect(store.dropDay("2026-11-23' or 1=1")).rejects.toThrow('YYYY-MM-DD')
})
