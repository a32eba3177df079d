import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { companyIdOf } from '../e2e/lib/session.ts'
import { browserOptions } from './lib/browser.ts'
import { createReport } from './lib/report.ts'
import { withServer } from './lib/server.ts'
import { median, repeated } from './lib/timing.ts'

/**
 * `npm run lighthouse`: the mobile audit of Home, Result and Company on the real server, median of three runs each: an audit takes a minute.
 */
const RUNS = 3
const DEBUG_PORT = 19_777
const categories = ['performance', 'accessibility', 'best-practices'] as const

/** The scores of one run, 0 to 100, and the audits that failed outright. */
async function audit(url: string) {
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
  const failed = categories
    .filter((name) => name !== 'performance')
    .flatMap((name) => (lhr.categories[name]?.auditRefs ?? []).map(({ id }) => lhr.audits[id]))
    .flatMap((one) => (one?.score === 0 ? [`${one.id}: ${one.title}`] : []))
  return { scores: categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)), failed }
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
    const runs = await repeated(RUNS, () => audit(server.baseUrl + path))
    for (const [at, category] of categories.entries()) {
      const score = median(runs.map(({ scores }) => scores[at] ?? Number.NaN))
      report.atLeast(`${title}, ${category}`, score, category === 'performance' ? 98 : 100, '')
    }
    for (const line of new Set(runs.flatMap(({ failed }) => failed))) console.log(`${title} ${line}`)
  }
  await browser.close()
}).finally(() => rmSync(profile, { recursive: true, force: true }))
report.finish()
