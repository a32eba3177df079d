import { readFileSync } from 'node:fs'
import type { OwnershipTree } from '@baiqicha/contract/ownership'
import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from '../lib/accessible.ts'
import { tapTargetReport } from '../lib/pages.ts'
import { companyIdOf, createSession } from '../lib/session.ts'
import { expect, test } from '../lib/test.ts'

/** A listed company with ten shareholders, some of them companies with shareholders of their own. */
const SONGYUAN = '松原演示新材料股份有限公司'

let songyuan = ''

test.beforeAll(async ({ server }) => {
  songyuan = await companyIdOf(server, await createSession(server), SONGYUAN)
})

const appearances = {
  'in light': { theme: 'light', isElder: false },
  'in dark': { theme: 'dark', isElder: false },
  'with large text': { theme: 'light', isElder: true },
}
const widths = [320, 375, 428]

const chartOf = (page: Page) => page.getByRole('region', { name: '股权结构图' })
const showRest = (page: Page) => chartOf(page).getByRole('button', { name: /^另 [\d,]+ 名/ })

async function openChart(page: Page, appearance: object = appearances['in light']) {
  await page.addInitScript((value) => localStorage.setItem('appearance', value), JSON.stringify(appearance))
  await page.goto(`/#/overview/shareholderInfo?id=${songyuan}&view=tree`)
  await expect(chartOf(page).locator('p').getByText(SONGYUAN)).toBeAttached()
  await expect(chartOf(page).locator('svg').getByText('松原').first()).toBeVisible()
}

/** Rendered sizes in CSS pixels, after zoom. */
const measure = (page: Page) =>
  chartOf(page).evaluate((chart) => {
    const texts = [...chart.querySelectorAll<SVGTextElement>('svg text')]
    const root = chart.querySelector('[data-place] p')?.closest('[data-place]')
    const rootBox = root?.getBoundingClientRect()
    return {
      textSizes: texts.map(
        (text) => Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? Number.NaN),
      ),
      targets: [...chart.querySelectorAll('a, button')].map((element) => {
        const { left, right, width, height } = element.getBoundingClientRect()
        return { name: element.getAttribute('aria-label') ?? element.textContent, left, right, width, height }
      }),
      rootCentre: rootBox === undefined ? Number.NaN : (rootBox.left + rootBox.right) / 2,
    }
  })

/** Expects text of 12 px, targets of 44 px inside the page, and a centred root. */
async function expectReadable(page: Page, width: number) {
  // The picture is laid out again after the page has its new width.
  const distance = async () => Math.abs((await measure(page)).rootCentre - width / 2)
  await expect.poll(distance, { message: `root off the centre at ${width}` }).toBeLessThanOrEqual(1)
  const { textSizes, targets } = await measure(page)
  expect(Math.min(...textSizes), `smallest text at ${width}`).toBeGreaterThanOrEqual(11.99)
  const small = targets.filter((box) => box.width < 43.9 || box.height < 43.9)
  expect(small, `small targets at ${width}`).toEqual([])
  expect(
    targets.filter(({ left, right }) => left < 0 || right > width),
    `cut off at ${width}`,
  ).toEqual([])
}

for (const [name, appearance] of Object.entries(appearances)) {
  const tag = name === 'with large text' ? [] : '@nightly'
  test(`the ownership chart of ten shareholders is readable ${name}, at every level`, { tag }, async ({ page }) => {
    await openChart(page, appearance)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 812 })
      await expectReadable(page, width)
      await expect(showRest(page)).toHaveText(/另 6 名/)
    }
    await showRest(page).click()
    const toggles = chartOf(page).getByRole('button', { name: /^展开 .+ 的股东$/ })
    await toggles.first().click()
    await expect(chartOf(page).getByRole('button', { name: /^收起 .+ 的股东$/ })).toBeVisible()
    await expect(chartOf(page).getByText('正在加载…')).toHaveCount(0)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 812 })
      await expectReadable(page, width)
    }
    await expectAccessible(page, `chart ${name}`)
    await expectToFit(page, `chart ${name}`, widths)
  })
}

