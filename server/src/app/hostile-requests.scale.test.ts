import { Agent, request } from 'node:http'
import { routeDocs } from '@baiqicha/contract/openapi/document'
import { API_BASE, exceptions, routeKeys, routes, TOKEN_HEADER } from '@baiqicha/contract/routes'
import { expect, it } from 'vitest'
import { type SeededRandom, seededRandom, testSeed } from '../../test/builders/seeded-random.ts'
import { describeDatabases } from '../../test/databases/databases.ts'
import { ServerProcess, temporaryFolder } from '../../test/process/server-process.ts'

/** A request as it is written to the socket: nothing of it is corrected on the way. */
type HostileRequest = { method: string; path: string; headers: Record<string, string>; body: string }

/** Their success would end the session of the load. */
const endsSession: readonly string[] = ['logout', 'signOutDevice', 'signOutOtherDevices', 'deactivate', 'resetPassword']

type Endpoint = { method: string; path: string; fields: readonly string[]; example: Readonly<Record<string, unknown>> }

const endpoints: readonly Endpoint[] = [
  ...routeKeys
    .filter((key) => !endsSession.includes(key))
    .map((key) => {
      const { method, path, input } = routes[key]
      return { method, path: API_BASE + path, fields: fieldsOf(input), example: { ...routeDocs[key].example } }
    }),
  ...Object.values(exceptions).map(({ method, path }) => ({ method, path: API_BASE + path, fields: [], example: {} })),
]

/** Names of the fields of an input schema. */
function fieldsOf(input: unknown): string[] {
  const isShaped = typeof input === 'object' && input !== null && 'shape' in input
  const shape = isShaped ? input.shape : undefined
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : []
}

const texts = [
  '',
  ' ',
  '演示',
  '\u0000',
  '演\u202e示',
  '\ud800',
  "' or 1=1 --",
  '"; drop table company; --',
  '%',
  '_%_',
  '\\',
  '../../../../etc/passwd',
  '%2e%2e%2f',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '${jndi:ldap://127.0.0.1/a}',
  '__proto__',
  'constructor',
  'null',
  'true',
  'NaN',
  '-1',
  '0',
  '1e400',
  '9007199254740993',
  '2026-02-30',
  '0000-00-00',
  '9'.repeat(64),
  '中'.repeat(101),
  'a'.repeat(5000),
  'c'.padEnd(17, '0'),
  'i-../../secret.key',
]

const values: readonly unknown[] = [
  ...texts,
  null,
  true,
  false,
  0,
  -1,
  1e308,
  [],
  [[]],
  {},
  { length: 3 },
  ['演示', null],
]

const brokenBodies = [
  '',
  '{',
  '[]',
  'null',
  '"演示"',
  '{"a":1e999}',
  '{"__proto__":{"isAdmin":true}}',
  '{"a":"\\ud800"}',
  '['.repeat(20_000),
  `{"a":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`,
  '\u0000\u0001',
  'a=1&a=2',
]

const paths = [
  '/',
  '//',
  '/%',
  '/%00',
  '/%ff',
  '/..%2f..%2fetc/passwd',
  '/assets/..%5c..%5cpackage.json',
  '/api/h5',
  '/api/h5/',
  '/api/h5/v1/../v1/company/search',
  '/api/h5/openapi.json?x=%',
  '/metrics',
  '/healthz?a=%00',
  `/${'a'.repeat(4000)}`,
  '/api/h5/v1/config/picture/..%2f..%2fsecret.key',
  '/index.html/../../package.json',
]

const types = [
  'application/json',
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/json; charset=utf-7',
]
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND']
const tokens = ['', 'A'.repeat(43), 'a'.repeat(4000), 'null', 'Bearer x', '../']
const headerSets: readonly Record<string, string>[] = [
  {},
  { 'x-forwarded-for': "127.0.0.1, ' or 1=1" },
  { 'x-forwarded-for': ','.repeat(1000) },
  { range: 'bytes=0-99999999999999999999' },
  { 'if-none-match': '*'.repeat(2000) },
  { 'accept-encoding': 'gzip;q=nan, br;q=9' },
  { accept: 'a/'.repeat(800) },
  { cookie: 'a='.repeat(1000) },
  { traceparent: '00-zz-zz-zz' },
]

