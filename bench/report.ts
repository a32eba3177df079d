import { setTimeout as wait } from 'node:timers/promises'
import { API_BASE } from '@baiqicha/contract/routes'
import { companyReportRoutes } from '@baiqicha/contract/routes/report'
import { claimGift, companyIdOf } from '../e2e/lib/session.ts'
import { readOptions } from './lib/options.ts'
import { memoryGrowth } from './lib/process-figures.ts'
import { createReport } from './lib/report.ts'
import { withServer } from './lib/server.ts'
import { median, timed } from './lib/timing.ts'

/** `npm run bench:report [-- --seed N]`: 企业信息报告 of a listed company of the starter set, from the order to its file. */
const { seed } = readOptions()
const ROUNDS = 5
const POLL_MS = 20
const report = createReport({ name: 'report', isWhole: true, settings: { seed } })

await withServer({ LOG_LEVEL: 'error' }, async (server, token) => {
  await claimGift(server, token)
  const body = JSON.stringify({ companyId: await companyIdOf(server, token, '比亚迪股份有限公司') })
  const headers = { token, 'content-type': 'application/json' }
  const base = `${server.baseUrl}${API_BASE}`

  /** Resolves with the pages of the newest report when its file is ready. */
  const order = async () => {
    await fetch(base + companyReportRoutes.createReport.path, { method: 'POST', headers, body })
    for (;;) {
      const response = await fetch(base + companyReportRoutes.reportList.path, { headers })
      const { data }: { data: { list: { state: string; pages: number | null }[] } } = await response.json()
      const [newest] = data.list
      if (newest?.state === 'failed') throw new Error('the report failed')
      if (newest?.state === 'done') return newest.pages ?? 0
      await wait(POLL_MS)
    }
  }

  // The first order also loads the statements.
  report.figure('pages', await order(), '')
  const times: number[] = []
  const growth: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    growth.push(await memoryGrowth(server.pid, async () => times.push(await timed(order))))
  }
  report.atMost('from the order to the file, median', median(times), 3_000, 'ms')
  report.atMost('memory of the server meanwhile', Math.max(...growth), 10, 'MiB')
})
report.finish()
