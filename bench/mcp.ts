import { API_BASE, routes } from '@baiqicha/contract/routes'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createApiKey, createSession } from '../e2e/lib/session.ts'
import { FOR_ONE_CLIENT } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { processMemory } from './lib/process-figures.ts'
import { createReport } from './lib/report.ts'
import { median } from './lib/timing.ts'

/**
 * `npm run bench:mcp [-- --seed N]`: the tool `search_companies` beside the same search over HTTP with the same key, ten
 * clients each, in turns, on the starter set. Also what the first message costs, with which the library is loaded.
 */
const { seed } = readOptions()
const [CLIENTS, ROUNDS, SECONDS] = [10, 5, 3]
const keywords = ['比亚迪', '贵州茅台', '平安银行', '万科', '中国石油', '海尔', '招商', '宁德时代', '格力', '美的']

const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT), LOG_LEVEL: 'error' })
await server.start()
const report = createReport({ name: 'mcp', isWhole: true, settings: { seed, keywords: keywords.length } })

const token = await createSession(server)
const headers = { authorization: `Bearer ${await createApiKey(server, token)}` }
const keywordAt = (at: number) => keywords[(at + seed) % keywords.length] ?? ''

async function search(at: number, credential: Record<string, string>) {
  const query = new URLSearchParams({ keyword: keywordAt(at), page: '1', pageSize: '10' })
  const response = await fetch(`${server.baseUrl}${API_BASE}${routes.companySearch.path}?${query}`, {
    headers: credential,
  })
  const { data }: { data: { list: unknown[] } | null } = await response.json()
  return data !== null && data.list.length > 0
}

const searchByKey = (at: number) => search(at, headers)
const searchBySession = (at: number) => search(at, { token })

async function searchByMcp(at: number) {
  const response = await fetch(`${server.baseUrl}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: at,
      method: 'tools/call',
      params: { name: 'search_companies', arguments: { keyword: keywordAt(at) } },
    }),
  })
  const { result }: { result?: { structuredContent?: { items: unknown[] } } } = await response.json()
  return result?.structuredContent !== undefined && result.structuredContent.items.length > 0
}

/** Answers per second of all clients together; each waits for its answer before the next call. A refusal is none. */
async function rateOf(act: (at: number) => Promise<boolean>): Promise<number> {
  const endsAt = performance.now() + SECONDS * 1_000
  let calls = 0
  let answers = 0
  const client = async () => {
    while (performance.now() < endsAt) answers += Number(await act(calls++))
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return answers / SECONDS
}

const memoryBefore = processMemory(server.pid, 'VmRSS')
const startedAt = performance.now()
await searchByMcp(0)
report.figure('first message, which loads the library', performance.now() - startedAt, 'ms')
report.figure('memory that it adds', processMemory(server.pid, 'VmRSS') - memoryBefore, 'MiB')

const kinds = [searchBySession, searchByKey, searchByMcp].map((act) => ({ act, rates: new Array<number>() }))
for (const { act } of kinds) await rateOf(act)
for (let round = 0; round < ROUNDS; round += 1) {
  for (const { act, rates } of kinds) rates.push(await rateOf(act))
}
const [bySession = 0, byKey = 0, byMcp = 0] = kinds.map(({ rates }) => median(rates))
report.figure(`search over HTTP with a session, ${CLIENTS} clients`, bySession, '/s')
report.figure(`search over HTTP with a key, ${CLIENTS} clients`, byKey, '/s')
report.figure(`search_companies, ${CLIENTS} clients`, byMcp, '/s')
report.atLeast('search_companies / search over HTTP with a key', (100 * byMcp) / byKey, 70, '%')
await server.dispose()
report.finish()
