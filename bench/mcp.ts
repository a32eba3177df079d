import { createApiKey } from '../e2e/lib/session.ts'
import { readOptions } from './lib/options.ts'
import { processMemory } from './lib/process-figures.ts'
import { createReport } from './lib/report.ts'
import { pathOf, wellKnownNames } from './lib/requests.ts'
import { withServer } from './lib/server.ts'
import { mediansInTurns, rateOf, timed } from './lib/timing.ts'

/**
 * `npm run bench:mcp [-- --seed N]`: the tool `search_companies` beside the same search over HTTP with the same key, ten
 * clients each, in turns, on the starter set. Also what the first message costs, with which the library is loaded.
 */
const { seed } = readOptions()
const [CLIENTS, ROUNDS, SECONDS] = [10, 5, 3]
const keywordAt = (at: number) => wellKnownNames[(at + seed) % wellKnownNames.length] ?? ''
const report = createReport({ name: 'mcp', isWhole: true, settings: { seed, keywords: wellKnownNames.length } })

await withServer({ LOG_LEVEL: 'error' }, async (server, token) => {
  const byKey = { authorization: `Bearer ${await createApiKey(server, token)}` }

  /** @throws Error for an answer without companies */
  const search = async (at: number) => {
    const path = pathOf('companySearch', { keyword: keywordAt(at), page: 1, pageSize: 10 })
    const response = await fetch(server.baseUrl + path, { headers: byKey })
    const { data }: { data: { list: unknown[] } | null } = await response.json()
    if (!data?.list.length) throw new Error(`no company for ${keywordAt(at)}`)
  }
  const searchByMcp = async (at: number) => {
    const response = await fetch(`${server.baseUrl}/mcp`, {
      method: 'POST',
      headers: { ...byKey, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: at,
        method: 'tools/call',
        params: { name: 'search_companies', arguments: { keyword: keywordAt(at) } },
      }),
    })
    const { result }: { result?: { structuredContent?: { items: unknown[] } } } = await response.json()
    if (!result?.structuredContent?.items.length) throw new Error(`no company for ${keywordAt(at)}`)
  }

  const memoryBefore = processMemory(server.pid, 'VmRSS')
  report.figure('first message, which loads the library', await timed(() => searchByMcp(0)), 'ms')
  report.figure('memory that it adds', processMemory(server.pid, 'VmRSS') - memoryBefore, 'MiB')

  const rates = [search, searchByMcp].map((call) => () => rateOf(CLIENTS, SECONDS, call))
  const [ofKey = 0, ofMcp = 0] = await mediansInTurns(ROUNDS, rates)
  report.figure(`search over HTTP with a key, ${CLIENTS} clients`, ofKey, '/s')
  report.figure(`search_companies, ${CLIENTS} clients`, ofMcp, '/s')
  report.atLeast('search_companies / search over HTTP with a key', (100 * ofMcp) / ofKey, 70, '%')
})
report.finish()
