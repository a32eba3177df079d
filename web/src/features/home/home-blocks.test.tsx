import { jumpType } from '@baiqicha/contract/home'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildBusinessInfo, buildCompanyDetail, buildViewedCompany } from '../../../test/company-builders.ts'
import { buildAbout } from '../../../test/content-builders.ts'
import { answerHome, buildBanner, buildCoverage, buildHomeConfig, buildListing } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, hold } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { dockRobot } from './deferred-home-sections.tsx'

const viewed = ['甲', '乙', '丙', '丁', '戊'].map((letter) =>
  buildViewedCompany({ id: `c-${letter}`, name: `松间演示${letter}有限公司` }),
)
const findContinue = () => screen.findByRole('navigation', { name: '继续查看' })
/** Opens Home and its tab 最近上市. */
async function openListings() {
  const { user } = renderApp('/home')
  await user.click(await screen.findByRole('tab', { name: '最近上市' }))
  return { user, block: within(await screen.findByRole('tabpanel', { name: '最近上市' })) }
}
const homeIsComplete = () => screen.findByRole('link', { name: /云岚演示软件有限公司/ })

beforeEach(() => {
  recentCompanies.clear()
  answerHome()
  answer('recentListingList', { asOf: '2026-06', list: [buildListing()] })
})

test('the tab 最新注册企业 states the newest date of the groups', async () => {
  answer('coverage', buildCoverage())
  renderApp('/home')
  const panel = await screen.findByRole('tabpanel', { name: '最新注册企业' })
  expect(await within(panel).findByText('按收录企业的成立日期 · 数据截至 2026-06')).toBeTruthy()
})

test('without a dated group the tab states no date', async () => {
  answer('coverage', buildCoverage({ groups: [] }))
  renderApp('/home')
  await homeIsComplete()
  expect(screen.getByRole('tabpanel', { name: '最新注册企业' }).textContent).not.toContain('数据截至')
})

test('最近上市 lists short name, code, board and date; a row opens its company', async () => {
  const { block } = await openListings()
  const row = await block.findByRole('link', { name: /松原演示科技股份有限公司/ })
  expect(row.textContent).toContain('松原科技 999001')
  expect(row.textContent).toContain('科创板')
  expect(row.textContent).toContain('2026-06-12 上市')
  expect(row.getAttribute('href')).toBe('/company/detail?id=c-41&tab=overview')
  expect(block.getByText('按上市日期 · 数据截至 2026-06')).toBeTruthy()
})

test('最近上市 shows five rows, and all after 展开', async () => {
  const list = Array.from({ length: 10 }, (_, at) => buildListing({ id: `c-${at}`, code: `99900${at}` }))
  answer('recentListingList', { asOf: '2026-06', list })
  const { user, block } = await openListings()
  expect(await block.findAllByRole('link')).toHaveLength(5)
  await user.click(block.getByRole('button', { name: '展开全部 10 家' }))
  expect(block.getAllByRole('link')).toHaveLength(10)
  expect(block.queryByRole('button')).toBeNull()
})

test('最近上市 shows placeholder rows while loading, and says so without a listing', async () => {
  const { release } = hold('recentListingList', { asOf: null, list: [] })
  const { block } = await openListings()
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull())
  release()
  expect(await block.findByText('暂无最近上市企业')).toBeTruthy()
})

test('最近上市 is not restored as the tab of the next visit: the stored tab is latest or recent', async () => {
  await openListings()
  expect(sessionStorage.getItem('homeRankingTab')).toBeNull()
})

test('最近上市 that fails states so and loads on 重试', async () => {
  breakNetwork('recentListingList')
  const { user, block } = await openListings()
  expect(await block.findByText('加载失败')).toBeTruthy()
  answer('recentListingList', { asOf: null, list: [buildListing()] })
  await user.click(block.getByRole('button', { name: '重试' }))
  expect(await block.findByRole('link', { name: /松原演示科技股份有限公司/ })).toBeTruthy()
})

test('the coverage line names the largest groups and opens all of them with counts and dates', async () => {
  answer('coverage', buildCoverage())
  const { user } = renderApp('/home')
  const line = await screen.findByRole('button', { name: /^收录/ })
  expect(line.textContent).toBe('收录 5,580 家企业，数据截至 2026-06上市公司 4,930 家 ·\u00a0民营 500 强等 650 家')
  await user.click(line)
  const sheet = within(await screen.findByRole('dialog', { name: '收录范围' }))
  expect(sheet.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '上市公司4,930 家股票列表，在新窗口打开、公司概况截至 2026-06',
    '民营 500 强546 家民营企业榜单截至 2025-08',
    '中央企业104 家央企名录',
    '演示企业60 家演示数据虚构，不计入总数',
  ])
  expect(sheet.getByText(/未收录不代表不存在/)).toBeTruthy()
})

test.each([
  ['that fails', () => answerStatus('coverage', 500)],
  ['of an empty store', () => answer('coverage', { companies: 0, groups: [] })],
])('a coverage %s leaves its line out', async (_name, arrange) => {
  arrange()
  renderApp('/home')
  await homeIsComplete()
  expect(screen.queryByRole('button', { name: /^收录/ })).toBeNull()
})

