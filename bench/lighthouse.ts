import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { raisedLimitsFile } from '../e2e/lib/limits.ts'
import { TestServer } from '../e2e/lib/server.ts'
import { companyIdOf, createSession } from '../e2e/lib/session.ts'
import { metOrNot, printMachine, printTable } from './lib/table.ts'

/**
 * `npm run lighthouse`: the mobile audit of Home, Result and Company against the real server, median of five runs each.
 * Exits with 1 when a target is not met.
 */
const RUNS = 5
const DEBUG_PORT = 19_777
const categories = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof categories)[number]
type Target = { page: string; path: string; min: Record<Category, number> }

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

type Audit = { scores: Record<Category, number>; failed: string[] }

/** The scores of one run, and the yes-or-no audits that said no. */
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
  const score = (name: Category) => Math.round((result.lhr.categories[name]?.score ?? 0) * 100)
  const scores = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
  }
  const failed = (['accessibility', 'best-practices'] as const).flatMap((name) =>
    (result.lhr.categories[name]?.auditRefs ?? [])
      .map(({ id }) => result.lhr.audits[id])
      .filter((one) => one?.score === 0)
      .map((one) => `${one?.id}: ${one?.title}`),
  )
  return { scores, failed }
}

const server = await TestServer.create({ LIMITS_FILE: raisedLimitsFile() })
const profile = mkdtempSync(join(tmpdir(), 'baiqicha-lighthouse-'))
let missed = 0
try {
  await server.start()
  const token = await createSession(server)
  const company = await companyIdOf(server, token, '比亚迪股份有限公司')
  const flags = (process.env['CHROMIUM_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '')
  const browser = await chromium.launchPersistentContext(profile, {
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${DEBUG_PORT}`, ...flags],
  })
  const page = await browser.newPage()
  await page.goto(`${server.baseUrl}/#/home`)
  await page.evaluate((value) => localStorage.setItem('token', value), token)

  const targets: Target[] = [
    { page: 'Home', path: '/#/home', min: { performance: 95, accessibility: 100, 'best-practices': 100 } },
    {
      page: 'Result',
      path: `/#/search/result?keyword=${encodeURIComponent('银行')}`,
      min: { performance: 90, accessibility: 100, 'best-practices': 100 },
    },
    {
      page: 'Company',
      path: `/#/company/detail?id=${company}&tab=overview`,
      min: { performance: 90, accessibility: 100, 'best-practices': 100 },
    },
  ]
  const rows = [['page', 'category', 'target', `median of ${RUNS}`, '']]
  const failedAudits = new Set<string>()
  for (const { page: name, path, min } of targets) {
    const runs: Audit[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await audit(`${server.baseUrl}${path}`))
    for (const category of categories) {
      const figure = median(runs.map(({ scores }) => scores[category]))
      const met = figure >= min[category]
      if (!met) missed += 1
      rows.push([name, category, `≥ ${min[category]}`, String(figure), metOrNot(met)])
    }
    for (const line of runs.flatMap(({ failed }) => failed)) failedAudits.add(`${name} ${line}`)
  }
  printMachine()
  printTable(rows)
  for (const line of failedAudits) console.log(line)
  await browser.close()
} finally {
  await server.dispose()
  rmSync(profile, { recursive: true, force: true })
}
process.exitCode = missed > 0 ? 1 : 0
