import type { FieldType } from '@baiqicha/contract/records/fields'
import type { RecordKindKey } from '@baiqicha/contract/records/kind-table'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { API_BASE } from '@baiqicha/contract/routes'
import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { expectLoaded, logInOnPage } from '../lib/pages.ts'
import { findRecordPages, kindsWithPages, listPathOf } from '../lib/records.ts'
import { companyIdOf } from '../lib/session.ts'
import { expect, signInAll, test } from '../lib/test.ts'

/** Markup, bidirectional control characters and long words without a break: a page must show all of it as text. */
const HOSTILE = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202e演示\u202c${'永'.repeat(200)}${'W'.repeat(200)}`

const textTypes: readonly FieldType[] = ['line', 'prose', 'caseNumber', 'officer', 'name', 'certificate']

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value with every text in it replaced by HOSTILE. Dates, numbers and fixed words stay: import refuses others. */
function withHostileText(type: FieldType, value: unknown): unknown {
  if (textTypes.includes(type)) return HOSTILE
  if (type === 'lines') return [HOSTILE]
  if (type === 'passages') return [{ title: HOSTILE, text: HOSTILE }]
  if (type === 'events') return [{ date: null, content: HOSTILE }]
  if (type !== 'parties' || !Array.isArray(value)) return value
  return value.map((party: unknown) => (isObject(party) ? { ...party, name: HOSTILE, statement: HOSTILE } : party))
}

function makeRecordHostile(kind: RecordKindKey, record: Json) {
  for (const [name, field] of Object.entries(recordKinds[kind].fields)) {
    if (name in record) record[name] = withHostileText(field.type, record[name])
  }
  record['removedReason'] = HOSTILE
  record['sourceName'] = HOSTILE
  if (Array.isArray(record['sources'])) {
    record['sources'] = record['sources'].map((source: unknown) =>
      isObject(source) ? { ...source, sourceName: HOSTILE } : source,
    )
  }
}

function makeResponseHostile(kind: RecordKindKey, data: Json) {
  if (isObject(data['company'])) data['company']['name'] = HOSTILE
  const rows: unknown[] = Array.isArray(data['list']) ? data['list'] : [data]
  for (const row of rows) if (isObject(row)) makeRecordHostile(kind, row)
}

/** Intercepts every response about records of the kind and puts HOSTILE into each text field. */
async function serveHostileRecords(page: Page, kind: RecordKindKey): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith(API_BASE) && url.pathname.includes(`/${kind}`),
    async (route) => {
      const response = await route.fetch()
      const envelope: Json = await response.json()
      if (isObject(envelope['data'])) makeResponseHostile(kind, envelope['data'])
      await route.fulfill({ response, json: envelope })
    },
  )
}

/** Covered by every source, without a record of risk. */
const WITHOUT_RECORDS = '瑞禾演示科技有限公司'
/** A real company, covered by no source of risks. */
const NOT_COVERED = '华为投资控股有限公司'

const user = signInAll()

/** Opens the path and waits until the page and its data are shown. */
async function open(page: Page, path: string, title: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('演示数据').first()).toBeVisible()
  await expectLoaded(page)
}

async function useLargeText(page: Page) {
  await page.evaluate(() => localStorage.setItem('appearance', '{"theme":"system","isElder":true}'))
  await page.reload()
  await expect(page.locator('html[data-elder]')).toBeVisible()
}

const widths = [375, 320]

/** One kind of each group in every run, all of them in the nightly one. */
const daily = ['shareholderInfo', 'judicialDocument', 'punishment']

for (const kind of kindsWithPages) {
  test.describe(kind.title, { tag: daily.includes(kind.key) ? [] : '@nightly' }, () => {
    test('is accessible in light and dark, and fits widths of 320 and 375, also with large text', async ({
      page,
      server,
    }) => {
      const pages = await findRecordPages(server, user.token, kind, user.lanshan)
      for (const { path, title } of pages) {
        await open(page, path, title)
        await expectAccessible(page, path)
        await expectToFit(page, path, widths)
      }
      await useLargeText(page)
      for (const { path, title } of pages) {
        await open(page, path, title)
        await expectToFit(page, `${path} large text`, widths)
      }
    })

    test('shows hostile text in any field as text, within the width', async ({ page, server }) => {
      await serveHostileRecords(page, kind.key)
      for (const { path } of await findRecordPages(server, user.token, kind, user.lanshan)) {
        await page.goto(path)
        await expect(page.getByText(HOSTILE.slice(0, 40)).first()).toBeVisible()
        await expectLoaded(page)
        await expectToFit(page, path, widths)
        expect(await page.evaluate(() => 'hacked' in window), path).toBe(false)
        await expect(page.locator('img[src="x"]')).toHaveCount(0)
      }
      // An intercepted request must not outlive the page.
      await page.unrouteAll({ behavior: 'wait' })
    })
  })
}

for (const group of ['overview', 'legalRisk', 'businessRisk'] as const) {
  const kinds = kindsWithPages.filter((kind) => kind.group === group)

  test.describe(`lists of ${group}`, () => {
    test('state that the source is not connected', async ({ page, server }) => {
      const notCovered = await companyIdOf(server, user.token, NOT_COVERED)
      for (const kind of kinds) {
        await page.goto(listPathOf(kind, notCovered))
        await expect(page.getByRole('heading', { name: '未接入该数据源' }), kind.title).toBeVisible()
      }
    })

    test('show the error when they fail to load, and load on retry', async ({ page, server }) => {
      for (const kind of kinds) {
        const [list] = await findRecordPages(server, user.token, kind, user.lanshan)
        await page.route(new RegExp(`/api/h5/v1/(company/)?${group}/`), (route) => route.abort())
        await page.goto(list?.path ?? '')
        await expect(page.getByRole('heading', { name: '加载失败' }), kind.title).toBeVisible()
        await page.unrouteAll()
        await page.getByRole('button', { name: '重试' }).click()
        await expect(page.getByText('演示数据').first()).toBeVisible()
        await expectLoaded(page)
      }
    })

    test('open from their sections of the company page, and lead back to the company', async ({ page }) => {
      for (const kind of kinds) {
        await page.goto(`/#/company/detail?id=${user.lanshan}&tab=overview`)
        const path = listPathOf(kind, user.lanshan).replace('/#', '#')
        await page.locator(`a[href="${path}"]`).first().click()
        await expect(page.getByRole('heading', { level: 1, name: kind.title })).toBeVisible()
        await page.getByRole('button', { name: '返回' }).click()
        await expect(page.getByRole('tab', { name: '概览' })).toBeVisible()
      }
    })
  })
}