test('the tile of 找商机 promises what there is: published contacts of any kind', async () => {
  renderApp('/home')
  expect((await screen.findByRole('link', { name: /找商机/ })).textContent).toBe('找商机公开联系方式')
})

test('继续查看 shows the last four companies of a user by the name that people use', async () => {
  answer(
    'recentBrowseList',
    viewed.map((company) => ({ ...company, briefName: `${company.name.slice(0, 4)}简称` })),
  )
  logIn()
  renderApp('/home')
  const links = within(await findContinue()).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    viewed.slice(0, 4).map(({ id }) => `/company/detail?${new URLSearchParams({ id, tab: 'overview' }).toString()}`),
  )
  expect(links[0]?.querySelector('bdi')?.textContent).toBe('松间演示简称')
})

test('继续查看 shows a visitor the companies of this visit, also on the way back from one', async () => {
  const briefName = '云岚演示软件'
  answer('companyDetail', buildCompanyDetail({ id: 'c-11', name: `${briefName}有限公司`, briefName }))
  answer('businessInfo', buildBusinessInfo({ id: 'c-11' }))
  const { user, goTo, arrivesAt } = renderApp('/home')
  await homeIsComplete()
  expect(screen.queryByRole('navigation', { name: '继续查看' })).toBeNull()
  await user.click(screen.getByRole('link', { name: /云岚演示软件有限公司/ }))
  await arrivesAt('/company/detail?id=c-11&tab=overview')
  await waitFor(() => expect(recentCompanies.listSummaries()).toHaveLength(1))
  await goTo(-1)
  expect(within(await findContinue()).getByRole('link', { name: briefName })).toBeTruthy()
})

test('继续查看 is absent for a user who viewed no company', async () => {
  logIn()
  renderApp('/home')
  await homeIsComplete()
  expect(screen.queryByRole('navigation', { name: '继续查看' })).toBeNull()
})

function answerBanner(jumpUrl: string) {
  answerHome()
  const banner = buildBanner({ jumpType: jumpType.open, jumpUrl })
  answer('homeConfig', buildHomeConfig({ bannerList: [banner], jumpHosts: ['help.example'] }))
  return vi.spyOn(window, 'open').mockReturnValue(null)
}

describe('what Home leads to', () => {
  test('the robot leads a visitor to the login, which returns to 百言', async () => {
    answerHome()
    const { user, arrivesAt } = renderApp('/home')
    await user.click(await screen.findByRole('button', { name: '百言助手' }))
    await arrivesAt('/login')
    expect(sessionStorage.getItem('savedRoute')).toContain('/ai')
  })

  test.each([
    ['找商机', '/phoneSearch'],
    ['查企业失信', '/peopleSearch'],
  ])('%s leads to its search', async (tile, path) => {
    answerHome()
    answer('about', buildAbout())
    logIn()
    const { user, arrivesAt, goTo } = renderApp('/home')
    const tiles = await screen.findByRole('navigation', { name: '功能' })
    await user.click(within(tiles).getByRole('link', { name: new RegExp(tile) }))
    await arrivesAt(path)
    await goTo(-1)
    await arrivesAt('/home')
  })

  test('a banner opens an https host of the allow-list', async () => {
    const open = answerBanner('https://help.example/a')
    const { user } = renderApp('/home')
    await user.click(await screen.findByRole('button', { name: /横幅/ }))
    expect(open).toHaveBeenCalledWith('https://help.example/a', '_blank', 'noopener,noreferrer')
  })

  test('a banner of another host shows 敬请期待!', async () => {
    const open = answerBanner('https://other.example/')
    const { user } = renderApp('/home')
    await user.click(await screen.findByRole('button', { name: /横幅/ }))
    expect(screen.getByText('敬请期待!')).toBeTruthy()
    expect(open).not.toHaveBeenCalled()
  })

  test('a notice whose host is not on the allow-list shows 敬请期待!', async () => {
    answerHome()
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const [notice] = buildHomeConfig().noticeList
    if (notice === undefined) throw new Error('no notice')
    answer('homeConfig', buildHomeConfig({ noticeList: [{ ...notice, link: 'https://other.example/' }] }))
    const { user } = renderApp('/home')
    await user.click(await screen.findByRole('button', { name: /公告一/ }))
    expect(screen.getByText('敬请期待!')).toBeTruthy()
    expect(open).not.toHaveBeenCalled()
  })
})

const phone = { width: 375, height: 812 }
const margins = { top: 100, bottom: 130 }

test.each([
  ['the right half', { x: 300, y: 500 }, { side: 'right', bottom: 312 }],
  ['the left half', { x: 100, y: 500 }, { side: 'left', bottom: 312 }],
  ['below the tab bar', { x: 300, y: 900 }, { side: 'right', bottom: 130 }],
  ['above the screen', { x: 300, y: -50 }, { side: 'right', bottom: 712 }],
])('released in %s it docks within the margins', (_name, { x, y }, place) => {
  expect(dockRobot(x, y, phone, margins)).toEqual(place)
})
