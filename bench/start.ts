import { setTimeout as wait } from 'node:timers/promises'
import { TOKEN_HEADER } from '@baiqicha/contract/routes'
import type { TestServer } from '../e2e/lib/server.ts'
import { createLoads, failuresOf } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { processMemory } from './lib/process-figures.ts'
import { createReport } from './lib/report.ts'
import { drawMixedSearches, pathOf, requestsFor } from './lib/requests.ts'
import { createServer, withServer } from './lib/server.ts'
import { type CompanyStore, openCompanyStore } from './lib/stores.ts'
import { median, repeated, timed } from './lib/timing.ts'

/**
 * `npm run bench:start [-- --data <folder> --starter --seed N]`: time from the start of the server's process to its first
 * answer from the index, after an orderly stop and after SIGKILL amid writes, and its resident memory at rest and after ten
 * seconds of searches; with the starter set and, unless `--starter` is given, with a register.
 */
const options = readOptions()
const RUNS = 5
const SEARCH_SECONDS = 10
const CONNECTIONS = 10
const POLL_MS = 5
/** Writes that the killed server has acknowledged, at least. */
const WRITES = 100
const WRITERS = 16

const report = createReport({
  name: options.starter ? 'start-starter-set' : 'start',
  isWhole: true,
  settings: { seed: options.seed, starts: RUNS },
})
const { rows, load } = createLoads()

/** Whether the index answered: before it is open, the database answers and marks the answer `partial`. */
async function isAnsweredByIndex({ baseUrl }: TestServer, token: string, keyword: string): Promise<boolean> {
  const answer = await fetch(baseUrl + pathOf('companySearch', { keyword }), { headers: { [TOKEN_HEADER]: token } })
  const { code, data }: { code: number; data: { partial?: boolean } | null } = await answer.json()
  return code === 0 && data?.partial !== true
}

/** Kills the server while 16 clients write: the next start finds a log of writes and no orderly end. */
async function killAmidWrites(server: TestServer, token: string) {
  const headers = { [TOKEN_HEADER]: token, 'content-type': 'application/json' }
  let written = 0
  const { promise: enough, resolve: onEnough } = Promise.withResolvers<void>()
  const write = async (writer: number) => {
    for (;;) {
      const body = JSON.stringify({ companyName: `压测${writer}-${written}` })
      const url = server.baseUrl + pathOf('saveSearchHistory')
      // The connections of the killed server fail.
      const response = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
      if (response === null) return
      await response.arrayBuffer().catch(() => null)
      written += 1
      if (written >= WRITES) onEnough()
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
  await enough
  await server.stop('SIGKILL')
  await Promise.all(writers)
}

async function measureServer(title: string, { dataDir, sample }: CompanyStore) {
  const searches = drawMixedSearches(sample, options.seed)
  const keyword = searches[0]?.keyword ?? ''
  await withServer({ DATA_DIR: dataDir }, async (server, token) => {
    const measureStarts = (end: () => Promise<void>) =>
      repeated(RUNS, async () => {
        await end()
        return timed(async () => {
          await server.start(POLL_MS)
          while (!(await isAnsweredByIndex(server, token, keyword))) await wait(POLL_MS)
        })
      })
    const starts = await measureStarts(() => server.stop())
    report.atMost(`${title}: start to the first search, median`, median(starts), 1_000, 'ms')
    const afterKill = await measureStarts(() => killAmidWrites(server, token))
    report.atMost(`${title}: restart after SIGKILL to the first search, median`, median(afterKill), 1_500, 'ms')
    const reportMemory = (when: string) =>
      report.atMost(`${title}: memory ${when}`, processMemory(server.pid, 'VmRSS'), 300, 'MiB')
    reportMemory('at rest')
    const requests = requestsFor('companySearch', searches, token)
    const plan = { port: server.port, connections: CONNECTIONS, requests, seconds: SEARCH_SECONDS }
    const result = await load({ what: `${title}: searches`, ...plan })
    reportMemory(`after ${SEARCH_SECONDS} s of searches`)
    report.check(`${title}: searches answered`, `${failuresOf(result)} failed`, failuresOf(result) === 0)
  })
}

const emptyServer = await createServer()
try {
  report.atMost('starter set: first start, empty store', await timed(() => emptyServer.start(POLL_MS)), 10_000, 'ms')
} finally {
  await emptyServer.dispose()
}
await measureServer('starter set', await openCompanyStore({ ...options, starter: true }))
if (!options.starter) await measureServer('1 M', await openCompanyStore(options))
report.table('Searches', rows)
report.finish()
