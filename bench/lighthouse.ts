import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { browserOptions } from '../e2e/lib/browser.ts'
import { companyIdOf } from '../e2e/lib/session.ts'
import { createReport } from './lib/report.ts'
import { withServer } from './lib/server.ts'
import { median, repeated } from './lib/timing.ts'

/**
 * `npm run lighthouse`: the mobile performance of Home, Result and Company on the real server, median of three runs each: an audit takes a minute.
 */
const RUNS = 3
const DEBUG_PORT = 19_777

/** The score of one run, 0 to 100. */
async function audit(url: string): Promise<number> {
  const result = await lighthouse(url, {
    port: DEBUG_PORT,
    onlyCategories: ['performance'],
    disableStorageReset: true,
    formFactor: 'mobile',
    logLevel: 'error',
    output: 'json',
  })
  if (!result) throw new Error(`no report for ${url}`)
  return Math.round((result.lhr.categories['performance']?.score ?? 0) * 100)
}

const report = createReport({ name: 'lighthouse', isWhole: true, settings: { 'runs per page': RUNS } })
const profile = mkdtempSync(join(tmpdir(), 'baiqicha-lighthouse-'))
await withServer({}, async (server, token) => {
  const company = await companyIdOf(server, token, '比亚迪股份有限公司')
  const debugging = browserOptions([`--remote-debugging-port=${DEBUG_PORT}`])
  const browser = await chromium.launchPersistentContext(profile, debugging)
  const page = await browser.newPage()
  await page.goto(`${server.baseUrl}/#/home`)
  await page.evaluate((value) => localStorage.setItem('token', value), token)

  const pages = {
    Home: '/#/home',
    Result: `/#/search/result?keyword=${encodeURIComponent('银行')}`,
    Company: `/#/company/detail?id=${company}&tab=overview`,
  }
  for (const [title, path] of Object.entries(pages)) {
    const scores = await repeated(RUNS, () => audit(server.baseUrl + path))
    report.atLeast(`${title}, performance`, median(scores), 98, '')
  }
  await browser.close()
}).finally(() => rmSync(profile, { recursive: true, force: true }))
report.finish()
