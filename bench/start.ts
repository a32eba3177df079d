import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { openMillionSample, openMillionStore } from './lib/million-store.ts'
import { drawSearchQueries } from './lib/search-queries.ts'
import { printMachine } from './lib/table.ts'
import { createTargets } from './lib/targets.ts'
import { median, timed } from './lib/timing.ts'

/**
 * `npm run bench:start [-- --data <folder> --seed N]`: how long the built server takes to answer its first
 * search from its index, and how much memory it holds, at rest and after 10,000 searches; with the starter set and with
 * a whole register. Exits with 1 when a target is not met.
 */
const { values } = parseArgs({ options: { data: { type: 'string' }, seed: { type: 'string' } } })
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)

const RUNS = 5
const QUERIES = 10_000
const AT_ONCE = 10
const POLL_MS = 5
const MIB = 2 ** 20

const targets = createTargets()
const starterKeywords = ['比亚迪', 'byd', '002594', '银行', '深圳 科技', '平安', '贵州茅台', 'gzmt', '万科企业', '格力']

/** Resident memory of the running server, MiB. */
function memoryOf({ pid }: TestServer): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / MIB
}

/** Where the answer came from: the records answer while there is no index, and too many at once are refused. */
type Answered = 'index' | 'records' | 'refused'

async function search(server: TestServer, token: string, keyword: string): Promise<Answered> {
  const url = `${server.baseUrl}/api/h5/v1/company/search?keyword=${encodeURIComponent(keyword)}`
  const answer = await fetch(url, { headers: { token } })
  const { code, data }: { code: number; data: { partial?: boolean } | null } = await answer.json()
  if (code === 503) return 'refused'
  if (code !== 0) throw new Error(`a search was answered with ${code}`)
  return data?.partial === true ? 'records' : 'index'
}

/** Asks until the index answers. Resolves with how often it did not. */
async function searchIndex(server: TestServer, token: string, keyword: string): Promise<number> {
  let missed = 0
  while ((await search(server, token, keyword)) !== 'index') {
    missed += 1
    await wait(POLL_MS)
  }
  return missed
}

/** Resolves with how often a search was refused or answered without the index, and asked again. */
async function searchMany(server: TestServer, token: string, keywords: readonly string[]): Promise<number> {
  let next = 0
  let missed = 0
  const client = async () => {
    for (let at = next++; at < QUERIES; at = next++) {
      missed += await searchIndex(server, token, keywords[at % keywords.length] ?? '')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  return missed
}

/** With a store that is there already: the server is stopped, and stays stopped. */
async function measureServer(title: string, server: TestServer, keywords: readonly string[]) {
  await server.start(POLL_MS)
  const token = await createSession(server)
  const starts: number[] = []
  for (let run = 0; run < RUNS; run++) {
    await server.stop()
    const start = async () => {
      await server.start(POLL_MS)
      await searchIndex(server, token, keywords[0] ?? '')
    }
    starts.push(await timed(start))
  }
  targets.atMost(`${title}: start to the first search`, median(starts), 1000, 'ms')
  targets.atMost(`${title}: memory at rest`, memoryOf(server), 300, 'MiB')
  let missed = 0
  const ask = async () => {
    missed = await searchMany(server, token, keywords)
  }
  const seconds = (await timed(ask)) / 1000
  targets.atMost(`${title}: memory after ${QUERIES} searches`, memoryOf(server), 300, 'MiB')
  targets.note(`${title}: these searches, ${AT_ONCE} at once`, QUERIES / seconds, '/s')
  targets.note(`${title}: of these refused, or answered without the index`, missed, '')
  await server.stop()
}

async function measureStarter() {
  const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile() })
  try {
    targets.atMost('starter set: first start, empty store', await timed(() => server.start(POLL_MS)), 10_000, 'ms')
    await server.stop()
    await measureServer('starter set', server, starterKeywords)
  } finally {
    await server.dispose()
  }
}

async function measureMillion() {
  const dataDir = await openMillionStore(values.data)
  const queries = drawSearchQueries(await openMillionSample(dataDir), seed, 100)
  const keywords = [...queries.values()].flatMap((all) => all.map(({ keyword }) => keyword))
  const server = await TestServer.create({ DATA_DIR: dataDir, LIMITS_FILE: raisedLimitsFile() })
  try {
    await measureServer('1 M', server, keywords)
  } finally {
    await server.dispose()
  }
}

await measureStarter()
await measureMillion()
printMachine()
console.log(`median of ${RUNS} starts, seed ${seed}; searches over HTTP, load from the same cores`)
targets.print()