test('a list of risks of a covered company without records states that nothing was found', async ({ page, server }) => {
  const withoutRecords = await companyIdOf(server, user.token, WITHOUT_RECORDS)
  for (const kind of kindsWithPages.filter(({ group }) => group !== 'overview')) {
    await page.goto(listPathOf(kind, withoutRecords))
    await expect(page.getByRole('heading', { name: /^截至 \d{4}-\d{2}-\d{2} 未查询到/ }), kind.title).toBeVisible()
  }
})

test('a list without a match for its filter states so, and shows records once the filter is cleared', async ({
  page,
}) => {
  await page.goto(`/#/legalRisk/judicialDocument?companyId=${user.lanshan}&year=1999`)
  await expect(page.getByRole('heading', { name: '没有符合条件的记录' })).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(page.locator('article').first()).toBeVisible()
})

test.describe('a visitor', () => {
  test.beforeEach(({ page }) => page.addInitScript(() => localStorage.removeItem('token')))

  test('sees the overview, and a list of risks after login', async ({ page, server }) => {
    await page.goto(`/#/overview/shareholderInfo?id=${user.lanshan}`)
    await expect(page.getByText('演示数据').first()).toBeVisible()
    await expectLoaded(page)
    await page.goto(`/#/legalRisk/dishonestExecutor?companyId=${user.lanshan}`)
    await page.getByRole('button', { name: /登录/ }).first().click()
    await logInOnPage(page, server)
    await expect(page.getByRole('tab', { name: /当前/ })).toBeVisible()
    await expect(page.locator('article').first()).toBeVisible()
  })
})