/** A request that no page of ours sends. The same random numbers give the same request. */
function hostileRequest(random: SeededRandom, validToken: string): HostileRequest {
  const { below, next, pick } = random
  const kind = below(10)
  const endpoint = pick(endpoints)
  const token = next() < 0.7 ? validToken : pick(tokens)
  const common = { [TOKEN_HEADER]: token, ...pick(headerSets) }
  if (kind === 0) return { method: pick(methods), path: pick(paths), headers: common, body: '' }
  if (kind === 1) return { method: pick(methods), path: endpoint.path, headers: common, body: '' }
  const json = { ...common, 'content-type': 'application/json' }
  if (kind === 2) {
    return {
      method: 'POST',
      path: endpoint.path,
      headers: { ...json, 'content-type': pick(types) },
      body: pick(brokenBodies),
    }
  }
  const input = mutatedInput(endpoint, random)
  if (endpoint.method === 'POST') {
    return { method: 'POST', path: endpoint.path, headers: json, body: JSON.stringify(input) }
  }
  const query = Object.entries(input).map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`)
  return { method: 'GET', path: `${endpoint.path}?${query.join('&')}`, headers: common, body: '' }
}

/** The example of the call with one or several fields replaced: most of it passes the parser and reaches the code behind it. */
function mutatedInput({ fields, example }: Endpoint, { below, next, pick }: SeededRandom): Record<string, unknown> {
  const names = [...fields, '演示']
  const input: Record<string, unknown> = next() < 0.9 ? { ...example } : {}
  const replaced = next() < 0.7 ? 1 : 1 + below(names.length)
  for (let count = 0; count < replaced; count += 1) input[pick(names)] = pick(values)
  return input
}

/** A lone surrogate has no encoding in UTF-8: it is sent as an invalid sequence. */
const encoded = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80')

type HostileLoad = { origins: readonly string[]; token: string; requests: number; connections: number; seed: number }

/** Number of answers by status, and the requests that a server answered with 5xx or not at all. */
type HostileResult = { statuses: Map<number, number>; failures: string[]; slowestMs: number }

const CLIENT_TIMEOUT_MS = 10_000

/** Sends seeded hostile requests to servers drawn at random, a bounded number at a time. */
async function sendHostileRequests(load: HostileLoad): Promise<HostileResult> {
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

const REQUESTS = 100_000
const CONNECTIONS = 12
const TEST_TIMEOUT_MS = 300_000

describeDatabases(
  'three processes',
  (freshDatabase) => {
    it(`answer ${REQUESTS} hostile requests without a 5xx`, { timeout: TEST_TIMEOUT_MS }, async ({ annotate }) => {
      const { location } = await freshDatabase()
      const folder = temporaryFolder()
      const start = () =>
        new ServerProcess({ folder, env: { DATABASE_URL: location.databaseUrl ?? '', DEMO_DATA: 'off' } })
      const servers = [start(), start(), start()]
      const origins = await Promise.all(servers.map((server) => server.origin()))
      const token = await servers[0]?.signIn()
      const result = await sendHostileRequests({
        origins,
        token: token ?? '',
        requests: REQUESTS,
        connections: CONNECTIONS,
        seed: testSeed,
      })
      await annotate(
        `seed ${testSeed}, slowest ${Math.round(result.slowestMs)} ms, statuses ${JSON.stringify(Object.fromEntries(result.statuses))}`,
      )
      expect(result.failures.slice(0, 20).join('\n'), `seed ${testSeed}`).toBe('')
      for (const server of servers) expect(server.child.exitCode).toBeNull()
      // Otherwise most requests would have been refused before they were read.
      expect(await servers[0]?.call('userDetail', {}, token)).toMatchObject({ status: 200, code: 0 })
    })
  },
  ['postgres'],
)
