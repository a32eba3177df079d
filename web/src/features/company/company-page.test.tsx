import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  buildBusinessInfo,
  buildCompanyDetail,
  buildProvenance,
  buildRepresentative,
  buildStock,
  hostileTexts,
} from '../../../test/company-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { controlIntersections } from '../../../test/layout.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, hold, refuse } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { summaryOfDetail } from '../../domain/company/stored-companies.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './company-page.tsx'

const NAME = '澜山演示贸易有限公司'
const at = '/company/detail?id=c-1&tab=overview'

beforeEach(() => {
  answer('companyDetail', buildCompanyDetail())
  answer('businessInfo', buildBusinessInfo())
})
afterEach(() => recentCompanies.clear())

const header = () => screen.findByRole('region', { name: '企业概要' })
const panel = () => within(screen.getByRole('tabpanel'))
const tableRead = () => screen.findByText('统一社会信用代码')

const listed = buildStock({ exchange: '演示交易所', board: '演示板', listedOn: null })

test('the listing shows with the page, before the register arrives', async () => {
  answer('companyDetail', buildCompanyDetail({ listings: [listed] }))
  const { release } = hold('businessInfo', buildBusinessInfo({ listings: [listed] }))
  renderApp(at)
  await screen.findByRole('heading', { name: '上市信息' })
  expect(panel().getByText('演示板')).toBeTruthy()
  expect(screen.queryByText('统一社会信用代码')).toBeNull()
  release()
  await tableRead()
})

test('a stock that is known by its short name only says so in the header', async () => {
  answer('companyDetail', buildCompanyDetail({ name: '澜山演示', listings: [listed] }))
  answer('businessInfo', buildBusinessInfo({ name: '澜山演示', listings: [listed] }))
  renderApp(at)
  expect(within(await header()).getByText('证券简称').parentElement?.textContent).toBe(
    '证券简称 990001演示板全称未收录',
  )
})

