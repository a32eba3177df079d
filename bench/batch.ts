import { setTimeout as wait } from 'node:timers/promises'
import type { BatchJob } from '@baiqicha/contract/batch'
import { exceptions, routes } from '@baiqicha/contract/routes'
import { mixedNames } from '../e2e/lib/batch.ts'
import { call, claimGift, createSession } from '../e2e/lib/session.ts'
import { readOptions } from './lib/options.ts'
import { createReport } from './lib/report.ts'
import { requestsFor, wellKnownNames } from './lib/requests.ts'
import { sendSteadily } from './lib/search-beside.ts'
import { withServer } from './lib/server.ts'
import { median, timed } from './lib/timing.ts'

/**
 * `npm run bench:batch [-- --seed N]`: 2,000 mixed names, from the request to the last result, on the starter set, and searches of
 * others at a steady rate before and meanwhile.
 */
const { seed } = readOptions()
const ROWS = 2_000
const ROUNDS = 3
const QUIET_MS = 10_000
const names = mixedNames(ROWS + (seed % 1_000)).slice(seed % 1_000)
const report = createReport({ name: 'batch', isWhole: true, settings: { seed, rows: ROWS } })

await withServer({ LOG_LEVEL: 'error' }, async (server, token) => {
  await claimGift(server, token)
  const other = await createSession(server)
  const callForJob = (path: string, init?: RequestInit) => call<BatchJob>(server, path, { ...init, headers: { token } })

  /** Resolves when every row has its result. */
  const lookUp = async () => {
    const body = new FormData()
    body.append('file', new Blob([names.join('\n')]), 'list')
    let job = await callForJob(exceptions.createBatch.path, { method: 'POST', body })
    while (job.state === 'running') {
      await wait(100)
      job = await callForJob(`${routes.batchStatus.path}?id=${job.id}`)
    }
    if (job.state !== 'done') throw new Error(job.state)
  }

  const searches = wellKnownNames.map((keyword) => ({ keyword, page: 1, pageSize: 10 }))
  const requests = requestsFor('companySearch', searches, other)
  const searchUntil = (until: Promise<unknown>) => sendSteadily({ port: server.port, requests, until })

  await searchUntil(wait(2_000))
  const [seconds, quiet, during]: [number[], number[], number[]] = [[], [], []]
  let failed = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await searchUntil(wait(QUIET_MS))
    const work = timed(lookUp)
    const beside = await searchUntil(work)
    seconds.push((await work) / 1_000)
    quiet.push(before.p99)
    during.push(beside.p99)
    failed += before.failed + beside.failed
  }
  report.atMost(`${ROWS} mixed names`, median(seconds), 10, 's')
  report.figure('p99 of searches of others, quiet', median(quiet), 'ms')
  report.figure('p99 of searches of others, meanwhile', median(during), 'ms')
  report.atMost('meanwhile / quiet', median(during) / median(quiet), 1.5, '')
  report.atMost('searches of others that failed', failed, 0, '')
})
report.finish()
