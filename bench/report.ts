import { API_BASE } from '@baiqicha/contract/routes'
import { companyReportRoutes } from '@baiqicha/contract/routes/report'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { claimGift, companyIdOf, createSession } from '../e2e/lib/session.ts'
import { FOR_ONE_CLIENT } from './lib/load.ts'
import { readOptions } from './lib/options.ts'
import { processMemory } from './lib/process-figures.ts'
import { createReport } from './lib/report.ts'
import { median } from './lib/timing.ts'

/** `npm run bench:report [-- --seed N]`: 企业信息报告 of a listed company of the starter set, from the order to its file. */
const { seed } = readOptions()
const ROUNDS = 5
const POLL_MS = 20

const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile(FOR_ONE_CLIENT), LOG_LEVEL: 'error' })
await server.start()
const report = createReport({ name: 'report', isWhole: true, settings: { seed } })
const token = await createSession(server)
await claimGift(server, token)
const companyId = await companyIdOf(server, token, '比亚迪股份有限公司')
const headers = { token, 'content-type': 'application/json' }

async function states(): Promise<{ state: string; pages: number | null }[]> {
  const response = await fetch(`${server.baseUrl}${API_BASE}${companyReportRoutes.reportList.path}`, { headers })
  const { data }: { data: { list: { state: string; pages: number | null }[] } } = await response.json()
  return data.list
}

const times: number[] = []
let growth = 0
let pages = 0
for (let round = 0; round <= ROUNDS; round += 1) {
  const before = processMemory(server.pid, 'VmRSS')
  const startedAt = performance.now()
  const body = JSON.stringify({ companyId })
  await fetch(`${server.baseUrl}${API_BASE}${companyReportRoutes.createReport.path}`, { method: 'POST', headers, body })
  for (;;) {
    const [newest] = await states()
    if (round > 0) growth = Math.max(growth, processMemory(server.pid, 'VmRSS') - before)
    if (newest?.state === 'failed') throw new Error('the report failed')
    if (newest?.state === 'done') {
      pages = newest.pages ?? 0
      break
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  // The first order also loads the statements.
  if (round > 0) times.push(performance.now() - startedAt)
}
report.figure('pages', pages, '')
report.atMost('from the order to the file, median', median(times), 3_000, 'ms')
report.atMost('memory of the server meanwhile', growth, 10, 'MiB')
await server.dispose()
report.finish()
