import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { createSession } from '../e2e/lib/session.ts'
import { benchFolder } from './lib/bench-store.ts'
import { drawMixedSearches, searchRequests } from './lib/http-requests.ts'
import { importCommand, openMillionSample, openMillionStore } from './lib/million-store.ts'
import { askSteadily } from './lib/steady-load.ts'
import { printMachine } from './lib/table.ts'
import { createTargets } from './lib/targets.ts'

/**
 * `npm run bench:during-import [-- --data <folder> --seed N]`: searches over HTTP at an even rate, first alone, then
 * while another process imports the whole register again as of a later year, so that a million companies change; how
 * far the index stays behind, and how long it takes to catch up. Exits with 1 when a target is not met.
 */
const { values } = parseArgs({ options: { data: { type: 'string' }, seed: { type: 'string' } } })
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)

const PER_SECOND = 50
const QUIET_SECONDS = 30
const LONGEST_IMPORT_MS = 600_000
const LONGEST_CATCHING_UP_MS = 600_000
const LOOK_EVERY_MS = 1_000

async function lagOf({ baseUrl }: TestServer): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  return Number(/^search_index_lag_seconds (\S+)$/m.exec(text)?.[1])
}

/** Resolves when the import has ended; rejects when it failed or took too long. */
async function importAgain(folder: string): Promise<void> {
  const { program, words, env } = importCommand('core', folder, values.data, { asOf: '2020' })
  const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: LONGEST_IMPORT_MS })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`the import ended with ${child.exitCode ?? child.signalCode}`)
}

/** The largest lag seen until `end`. */
async function watchLag(server: TestServer, end: Promise<unknown>): Promise<number> {
  let largest = 0
  const watch = { isOver: false }
  void end.finally(() => {
    watch.isOver = true
  })
  while (!watch.isOver) {
    largest = Math.max(largest, await lagOf(server))
    await wait(LOOK_EVERY_MS)
  }
  return largest
}

async function catchUp(server: TestServer): Promise<number> {
  const startedAt = performance.now()
  while ((await lagOf(server)) > 0) {
    if (performance.now() - startedAt > LONGEST_CATCHING_UP_MS) return Number.POSITIVE_INFINITY
    await wait(LOOK_EVERY_MS)
  }
  return (performance.now() - startedAt) / 1000
}

const store = await openMillionStore(values.data)
const sample = await openMillionSample(store)
const copy = path.join(benchFolder(), 'during-import')
rmSync(copy, { recursive: true, force: true })
cpSync(store, copy, { recursive: true })

const targets = createTargets()
printMachine()
console.log(`seed ${seed}, ${PER_SECOND} searches a second`)
const server = await TestServer.create({ DATA_DIR: copy, LIMITS_FILE: raisedLimitsFile() })
try {
  await server.start()
  const token = await createSession(server)
  const requests = searchRequests(drawMixedSearches(sample, seed), token)
  const ask = (until: Promise<unknown>) => askSteadily({ port: server.port, requests, perSecond: PER_SECOND, until })
  await ask(wait(5_000))
  const quiet = await ask(wait(QUIET_SECONDS * 1_000))

  const startedAt = performance.now()
  const importing = importAgain(copy)
  const [busy, lag] = await Promise.all([ask(importing), watchLag(server, importing), importing])
  const seconds = (performance.now() - startedAt) / 1000

  targets.note('search p50 alone', quiet.p50, 'ms')
  targets.note('search p99 alone', quiet.p99, 'ms')
  targets.note('search p50 during the import', busy.p50, 'ms')
  targets.atMost('search p99 during the import, times the one alone', busy.p99 / quiet.p99, 3, '×')
  targets.note('search p99 during the import', busy.p99, 'ms')
  targets.holds(
    'searches that failed',
    `${quiet.failed + busy.failed} of ${quiet.asked + busy.asked}`,
    quiet.failed + busy.failed === 0,
  )
  targets.note('the import took', seconds, 's')
  targets.note('largest lag of the index meanwhile', lag, 's')
  targets.note('from the end of the import until everything is found', await catchUp(server), 's')
} finally {
  await server.dispose()
  rmSync(copy, { recursive: true, force: true })
}
targets.print()
