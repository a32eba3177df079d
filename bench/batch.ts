import { type BatchJob, batchJobSchema } from '@baiqicha/contract/batch'
import { envelopeSchema } from '@baiqicha/contract/envelope'
import { API_BASE, exceptions, routes } from '@baiqicha/contract/routes'
import * as z from 'zod/mini'
import { mixedNames } from '../e2e/lib/batch.ts'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { claimGift, createSession } from '../e2e/lib/session.ts'
import { FOR_ONE_CLIENT } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { processMemory } from './lib/process-figures.ts'
import { createReport } from './lib/report.ts'
import { sendSteadily } from './lib/search-beside.ts'
import { median } from './lib/timing.ts'

/**
 * `npm run bench:batch [-- --seed N]`: 2,000 mixed names, from the request to the last result, on the starter set, and searches of
 * others at a steady rate before and meanwhile; then the files.
 */
const { seed } = readOptions()
const ROWS = 2_000
const ROUNDS = 3
const QUIET_MS = 10_000
const keywords = ['比亚迪', '贵州茅台', '平安银行', '万科', '中国石油', '海尔', '招商', '宁德时代', '格力', '美的']

const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT), LOG_LEVEL: 'error' })
await server.start()
const report = createReport({ name: 'batch', isWhole: true, settings: { seed, rows: ROWS } })
const token = await createSession(server)
await claimGift(server, token)
const other = await createSession(server)
const names = mixedNames(ROWS + (seed % 1_000)).slice(seed % 1_000)

async function jobOf(response: Response): Promise<BatchJob> {
  const { code, message, data } = z.parse(envelopeSchema, await response.json())
  if (code !== 0) throw new Error(message)
  return z.parse(batchJobSchema, data)
}

/** Resolves with the list when every row has its result. */
async function lookUp(): Promise<BatchJob> {
  const body = new FormData()
  body.append('file', new Blob([names.join('\n')]), 'list')
  const created = await fetch(`${server.baseUrl}${API_BASE}${exceptions.createBatch.path}`, {
    method: 'POST',
    headers: { token },
    body,
  })
  const { id } = await jobOf(created)
  for (;;) {
    const job = await jobOf(
      await fetch(`${server.baseUrl}${API_BASE}${routes.batchStatus.path}?id=${id}`, { headers: { token } }),
    )
    if (job.state === 'done') return job
    if (job.state !== 'running') throw new Error(job.state)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const requests = keywords.map((keyword) => ({
  path: `${API_BASE}${routes.companySearch.path}?${new URLSearchParams({ keyword, page: '1', pageSize: '10' }).toString()}`,
  headers: { token: other },
}))
const searchUntil = (until: Promise<unknown>) => sendSteadily({ port: server.port, requests, until })
const timed = async <T>(work: () => Promise<T>) => {
  const startedAt = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - startedAt) / 1_000 }
}

await searchUntil(new Promise((resolve) => setTimeout(resolve, 2_000)))
const [seconds, quiet, during]: [number[], number[], number[]] = [[], [], []]
let job: BatchJob | null = null
let failed = 0
for (let round = 0; round < ROUNDS; round += 1) {
  const before = await searchUntil(new Promise((resolve) => setTimeout(resolve, QUIET_MS)))
  const work = timed(lookUp)
  const beside = await searchUntil(work)
  const done = await work
  job = done.result
  seconds.push(done.seconds)
  quiet.push(before.p99)
  during.push(beside.p99)
  failed += before.failed + beside.failed
}
report.atMost(`${ROWS} mixed names`, median(seconds), 10, 's')
report.figure('p99 of searches of others, quiet', median(quiet), 'ms')
report.figure('p99 of searches of others, meanwhile', median(during), 'ms')
report.atMost('meanwhile / quiet', median(during) / median(quiet), 1.5, '')
report.atMost('searches of others that failed', failed, 0, '')
for (const [name, count] of Object.entries(job?.counts ?? {})) report.figure(`rows: ${name}`, count, '')

const memoryBefore = processMemory(server.pid, 'VmRSS')
for (const format of ['csv', 'xlsx']) {
  const file = await timed(async () => {
    const query = new URLSearchParams({ id: job?.id ?? '', format }).toString()
    const response = await fetch(`${server.baseUrl}${API_BASE}${exceptions.batchFile.path}?${query}`, {
      headers: { token },
    })
    return (await response.arrayBuffer()).byteLength
  })
  report.figure(`${format} of the list`, file.seconds, 's')
  report.figure(`its size`, file.result / 1024, 'KiB')
}
report.figure('memory of the server after both', processMemory(server.pid, 'VmRSS') - memoryBefore, 'MiB')
await server.dispose()
report.finish()