test('a listed company leads to the companies of its region and industry, without a keyword', async () => {
  answer('filterOptions', {
    regions: [{ code: '99', name: '演示省', children: [{ code: '9900', name: '演示市' }] }],
    industries: [{ code: 'F', name: '批发和零售业', children: [{ code: '51', name: '批发业' }] }],
  })
  answer('companyDetail', buildCompanyDetail({ listings: [listed], region: '演示省演示市' }))
  answer('businessInfo', buildBusinessInfo({ listings: [listed] }))
  renderApp(at)
  const links = within(await screen.findByRole('region', { name: '同类企业' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['同地区企业演示省演示市', '/search/result?keyword=&region=9900'],
    ['同行业企业批发业', '/search/result?keyword=&industry=51'],
  ])
})

describe('a visitor is told at the login why it opened', () => {
  test.each([
    ['关注 a listed company', { listings: [listed] }, '关注', '登录后关注澜山演示'],
    ['关注 a company without a short name', {}, '关注', '登录后关注该企业'],
    ['申请更新', {}, '申请更新', '登录后申请更新'],
  ])('%s', async (_, deviation, button, reason) => {
    answerHome()
    answer('companyDetail', buildCompanyDetail(deviation))
    const { user, arrivesAt } = renderApp(at)
    await header()
    await user.click(screen.getByRole('button', { name: new RegExp(`^${button}`) }))
    await arrivesAt('/login')
    expect(await screen.findByText(reason)).toBeTruthy()
  })

  test('the reason is that of the last action, and only on the page of the action', async () => {
    answerHome()
    const { user, arrivesAt, goTo } = renderApp(at)
    await header()
    await user.click(screen.getByRole('button', { name: '关注' }))
    await arrivesAt('/login')
    await goTo(-1)
    await header()
    await user.click(screen.getByRole('button', { name: '申请更新' }))
    expect(await screen.findByText('登录后申请更新')).toBeTruthy()
    await goTo('/user/info')
    expect(await screen.findByText('登录后查看信息管理')).toBeTruthy()
  })
})

describe('the header card', () => {
  test("shows a visitor the company's facts and their sources", async () => {
    const detail = buildCompanyDetail({
      isJudgmentDebtor: true,
      phones: ['0990-0000001', '0990-0000002'],
      provenance: { identity: buildProvenance({ sourceName: '演示名单', asOf: '2026-06' }) },
    })
    answer('companyDetail', detail)
    renderApp(at)
    const card = within(await header())
    expect(card.getByRole('heading', { name: new RegExp(NAME) })).toBeTruthy()
    for (const words of ['存续', '有限责任公司', '被执行人', '演示甲', '2014-03-18', '风险数据未接入']) {
      expect(card.getByText(words)).toBeTruthy()
    }
    expect(card.getByText('注册资本').nextElementSibling?.textContent).toBe('500万元')
    expect(card.getByRole('button', { name: '1 个来源' })).toBeTruthy()
    expect(screen.getByText('演示数据：本页企业、人物与案件均为虚构')).toBeTruthy()
  })

  test('shows - for absent facts, the date of an old office, and no demo strip for a real company', async () => {
    answer(
      'companyDetail',
      buildCompanyDetail({
        isDemo: false,
        registeredCapital: null,
        foundedOn: null,
        creditCode: null,
        address: null,
        phones: [],
        legalRepresentative: buildRepresentative({ name: '演示乙', title: '负责人', datedBy: '2019 年年报' }),
      }),
    )
    renderApp(at)
    const card = within(await header())
    expect(card.getByText('负责人').nextElementSibling?.textContent).toBe('演示乙2019 年报')
    for (const label of ['注册资本', '成立日期', '参保人数']) {
      expect(card.getByText(label).nextElementSibling?.textContent).toBe('-')
    }
    for (const label of ['电话', '邮箱']) expect(card.queryByRole('button', { name: label })).toBeNull()
    for (const label of [/^官网/, /^地图/]) expect(card.queryByRole('link', { name: label })).toBeNull()
    expect(screen.queryByText(/演示数据：/)).toBeNull()
  })

  test('shows the newer officer instead of a legal representative whom newer officers contradict', async () => {
    answer(
      'companyDetail',
      buildCompanyDetail({
        legalRepresentative: buildRepresentative({ datedBy: '2019 年年报' }),
        leadingOfficer: {
          title: '董事长',
          name: '演示丙',
          datedBy: '2024-05',
          source: buildProvenance({ sourceName: '基本资料' }),
        },
      }),
    )
    renderApp(at)
    const card = within(await header())
    expect(card.getByText('董事长').nextElementSibling?.textContent).toBe('演示丙2024-05')
    expect(card.queryByText(/演示甲|法定代表人/)).toBeNull()
  })

  test.each([
    ['演示乙', `/overview/person?${new URLSearchParams({ companyId: 'c-1', role: 'legalRepresentative' }).toString()}`],
    ['澜山演示投资有限公司', undefined],
  ])('links a legal representative who is a person, not an organisation: %s', async (name, path) => {
    answer(
      'companyDetail',
      buildCompanyDetail({ legalRepresentative: buildRepresentative({ name, title: '执行事务合伙人' }) }),
    )
    renderApp(at)
    const value = within(await header()).getByText('执行事务合伙人').nextElementSibling
    expect(value?.textContent).toBe(name)
    expect(value?.querySelector('a')?.getAttribute('href')).toBe(path)
  })

  test('copies name and code and confirms it', async () => {
    const { user } = renderApp(at)
    const card = within(await header())
    await user.click(card.getByRole('button', { name: '复制企业名称' }))
    expect(await screen.findByText('已复制')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(NAME)
    await user.click(await screen.findByRole('button', { name: '复制统一社会信用代码' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('91990002MA0FCT021R'))
  })

  test('links to the web site only when the source gives a valid URL', async () => {
    answer('companyDetail', buildCompanyDetail({ website: 'www.example.com', phones: [] }))
    const { unmount } = renderApp(at)
    expect(
      within(await header())
        .getByRole('link', { name: /^官网/ })
        .getAttribute('href'),
    ).toBe('http://www.example.com/')
    unmount()
    answer('companyDetail', buildCompanyDetail({ website: 'javascript:alert(1)' }))
    renderApp(at)
    const card = within(await header())
    expect(card.queryByRole('link', { name: /^官网/ })).toBeNull()
  })

  test.each([
    [{ website: 'www.example.com' }, ['关注', '问百言', '对比', '官网，在新窗口打开', '更多']],
    [{ website: 'www.example.com', phones: ['0990-0000001'] }, ['关注', '问百言', '对比', '电话', '更多']],
    [{}, ['关注', '问百言', '对比', '更多']],
  ])('has its actions for %j, 对比 before the first contact', async (contacts, labels) => {
    answer('companyDetail', buildCompanyDetail({ phones: [], email: null, address: null, ...contacts }))
    renderApp(at)
    const row = within(await header()).getByRole('button', { name: '更多' }).parentElement
    expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual(labels)
  })

  test('lists phones to call and copy, and offers no call to a masked number', async () => {
    answer('companyDetail', buildCompanyDetail({ phones: ['0990-0000001', '154****0002'] }))
    const { user } = renderApp(at)
    await user.click(within(await header()).getByRole('button', { name: '电话2' }))
    const sheet = within(await screen.findByRole('dialog', { name: '公开电话' }))
    expect(sheet.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['tel:09900000001'])
    await user.click(sheet.getByRole('button', { name: '复制电话' }))
    expect(await navigator.clipboard.readText()).toBe('0990-0000001')
    expect(sheet.getByText('154****0002')).toBeTruthy()
    expect(sheet.getByText('手机号码仅展示部分数字')).toBeTruthy()
  })

  test('opens the sources with licence and date by group of facts', async () => {
    const report = buildProvenance({ sourceId: 'report', sourceName: '演示年报', asOf: '2021' })
    const licences = { demo: 'Apache-2.0', report: '公司依法披露的单项事实' }
    answer(
      'companyDetail',
      buildCompanyDetail({ provenance: { identity: buildProvenance(), people: report }, licences }),
    )
    const { user } = renderApp(at)
    await user.click(within(await header()).getByRole('button', { name: '2 个来源' }))
    const sheet = within(await screen.findByRole('dialog', { name: '数据来源' }))
    const people = sheet.getByRole('heading', { name: '法定代表人' }).parentElement
    expect(people?.textContent).toBe('法定代表人来源：演示年报，数据截至 2021许可：公司依法披露的单项事实')
  })

  test('shows short name, code and board of a listed company', async () => {
    const listing = buildStock()
    answer('companyDetail', buildCompanyDetail({ listings: [listing] }))
    renderApp(at)
    expect(within(await header()).getByText(/990001/).textContent).toBe('澜山演示 990001主板')
  })

  test('the bar shows the name once the header has scrolled away', async () => {
    const show = controlIntersections()
    renderApp(at)
    const card = await header()
    expect(screen.getByRole('button', { name: '返回首页' })).toBeTruthy()
    await show(card, false)
    expect(screen.queryByRole('button', { name: '返回首页' })).toBeNull()
    expect(screen.getAllByText('演示数据：本页企业、人物与案件均为虚构')).toHaveLength(2)
    await show(card, true)
    expect(screen.getByRole('button', { name: '返回首页' })).toBeTruthy()
  })
})

test('分享 offers the link and the poster of the company', async () => {
  const { user } = renderApp(at)
  await user.click(await screen.findByRole('button', { name: '分享' }))
  const sheet = within(await screen.findByRole('dialog', { name: '分享' }))
  expect(sheet.getByText(NAME)).toBeTruthy()
  expect(sheet.getByRole('button', { name: '海报' })).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: '复制链接' }))
  expect(await screen.findByText('链接已复制')).toBeTruthy()
  const link = `${window.location.origin}${window.location.pathname}#${at}&isShare=1&fr=share`
  expect(await navigator.clipboard.readText()).toBe(link)
})

test('更多 leads to 找关系 from the company', async () => {
  const { user } = renderApp(at)
  await header()
  await user.click(screen.getByRole('button', { name: '更多' }))
  const more = within(await screen.findByRole('dialog', { name: '更多' }))
  expect(more.getByRole('link', { name: '找关系' }).getAttribute('href')).toBe('/relation?from=c-1')
})

test('更多 prints the page for everyone, without the sheet', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const { user } = renderApp(at)
  await header()
  await user.click(screen.getByRole('button', { name: '更多' }))
  await user.click(within(await screen.findByRole('dialog', { name: '更多' })).getByRole('button', { name: '打印' }))
  expect(print).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '更多' })).toBeNull())
  expect(screen.getByText(/依据公开来源整理，非征信报告/).textContent).toContain('/company/detail?id=c-1')
})