test('a removed record is history: counted separately and never red', async ({ page }) => {
  await page.goto(`/#/legalRisk/dishonestExecutor?companyId=${user.lanshan}`)
  await expect(page.getByRole('tab', { name: /当前\s*1/ })).toBeVisible()
  await page.getByRole('tab', { name: /历史\s*3/ }).click()
  await expect(page).toHaveURL(/view=history/)
  await expect(page.locator('article')).toHaveCount(3)
  await expect(page.getByText('以下记录已退出失信名单')).toBeVisible()
  const redNodes = await page.evaluate(() => {
    const risk = getComputedStyle(document.documentElement).getPropertyValue('--risk').trim()
    const probe = document.createElement('span')
    probe.style.color = risk
    document.body.append(probe)
    const riskColour = getComputedStyle(probe).color
    probe.remove()
    return [...document.querySelectorAll('article *')].filter((node) => getComputedStyle(node).color === riskColour)
      .length
  })
  expect(redNodes).toBe(0)
})

/** Smallest size of a target of touch. px. */
const TAP = 44

test('a case has one node per day and case number, whose links are large enough to tap', async ({ page }) => {
  await page.goto(listPathOf(recordKinds.dishonestExecutor, user.lanshan))
  await page.getByRole('link', { name: /详情/ }).first().click()
  const steps = page.locator('section').filter({ has: page.getByRole('heading', { name: '案件进程' }) })
  const filed = steps.getByRole('listitem').filter({ hasText: '执行立案' })
  await filed.scrollIntoViewIfNeeded()
  await expect(filed).toHaveCount(1)
  await expect(filed).toContainText(/限高/)
  await expect(filed).toContainText(/失信\s*当前/)
  for (const link of await steps.getByRole('link').all()) {
    await link.scrollIntoViewIfNeeded()
    const box = await link.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), await link.innerText()).toBeGreaterThanOrEqual(TAP)
  }
  await filed.getByRole('link', { name: '被执行' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '被执行人详情' })).toBeVisible()
})

for (const key of ['courtAnnouncement', 'enterpriseCourtAnnouncement', 'judicialDocument'] as const) {
  test(`${recordKinds[key].title} never claims to be in force`, async ({ page }) => {
    await page.goto(listPathOf(recordKinds[key], user.lanshan))
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByText('当前有效')).toHaveCount(0)
    await page.getByRole('link', { name: /详情/ }).first().click()
    await expect(page.getByRole('button', { name: '提交异议' })).toBeVisible()
    await expect(page.getByText('当前有效')).toHaveCount(0)
  })
}

test('the records of a case are one card, and each opens from it', async ({ page }) => {
  await page.goto(`/#/company/detail?id=${user.lanshan}&tab=legalRisk`)
  await page.getByRole('link', { name: '按案件查看' }).click()
  await expect(page.getByText('17 条记录，归入 6 个案件')).toBeVisible()
  const card = page.getByRole('article').filter({ hasText: '（2026）演0101执1234号' })
  await card.getByRole('button', { name: '6 条记录' }).click()
  await expectAccessible(page, '法律风险')
  await expectToFit(page, '法律风险', [320, 375])
  await card.getByRole('link', { name: /裁判文书.*（2025）演0101民初567号/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '裁判文书详情' })).toBeVisible()
})

test('hearings to come are counted apart from those held', async ({ page }) => {
  // The hearings of the demonstration set have fixed days.
  await page.clock.setFixedTime(new Date('2026-11-23T10:00:00+08:00'))
  await page.goto(listPathOf(recordKinds.courtAnnouncement, user.lanshan))
  await expect(page.getByText(/^即将 \d+ · 已开庭 \d+$/)).toBeVisible()
})

test('查风险 keeps the kind that a link preselects', async ({ page }) => {
  await page.goto('/#/riskSearch?kind=dishonestExecutor')
  await expect(page.getByText('仅查有“失信被执行人”记录的企业')).toBeVisible()
  await page.getByRole('searchbox').fill('演示')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/riskList\?.*kind=dishonestExecutor/)
  await expect(page.getByRole('button', { name: '有失信', pressed: true })).toBeVisible()
})
