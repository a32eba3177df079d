import { once } from 'node:events'
import { createServer } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLogger } from '../../platform/log/logger.ts'
import { createServiceOutage } from '../../platform/log/service-outage.ts'
import { connectOpenSearch } from './client.ts'
import { readIndexState } from './index-state.ts'
import { createSearchGateway } from './query/search-gateway.ts'

/** A server that answers every request with one status and body, closes every connection, or never answers. */
async function openCluster() {
  const state = { status: 404, body: '{}', isAway: false, isSilent: false }
  const server = createServer((request, response) => {
    request.resume()
    if (state.isAway) request.socket.destroy()
    else if (!state.isSilent) response.writeHead(state.status, { 'content-type': 'application/json' }).end(state.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const client = connectOpenSearch({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
  onTestFinished(async () => {
    await client.close()
    server.close()
  })
  const lines: Record<string, unknown>[] = []
  const log = createLogger('warn', (line) => lines.push(JSON.parse(line)))
  const outage = createServiceOutage(log, 'search cluster')
  const clock = { time: 0, now: () => clock.time }
  const search = createSearchGateway({ client, clock, outage })
  return {
    state,
    lines,
    clock,
    readState: () => readIndexState(client, { scope: 'test', store: 'store' }, outage),
    query: () =>
      search([{ query: 'canary' }], { index: 'a', preference: 'p', endsAt: performance.now() + 1_000 }).catch(
        () => null,
      ),
  }
}

const answered = {
  status: 200,
  body: '{"responses":[{"status":200,"timed_out":false,"_shards":{"failed":0},"hits":{"max_score":null}}]}',
}
const failedPart = { status: 200, body: '{"responses":[{"status":500}]}' }

it.each([
  ['is away', { isAway: true }, 'socket hang up'],
  [
    'fails',
    {
      status: 500,
      body: '{"error":{"type":"search_phase_execution_exception","root_cause":[{"type":"a","reason":"canary"}]}}',
    },
    'HTTP 500 search_phase_execution_exception',
  ],
  ['answers no JSON', { status: 200, body: '<html></html>' }, 'is not valid JSON'],
  ['does not accept the password', { status: 401, body: '{}' }, 'HTTP 401'],
])('a search cluster that %s is logged once with the cause, and once when it works again', async (_, fault, cause) => {
  const { state, lines, clock, readState, query } = await openCluster()
  Object.assign(state, fault)
  for (let turn = 0; turn < 6; turn += 1) {
    await readState()
    await query()
  }
  clock.time += 2_000
  Object.assign(state, { ...answered, isAway: false })
  for (let turn = 0; turn < 2; turn += 1) expect(await query()).not.toBeNull()
  Object.assign(state, { status: 404, body: '{}' })
  for (let turn = 0; turn < 2; turn += 1) await readState()
  expect(lines).toMatchObject([
    { level: 'error', event: 'service-failed', detail: 'search cluster', error: expect.stringContaining(cause) },
    { level: 'warn', event: 'service-recovered', detail: 'search cluster' },
  ])
  expect(JSON.stringify(lines)).not.toContain('canary')
})

it('a search cluster that answers about its index and fails every query is logged once', async () => {
  const { state, lines, clock, readState, query } = await openCluster()
  for (let turn = 0; turn < 4; turn += 1) {
    Object.assign(state, failedPart)
    await query()
    Object.assign(state, { status: 404, body: '{}' })
    await readState()
  }
  clock.time += 2_000
  Object.assign(state, answered)
  await query()
  expect(lines.map(({ event }) => event)).toEqual(['service-failed', 'service-recovered'])
})

it.each([
  ['is overloaded', { status: 429, body: '{}' }],
  ['has replaced the index', { status: 404, body: '{}' }],
])('no outage is logged when a search cluster %s', async (_, answer) => {
  const { state, lines, query } = await openCluster()
  Object.assign(state, answer)
  await query()
  expect(lines).toEqual([])
})

it('a query that a search cluster does not answer in time fails once, and is no outage', async () => {
  const { state, lines, query } = await openCluster()
  const onUncaught = vi.fn()
  process.on('uncaughtExceptionMonitor', onUncaught)
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', onUncaught))
  state.isSilent = true
  expect(await query()).toBeNull()
  await nextTurn()
  expect(onUncaught).not.toHaveBeenCalled()
  expect(lines).toEqual([])
})