describe('tabs', () => {
  test.each([
    ['legalRisk', '法律风险', '法律风险数据未接入'],
    ['businessRisk', '经营风险', '经营风险数据未接入'],
    ['change', '变更记录', '变更记录未接入'],
  ])('%s states that its source is not connected, instead of stating none', async (tab, label, title) => {
    renderApp(`/company/detail?id=c-1&tab=${tab}`)
    await header()
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(label)
    expect(panel().getByRole('heading', { name: title })).toBeTruthy()
    expect(panel().getByText('暂无法判断是否有相关记录，可前往官方渠道核查')).toBeTruthy()
    expect(
      panel()
        .getByRole('link', { name: /^官方核查/ })
        .getAttribute('href'),
    ).toBe('/company/check?id=c-1')
  })

  test.each(['', '&tab=', '&tab=history'])('an unknown tab (%j) is the overview', async (query) => {
    renderApp(`/company/detail?id=c-1${query}`)
    await header()
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('概览')
  })

  test('are part of the URL and cause no new request', async () => {
    const calls = answer('companyDetail', buildCompanyDetail())
    const { user, currentUrl } = renderApp(at)
    await header()
    await user.click(screen.getByRole('tab', { name: '经营风险' }))
    expect(currentUrl()).toBe('/company/detail?id=c-1&tab=businessRisk')
    expect(panel().getByRole('heading', { name: '经营风险数据未接入' })).toBeTruthy()
    expect(calls).toHaveLength(1)
  })
})