test('the ownership chart shows four of 300 shareholders by share, and leads to all', async ({ page }) => {
  await page.route(/\/ownership\/tree\?.*direction=up/, async (route) => {
    const response = await route.fetch()
    const body: { data: Pick<OwnershipTree, 'nodes' | 'holdings' | 'rows' | 'company'> } = await response.json()
    const { company, holdings } = body.data
    const keys = Array.from({ length: 20 }, (_, at) => `n:${at + 1}`)
    const nodes = keys.map((key, at) => ({
      key,
      name: `演示第${at + 1}股东企业管理合伙企业（有限合伙）`,
      companyId: null,
      kind: 'partnership',
      isAbroad: false,
    }))
    const data = {
      ...body.data,
      nodes,
      holdings: keys.map((holder, at) => ({ ...holdings[0], holder, company: company.id, share: 20 - at })),
      rows: keys.map((node, holding) => ({ node, parent: null, holding, isCircular: false, hidden: 0 })),
      hidden: 280,
    }
    await route.fulfill({ response, json: { ...body, data } })
  })
  await openChart(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 812 })
    await expect(showRest(page)).toHaveText(/另 296 名/)
    await expectReadable(page, width)
  }
  await showRest(page).click()
  await expectReadable(page, 428)
  await chartOf(page)
    .getByRole('link', { name: /另 280 名/ })
    .click()
  await expect(page).not.toHaveURL(/view=tree/)
  await expect(page.getByRole('heading', { level: 1, name: '股东信息' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the ownership chart zooms and pans by keyboard, and resets', async ({ page }) => {
  await openChart(page)
  const textSize = async () => Math.min(...(await measure(page)).textSizes)
  const atRest = await textSize()
  await showRest(page).focus()
  await page.keyboard.press('+')
  await expect.poll(textSize).toBeGreaterThan(atRest)
  const left = async () => (await showRest(page).boundingBox())?.x ?? 0
  const before = await left()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeLessThan(before)
  await page.keyboard.press('0')
  await expect.poll(textSize).toBe(atRest)
})

test('links of shareholders and filters of changes are hit in a height of 44 px', async ({ page, server }) => {
  await page.goto(`/#/overview/shareholderInfo?id=${songyuan}`)
  await expect(page.locator('article').first()).toBeVisible()
  expect(await tapTargetReport(page, 'article a, article button')).toEqual([])
  const lanshan = await companyIdOf(server, await createSession(server), '澜山演示贸易有限公司')
  await page.goto(`/#/overview/changeRecord?id=${lanshan}`)
  await expect(page.getByRole('list', { name: '变更类型' })).toBeVisible()
  await expect(page.locator('article').first()).toBeVisible()
  expect(await tapTargetReport(page, 'ul[aria-label="变更类型"] button, article button, article a')).toEqual([])
})

test('@nightly a share is followed over two paths to its records, and a circle is named', async ({ page, server }) => {
  const session = await createSession(server)
  const [lanqiao, circle] = [
    await companyIdOf(server, session, '岚桥演示精密制造有限公司'),
    await companyIdOf(server, session, '环川演示投资有限公司'),
  ]
  for (const [appearance, width] of [
    [appearances['in light'], 375],
    [appearances['in dark'], 320],
    [appearances['with large text'], 375],
  ] as const) {
    await page.setViewportSize({ width, height: 812 })
    await page.addInitScript((value) => localStorage.setItem('appearance', value), JSON.stringify(appearance))
    await page.goto(`/#/overview/shareholderInfo?id=${lanqiao}&view=ultimate`)
    await page.reload()
    await expect(page.getByText('逐层持股均超过 50%：62% → 55%')).toBeVisible()
    await expectAccessible(page, 'ultimate holders')
    await expectToFit(page, 'ultimate holders', [width])
  }
  await page.getByRole('button', { name: /^演示戊 自然人 46.10%/ }).click()
  const sheet = page.getByRole('dialog', { name: '演示戊 · 2 条路径' })
  await expect(sheet.getByText('34.10% ＋ 12.00% ＝ 46.10%')).toBeVisible()
  await expectAccessible(page, 'paths')
  await sheet.getByRole('link', { name: /岚桥演示控股有限公司的持股记录$/ }).click()
  await expect(page.getByRole('article').filter({ hasText: '演示戊' })).toContainText('62%')
  await page.goto(`/#/overview/shareholderInfo?id=${circle}&view=ultimate`)
  await expect(page.getByText(/^循环持股：.+只计一次，不绕行。$/)).toBeVisible()
})

test('@nightly the way of a holder is marked in the chart, which is saved as PNG', async ({ page, server }) => {
  const lanqiao = await companyIdOf(server, await createSession(server), '岚桥演示精密制造有限公司')
  await page.goto(`/#/overview/shareholderInfo?id=${lanqiao}&view=ultimate`)
  await page.getByRole('button', { name: /^演示戊 自然人 46.10%/ }).click()
  await page.getByRole('link', { name: '在穿透图中查看' }).click()
  const marked = chartOf(page).locator('svg rect[style*="stroke-width: 2"]')
  await expect(marked).toHaveCount(3)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 PNG' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^百企查-岚桥演示精密制造有限公司 股权穿透-[\d-]+\.png$/)
  const png = readFileSync(await download.path())
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([750, expect.any(Number)])
  expect(png.readUInt32BE(20)).toBeGreaterThan(1_000)
})

const chartPath = (id: string) => `/#/overview/shareholderInfo?id=${id}&view=tree`
const ultimatePath = (id: string) => `/#/overview/shareholderInfo?id=${id}&view=ultimate`
const names = {
  lanqiao: '岚桥演示精密制造有限公司',
  circle: '环川演示投资有限公司',
  unconnected: '比亚迪股份有限公司',
  haishan: '海山演示科技有限公司',
  yunshi: '云石演示机械制造有限公司',
}

type State = { path: (id: (company: keyof typeof names) => string) => string; shows: RegExp }
const states: Readonly<Record<string, State>> = {
  'the chart as a list': { path: (id) => `${chartPath(id('lanqiao'))}&as=list`, shows: /^依公示的持股关系逐层展开/ },
  'companies under one control': { path: (id) => ultimatePath(id('circle')), shows: /^疑似实际控制人 .+ 的企业$/ },
  'a chart without a source': { path: (id) => chartPath(id('unconnected')), shows: /^未接入该数据源$/ },
  'holders without a source': { path: (id) => ultimatePath(id('unconnected')), shows: /^未接入该数据源$/ },
  'two companies without a relation': {
    path: (id) => `/#/relation?from=${id('haishan')}&to=${id('yunshi')}`,
    shows: /^未发现关系$/,
  },
  'two companies to choose': { path: () => '/#/relation', shows: /^请选择两家企业$/ },
  'one company chosen twice': {
    path: (id) => `/#/relation?from=${id('haishan')}&to=${id('haishan')}`,
    shows: /^请选择两家不同的企业$/,
  },
}
const failing = [
  states['the chart as a list'],
  states['companies under one control'],
  states['two companies without a relation'],
]

for (const [look, appearance] of [
  ['', { theme: 'system', isElder: false }],
  [' in large text', { theme: 'system', isElder: true }],
] as const) {
  for (const [name, { path, shows }] of Object.entries(states)) {
    test(`@nightly the page of ${name} is accessible and fits${look}`, async ({ userPage: page, server }) => {
      const session = await createSession(server)
      const ids = new Map<string, string>()
      for (const [key, company] of Object.entries(names)) ids.set(key, await companyIdOf(server, session, company))
      await page.addInitScript((value) => localStorage.setItem('appearance', value), JSON.stringify(appearance))
      const address = path((company) => ids.get(company) ?? '')
      await page.goto(address)
      await expect(page.getByText(shows).first()).toBeVisible()
      await expectAccessible(page, name)
      await expectToFit(page, name, [320, 375])
      if (!failing.includes(states[name])) return
      await page.route(/\/v1\/(ownership|relation)\/|\/overview\/shareholderInfo\?/, (route) => route.abort())
      await page.reload()
      await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
      await expectAccessible(page, `${name} failed`)
      await expectToFit(page, `${name} failed`, [320, 375])
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  }
}

test('@nightly a relation ends at a hub, which is named', async ({ userPage: page, server }) => {
  const session = await createSession(server)
  const [dongan, haishan] = [
    await companyIdOf(server, session, '东岸演示拖轮有限公司'),
    await companyIdOf(server, session, '海山演示科技有限公司'),
  ]
  await page.goto(`/#/relation?from=${dongan}&to=${haishan}`)
  await expect(page.getByText(/东岸演示国有资本运营有限公司.*关联过多，未继续展开/)).toBeVisible()
})

test('@nightly a relation is found over a person that the source identifies, and none over a name', async ({
  userPage: page,
  server,
}) => {
  const session = await createSession(server)
  const [lanshan, guangfan, haishan, yunshi] = [
    await companyIdOf(server, session, '澜山演示贸易有限公司'),
    await companyIdOf(server, session, '光帆演示物流有限公司'),
    await companyIdOf(server, session, '海山演示科技有限公司'),
    await companyIdOf(server, session, '云石演示机械制造有限公司'),
  ]
  await page.goto(`/#/relation?from=${lanshan}&to=${guangfan}`)
  await expect(page.getByRole('region', { name: '路径 1' })).toContainText('同一人（来源标识一致）')
  await expectAccessible(page, 'relation')
  await expectToFit(page, 'relation', widths)
  await page.goto(`/#/relation?from=${haishan}&to=${yunshi}`)
  await expect(page.getByText(/6 步以内未发现关系（不代表没有）/)).toBeVisible()
})
