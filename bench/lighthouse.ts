import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { companyIdOf, createSession } from '../e2e/lib/session.ts'
import { browserOptions } from './lib/browser.ts'
import { createReport } from './lib/report.ts'
import { median } from './lib/timing.ts'

/**
 * `npm run lighthouse`: the mobile audit of Home, Result and Company on the real server, median of three runs each: an audit takes a minute.
 */
const RUNS = 3
const DEBUG_PORT = 19_777
const categories = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof categories)[number]

type Audit = { scores: Record<Category, number>; failed: string[] }

/** The scores of one run, 0 to 100, and the audits that failed outright. */
async function audit(url: string): Promise<Audit> {
  const result = await lighthouse(url, {
    port: DEBUG_PORT,
    onlyCategories: [...categories],
    disableStorageReset: true,
    formFactor: 'mobile',
    logLevel: 'error',
    output: 'json',
  })
  if (!result) throw new Error(`no report for ${url}`)
  const { lhr } = result
  const score = (name: Category) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  const scores = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
  }
  const failed = (['accessibility', 'best-practices'] as const).flatMap((name) =>
    (lhr.categories[name]?.auditRefs ?? [])
      .map(({ id }) => lhr.audits[id])
      .filter((one) => one?.score === 0)
      .map((one) => `${one?.id}: ${one?.title}`),
  )
  return { scores, failed }
}

const report = createReport({ name: 'lighthouse', isWhole: true, settings: { 'runs per page': RUNS } })
const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile() })
const profile = mkdtempSync(join(tmpdir(), 'baiqicha-lighthouse-'))
try {
  await server.start()
  const token = await createSession(server)
  const company = await companyIdOf(server, token, '比亚迪股份有限公司')
  const debugging = browserOptions([`--remote-debugging-port=${DEBUG_PORT}`])
  const browser = await chromium.launchPersistentContext(profile, debugging)
  const page = await browser.newPage()
  await page.goto(`${server.baseUrl}/#/home`)
  await page.evaluate((value) => localStorage.setItem('token', value), token)

  const pages = [
    { title: 'Home', path: '/#/home', performance: 98 },
    { title: 'Result', path: `/#/search/result?keyword=${encodeURIComponent('银行')}`, performance: 98 },
    { title: 'Company', path: `/#/company/detail?id=${company}&tab=overview`, performance: 98 },
  ]
  const failedAudits = new Set<string>()
  for (const { title, path, performance } of pages) {
    const runs: Audit[] = []
    for (let run = 0; run < RUNS; run += 1) runs.push(await audit(`${server.baseUrl}${path}`))
    for (const category of categories) {
      const score = median(runs.map(({ scores }) => scores[category]))
      report.atLeast(`${title}, ${category}`, score, category === 'performance' ? performance : 100, '')
    }
    for (const line of runs.flatMap(({ failed }) => failed)) failedAudits.add(`${title} ${line}`)
  }
  for (const line of failedAudits) console.log(line)
  await browser.close()
} finally {
  await server.dispose()
  rmSync(profile, { recursive: true, force: true })
}
report.finish()