describe('the overview', () => {
  test('counts connected sections', async () => {
    const sections = buildCompanyDetail().sections.map((section) =>
      section.key === 'executedPerson' ? { ...section, counts: { current: 2, disputed: 0, history: 0 } } : section,
    )
    answer('companyDetail', buildCompanyDetail({ sections }))
    renderApp(at)
    await header()
    expect(screen.getByRole('tab', { name: '法律风险2' })).toBeTruthy()
    const cells = panel()
      .getAllByRole('listitem')
      .map((cell) => cell.textContent)
    expect(cells).toContain('2被执行人')
    expect(panel().getByRole('button', { name: '17 类未接入' })).toBeTruthy()
  })

  test('a failed register table leaves the rest readable and can be retried', async () => {
    answerStatus('businessInfo', 500)
    const { user } = renderApp(at)
    await header()
    const failed = await screen.findByRole('alert')
    expect(within(failed).getByText('服务器内部错误')).toBeTruthy()
    answer('businessInfo', buildBusinessInfo())
    await user.click(within(failed).getByRole('button', { name: '重试' }))
    expect(await panel().findByText('统一社会信用代码')).toBeTruthy()
  })
})

describe('other states', () => {
  test('shows the geometry of the page while loading', async () => {
    const { release } = hold('companyDetail', buildCompanyDetail())
    renderApp(at)
    expect(await screen.findByText('正在加载')).toBeTruthy()
    release()
    expect(await header()).toBeTruthy()
  })

  test('a missing company and a URL without an id show a state with a link', async () => {
    refuse('companyDetail', 4040, '未找到')
    const { unmount } = renderApp(at)
    expect(await screen.findByRole('heading', { name: '未找到该企业' })).toBeTruthy()
    unmount()
    answerHome()
    const { user, currentUrl } = renderApp('/company/detail')
    expect(await screen.findByRole('heading', { name: '未找到该企业' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '返回首页' }))
    await waitFor(() => expect(currentUrl()).toBe('/home'))
  })

  test("shows the server's message when rate-limited", async () => {
    refuse('companyDetail', 429, '操作太频繁，请 37 秒后再试')
    renderApp(at)
    expect(await screen.findByRole('heading', { name: '访问太频繁' })).toBeTruthy()
    expect(screen.getByText('操作太频繁，请 37 秒后再试')).toBeTruthy()
  })

  test('shows the error and retries', async () => {
    breakNetwork('companyDetail')
    const { user } = renderApp(at)
    const failed = await screen.findByRole('alert')
    expect(within(failed).getByText('网络连接失败，请检查你的网络设置')).toBeTruthy()
    answer('companyDetail', buildCompanyDetail())
    await user.click(within(failed).getByRole('button', { name: '重试' }))
    expect(await header()).toBeTruthy()
  })
})

