import { readFileSync } from 'node:fs'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { metOrNot, printMachine, printTable } from './lib/table.ts'

/**
 * `npm run bench:start`: how long `node server/src/main.ts` takes to be ready with its index, empty and with a store,
 * and how much memory it holds, at rest and after 10,000 searches. Exits with 1 when a target is not met.
 */
const RUNS = 5
const QUERIES = 10_000
const AT_ONCE = 10
const POLL_MS = 5
const MIB = 2 ** 20

const keywords = ['比亚迪', 'byd', '002594', '银行', '深圳 科技', '平安', '贵州茅台', 'gzmt', '万科企业', '格力']

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function timed(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

/** Resident memory of the running server, MiB. */
function memoryOf({ pid }: TestServer): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / MIB
}

async function search(server: TestServer, token: string) {
  let next = 0
  const worker = async () => {
    for (let at = next++; at < QUERIES; at = next++) {
      const keyword = encodeURIComponent(keywords[at % keywords.length] ?? '')
      const answer = await fetch(`${server.baseUrl}/api/h5/v1/company/search?keyword=${keyword}`, {
        headers: { token },
      })
      const { code }: { code: number } = await answer.json()
      if (code !== 0) throw new Error(`a search was answered with ${code}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const rows = [['what', 'target', 'figure', '']]
let missed = 0
function note(what: string, figure: number, target: number, unit: string) {
  const isMet = figure <= target
  if (!isMet) missed += 1
  rows.push([what, `≤ ${target} ${unit}`, `${Math.round(figure)} ${unit}`, metOrNot(isMet)])
}

const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile() })
try {
  note('first start, empty store', await timed(() => server.start(POLL_MS)), 10_000, 'ms')
  await server.stop()
  const starts: number[] = []
  for (let run = 0; run < RUNS; run++) {
    starts.push(await timed(() => server.start(POLL_MS)))
    if (run < RUNS - 1) await server.stop()
  }
  note('start with a store, to the index', median(starts), 1_000, 'ms')
  note('memory at rest', memoryOf(server), 300, 'MiB')
  const token = await createSession(server)
  const seconds = (await timed(() => search(server, token))) / 1000
  note(`memory after ${QUERIES} searches`, memoryOf(server), 300, 'MiB')
  printMachine()
  console.log(`starter set, median of ${RUNS} starts\n`)
  printTable(rows)
  console.log(
    `\n${QUERIES} searches over HTTP, ${AT_ONCE} at once: ${Math.round(QUERIES / seconds)}/s (load from the same cores)`,
  )
} finally {
  await server.dispose()
}
process.exitCode = missed > 0 ? 1 : 0