describe('a company viewed before', () => {
  test('stays readable offline with the time of its data', async () => {
    const { router, user } = renderApp(at)
    await tableRead()
    await act(() => router.navigate('/ai'))
    for (const key of ['companyDetail', 'businessInfo'] as const) breakNetwork(key)
    await act(() => router.navigate(at))
    expect(await screen.findByText(/^当前离线，显示 \d{4}-\d{2}-\d{2} \d{2}:\d{2} 的内容$/)).toBeTruthy()
    expect(within(await header()).getByText('演示甲')).toBeTruthy()
    expect(panel().getByText('统一社会信用代码')).toBeTruthy()
    answer('companyDetail', buildCompanyDetail())
    await user.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(screen.queryByText(/当前离线/)).toBeNull())
  })

  test('has one note where both its header and its register entry are saved ones', async () => {
    const detail = buildCompanyDetail()
    recentCompanies.saveDetail(detail, summaryOfDetail(detail))
    recentCompanies.saveBusinessInfo(buildBusinessInfo())
    for (const key of ['companyDetail', 'businessInfo'] as const) breakNetwork(key)
    renderApp(at)
    await tableRead()
    expect(screen.getAllByText(/^当前离线/)).toHaveLength(1)
  })

  test('is not shown once the server states that it does not exist', async () => {
    const { router } = renderApp(at)
    await header()
    await act(() => router.navigate('/ai'))
    refuse('companyDetail', 4040, '未找到')
    await act(() => router.navigate(at))
    expect(await screen.findByRole('heading', { name: '未找到该企业' })).toBeTruthy()
  })
})

test.each(Object.entries(hostileTexts))('shows %s in every field as text', async (_kind, text) => {
  answer(
    'companyDetail',
    buildCompanyDetail({
      name: text,
      formerNames: [text],
      businessType: text,
      jointStockType: text,
      legalRepresentative: buildRepresentative({ name: text }),
      phones: [text],
      email: text,
      website: text,
      address: text,
      provenance: { identity: buildProvenance({ sourceName: text, sourceUrl: 'javascript:alert(1)' }) },
    }),
  )
  answer(
    'businessInfo',
    buildBusinessInfo({
      name: text,
      scope: text,
      authority: text,
      nameEnglish: text,
      statusRaw: text,
      mailAddress: text,
    }),
  )
  const { container } = renderApp(at)
  const card = await header()
  await tableRead()
  expect(card.querySelector('h2 bdi')?.textContent).toBe(text)
  expect(container.querySelector('script, img')).toBeNull()
  expect(container.querySelector('a[href^="javascript"]')).toBeNull()
})
