import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  buildComparison,
  buildHit,
  buildHits,
  buildSearchAnswer,
  filterOptions,
  hostileTexts,
  saveViewedCompany,
} from '../../../test/company-builders.ts'
import { buildCaptcha, buildHomeConfig } from '../../../test/home-answers.ts'
import { mockRowSizes } from '../../../test/layout.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, hold, refuse } from '../../../test/server.ts'
import { passTime } from '../../../test/time.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { clearSession } from '../../platform/session/session-store.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './search-result-page.tsx'

afterEach(() => recentCompanies.clear())

beforeEach(() => {
  mockRowSizes()
  logIn()
  answer('filterOptions', filterOptions)
})

const at = (query: Record<string, string>) => `/search/result?${new URLSearchParams(query).toString()}`

/** Mocks the requests of the search page. */
function answerPanel() {
  answer('searchHistory', { viewHistoryList: [] })
  answer('recentBrowseList', [])
  answer('companySuggest', { list: [] })
}

describe('data', () => {
  test('rows of equal names show region and end of the code, other rows do not', async () => {
    const name = '澜山演示商行'
    answer(
      'companySearch',
      buildSearchAnswer({
        list: [
          buildHit({ id: 'c-1', name, region: '演示省演示市', creditCode: '91990002MA0FCT021R' }),
          buildHit({ id: 'c-2', name, region: '样例省样例市', creditCode: '91990001MA0FCT7K2P' }),
          buildHit({ id: 'c-3', name: '澜山演示贸易有限公司' }),
        ],
        total: 3,
      }),
    )
    renderApp(at({ keyword: '澜山' }))
    expect(await screen.findByRole('link', { name: /同名企业，演示省演示市 · 信用代码尾号 CT021R/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: /同名企业，样例省样例市 · 信用代码尾号 CT7K2P/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: /贸易/ }).textContent).not.toContain('同名企业')
  })

  test('a company with current risks has red tags', async () => {
    answer(
      'companySearch',
      buildSearchAnswer({ list: [buildHit({ isDishonestDebtor: true, isJudgmentDebtor: true })] }),
    )
    renderApp(at({ keyword: '澜山' }))
    expect(await screen.findByText('失信被执行人')).toBeTruthy()
    expect(screen.getByText('被执行人')).toBeTruthy()
    expect(screen.queryByText('限制高消费')).toBeNull()
  })

  test('shows the total and the reason of each hit', async () => {
    answer(
      'companySearch',
      buildSearchAnswer({
        list: [
          buildHit({ id: 'c-1', name: '澜山演示贸易有限公司' }),
          buildHit({
            id: 'c-2',
            name: '云岚演示软件有限公司',
            matchReason: { field: 'formerName', text: '澜山演示软件有限公司' },
          }),
        ],
        total: 2,
      }),
    )
    const { container } = renderApp(at({ keyword: '澜山' }))
    expect(await screen.findByRole('heading', { name: '共 2 家' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('“澜山”的搜索结果')
    const former = screen.getByRole('link', { name: /云岚演示软件有限公司.*曾用名.*澜山演示软件有限公司/ })
    expect(former.getAttribute('href')).toBe('/company/detail?id=c-2&tab=overview')
    expect([...container.querySelectorAll('em')].map((hit) => hit.textContent)).toEqual(['澜山', '澜山'])
  })

  test('a dated legal representative has the year beside the name', async () => {
    const dated = { legalRepresentative: '演示乙', legalRepresentativeYear: '2021' }
    answer('companySearch', buildSearchAnswer({ list: [buildHit(dated)] }))
    renderApp(at({ keyword: '澜山' }))
    const row = await screen.findByRole('link', { name: /澜山演示贸易有限公司/ })
    expect(row.textContent).toContain('法定代表人演示乙 2021注册资本')
  })

  test('the officer of a newer source stands in the place of a contradicted legal representative', async () => {
    const leadingOfficer = { name: '演示丙', title: '董事长', year: '2024' }
    answer('companySearch', buildSearchAnswer({ list: [buildHit({ legalRepresentative: null, leadingOfficer })] }))
    renderApp(at({ keyword: '澜山' }))
    const row = await screen.findByRole('link', { name: /澜山演示贸易有限公司/ })
    expect(row.textContent).toContain('董事长演示丙 2024注册资本')
    expect(row.textContent).not.toContain('法定代表人')
  })

  test('rank, revenue and province stand for the facts of a company that only lists name', async () => {
    const listEntry = { name: '演示民营企业500强', title: '第 4 位', year: '2024', amount: '86207200' }
    const unknown = { legalRepresentative: null, registeredCapital: null, foundedOn: null }
    answer('companySearch', buildSearchAnswer({ list: [buildHit({ ...unknown, listEntry, region: '演示省' })] }))
    renderApp(at({ keyword: '澜山' }))
    const row = await screen.findByRole('link', { name: /澜山演示贸易有限公司/ })
    expect(row.textContent).toContain('演示民营企业500强')
    expect(row.textContent).toContain('榜单名次第 4 位2024 营收8,620.72 亿元省份演示省')
    expect(row.textContent).not.toContain('注册资本')
  })

  test('a hit in the legal representative is highlighted in the facts and shown once', async () => {
    const hit = buildHit({
      legalRepresentative: '演示乙',
      legalRepresentativeYear: '2021',
      matchReason: { field: 'legalRepresentative', text: '演示乙' },
      hitRanges: [[0, 3]],
    })
    answer('companySearch', buildSearchAnswer({ list: [hit] }))
    const { container } = renderApp(at({ keyword: '演示乙' }))
    const row = await screen.findByRole('link', { name: /澜山演示贸易有限公司/ })
    expect(row.textContent?.match(/法定代表人/g)).toHaveLength(1)
    expect([...container.querySelectorAll('em')].map((mark) => mark.textContent)).toEqual(['演示乙'])
  })

  test('a hit by pinyin initials names the characters that match', async () => {
    const hit = buildHit({ matchReason: { field: 'initials', text: '澜山演示贸易有限公司' }, hitRanges: [[2, 4]] })
    answer('companySearch', buildSearchAnswer({ list: [hit] }))
    renderApp(at({ keyword: 'ys' }))
    const row = await screen.findByRole('link', { name: /澜山演示贸易有限公司/ })
    expect(row.textContent).toMatch(/拼音首字母演示$/)
  })

  test('shows an excerpt with the hit in view, and a masked number without an excerpt', async () => {
    const scope = '日用百货、五金交电销售；信息系统集成服务；电子产品销售；新能源汽车销售；货物进出口'
    const hit = scope.indexOf('新能源')
    answer(
      'companySearch',
      buildSearchAnswer({
        list: [
          buildHit({ id: 'c-1', matchReason: { field: 'scope', text: scope }, hitRanges: [[hit, hit + 3]] }),
          buildHit({ id: 'c-2', matchReason: { field: 'phone', text: '154****0012' }, hitRanges: [] }),
        ],
      }),
    )
    const { container } = renderApp(at({ keyword: '新能源', within: 'scope' }))
    const [scopeRow, phoneRow] = await screen.findAllByRole('link', { name: /澜山演示贸易有限公司/ })
    expect(scopeRow?.textContent).toMatch(/经营范围….{1,8}新能源汽车销售；货物进出口$/)
    expect(phoneRow?.textContent).toMatch(/电话154\*\*\*\*0012$/)
    expect([...container.querySelectorAll('em')].map((mark) => mark.textContent)).toEqual(['新能源'])
  })

  test('shows a lower bound and suggests a filter when there are too many', async () => {
    answer('companySearch', buildSearchAnswer({ list: buildHits(20), total: 1000, totalCapped: true }))
    renderApp(at({ keyword: '澜山' }))
    expect(await screen.findByRole('heading', { name: '共 1000+ 家，可加条件缩小范围' })).toBeTruthy()
  })

  test('shows when only some of too many rows are sorted', async () => {
    answer('companySearch', buildSearchAnswer({ list: buildHits(20), total: 1000, totalCapped: true, tooBroad: true }))
    renderApp(at({ keyword: '有限公司', sort: 'foundedNewest' }))
    expect(await screen.findByText('匹配企业过多，仅对最相关的部分排序，请增加筛选条件')).toBeTruthy()
  })

  test('requests every condition of the URL', async () => {
    const calls = answer('companySearch', buildSearchAnswer())
    const query = { keyword: '澜山', region: '9901', status: '存续', sort: 'capitalHighest', exact: '1' }
    renderApp(at({ ...query, age: 'nonsense' }))
    await screen.findByRole('heading', { name: '共 1 家' })
    expect(calls.map((call) => call.query)).toEqual([{ ...query, page: '1' }])
  })

  test('shows results of the corrected keyword, and of the typed one on demand', async () => {
    answer('companySearch', buildSearchAnswer({ didYouMean: '澜山' }))
    const { user, currentUrl } = renderApp(at({ keyword: '澜衫' }))
    const exact = await screen.findByRole('link', { name: '仍搜索“澜衫”' })
    expect(exact.parentElement?.textContent).toBe('已显示“澜山”的结果 · 仍搜索“澜衫”')
    const calls = answer('companySearch', buildSearchAnswer({ list: [] }))
    answer('coverage', { companies: 0, groups: [] })
    answer('homeConfig', buildHomeConfig())
    await user.click(exact)
    expect(await screen.findByRole('heading', { name: '未找到“澜衫”' })).toBeTruthy()
    expect(currentUrl()).toBe(at({ keyword: '澜衫', exact: '1' }))
    expect(calls.map((call) => call.query['exact'])).toEqual(['1'])
  })

  test('says that another name is not in the store, and offers 申请收录', async () => {
    answer('companySearch', buildSearchAnswer({ didYouMean: '澜山演示', isOtherName: true }))
    renderApp(at({ keyword: '澜海演示' }))
    const exact = await screen.findByRole('link', { name: '仍搜索“澜海演示”' })
    expect(exact.parentElement?.textContent).toBe('未收录“澜海演示”，以下为名称相近的企业 · 仍搜索“澜海演示”申请收录')
    expect(screen.getAllByRole('button', { name: '申请收录' })).toHaveLength(1)
  })

  test('of a full name that is not in the store offers 申请收录 above however many near names', async () => {
    const keyword = '澜海演示股份有限公司'
    answer('companySearch', buildSearchAnswer({ list: buildHits(9), usedKeyword: '澜海', isOtherName: true }))
    renderApp(at({ keyword }))
    expect(await screen.findByText(/以下为名称相近的企业/)).toHaveProperty(
      'textContent',
      `未收录“${keyword}”，以下为名称相近的企业申请收录`,
    )
    expect(screen.getByRole('button', { name: '申请收录' })).toBeTruthy()
    expect(screen.queryByText(/^已按/)).toBeNull()
  })

  test('says by which part of a longer text it searched', async () => {
    answer('companySearch', buildSearchAnswer({ usedKeyword: '澜山' }))
    renderApp(at({ keyword: '澜山公司官网' }))
    expect((await screen.findByText(/^已按/)).textContent).toBe('已按“澜山”查询')
  })

  test('shows when the index is partial and when the keyword was cut', async () => {
    answer('companySearch', buildSearchAnswer({ partial: true, cutKeyword: '澜' }))
    renderApp(at({ keyword: '澜山' }))
    expect(await screen.findByText(/^索引重建中，暂仅可查全称、代码与名称开头/)).toBeTruthy()
    expect(screen.getByText('关键词过长，仅使用前 100 个字')).toBeTruthy()
  })

  test('a partial index leads to a search by full name or code, with the keyword in the focused field', async () => {
    answerPanel()
    answer('companySearch', buildSearchAnswer({ partial: true }))
    const { user, currentUrl } = renderApp(at({ keyword: '澜山' }))
    await user.click(await screen.findByRole('link', { name: '按全称或代码查' }))
    const field = await screen.findByRole<HTMLInputElement>('searchbox')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(field.value).toBe('澜山')
    expect(currentUrl()).toBe(`/search?${new URLSearchParams({ keyword: '澜山' }).toString()}`)
  })

  test.each(Object.entries(hostileTexts))('shows %s as text', async (_kind, text) => {
    const hit = buildHit({
      name: text,
      businessType: text,
      legalRepresentative: text,
      matchReason: { field: 'alias', text },
    })
    answer('companySearch', buildSearchAnswer({ list: [hit], didYouMean: text }))
    const { container } = renderApp(at({ keyword: text.slice(0, 50) }))
    await screen.findByRole('heading', { name: '共 1 家' })
    expect(container.querySelector('h3')?.textContent).toBe(text)
    expect(container.querySelector('script, img')).toBeNull()
  })
})

test('sends a visitor to login and back to the same search', async () => {
  clearSession()
  answer('captcha', buildCaptcha())
  const calls = answer('companySearch', buildSearchAnswer())
  const { currentUrl } = renderApp(at({ keyword: '澜山', status: '存续' }))
  await waitFor(() => expect(currentUrl()).toBe('/login'))
  expect(JSON.parse(sessionStorage.getItem('savedRoute') ?? '')).toMatchObject({
    path: '/search/result',
    query: { keyword: '澜山', status: '存续' },
  })
  expect(calls).toEqual([])
})

describe('other states', () => {
  test('shows five skeleton rows while loading', async () => {
    const { release } = hold('companySearch', buildSearchAnswer())
    const { container } = renderApp(at({ keyword: '澜山' }))
    expect(await screen.findByText('正在加载')).toBeTruthy()
    expect(container.querySelectorAll('[aria-busy="true"] > div')).toHaveLength(5)
    release()
    expect(await screen.findByRole('heading', { name: '共 1 家' })).toBeTruthy()
    expect(screen.queryByText('正在加载')).toBeNull()
  })

  test('empty with conditions: says that they can exclude the company and offers to remove them', async () => {
    answer('companySearch', buildSearchAnswer({ list: [] }))
    answer('coverage', { companies: 0, groups: [] })
    const { user, currentUrl } = renderApp(at({ keyword: '澜山', status: '注销', region: '99' }))
    const clear = await screen.findByRole('button', { name: '清除筛选' })
    expect(screen.getByText('所选筛选条件可能排除了目标企业')).toBeTruthy()
    expect(screen.queryByText(/未收录，不代表不存在/)).toBeNull()
    expect(screen.getByRole('button', { name: '修改关键词' })).toBeTruthy()
    answer('companySearch', buildSearchAnswer())
    await user.click(clear)
    expect(await screen.findByRole('heading', { name: '共 1 家' })).toBeTruthy()
    expect(currentUrl()).toBe(at({ keyword: '澜山' }))
  })

  test('empty in one field: names it and searches all fields on demand', async () => {
    answer('companySearch', buildSearchAnswer({ list: [] }))
    answer('coverage', { companies: 0, groups: [] })
    const { user, currentUrl } = renderApp(at({ keyword: '澜山', region: '99', within: 'legalRepresentative' }))
    expect(await screen.findByText('仅检索“法定代表人”，所选筛选条件可能排除了目标企业')).toBeTruthy()
    expect(screen.getByRole('button', { name: '清除筛选' })).toBeTruthy()
    answer('companySearch', buildSearchAnswer())
    await user.click(screen.getByRole('button', { name: '在全部范围中查找' }))
    expect(await screen.findByRole('heading', { name: '共 1 家' })).toBeTruthy()
    expect(currentUrl()).toBe(at({ keyword: '澜山', region: '99' }))
  })

  test('a partial index never shows as an empty list', async () => {
    answer('companySearch', buildSearchAnswer({ list: [], partial: true }))
    answerPanel()
    const { user } = renderApp(at({ keyword: '澜山' }))
    expect(await screen.findByRole('heading', { name: '索引重建中，结果不全' })).toBeTruthy()
    expect(screen.getByText('暂仅可查全称、代码与名称开头')).toBeTruthy()
    expect(screen.queryByText(/未找到/)).toBeNull()
    await user.click(screen.getByRole('button', { name: '按全称或代码查' }))
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('澜山')
  })

  test('rows appear by themselves once the index is ready', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    answer('companySearch', buildSearchAnswer({ list: [], partial: true }))
    renderApp(at({ keyword: '澜山' }))
    await screen.findByRole('heading', { name: '索引重建中，结果不全' })
    answer('companySearch', buildSearchAnswer())
    passTime(3_000)
    expect(await screen.findByRole('heading', { name: '共 1 家' })).toBeTruthy()
  })

  test('failed: keeps the conditions, shows the companies viewed before and retries', async () => {
    saveViewedCompany({ id: 'c-7', name: '青禾演示生物有限公司' })
    breakNetwork('companySearch')
    const { user, currentUrl } = renderApp(at({ keyword: '澜山', status: '存续' }))
    const failed = await screen.findByRole('alert')
    expect(within(failed).getByText('网络连接失败，请检查你的网络设置')).toBeTruthy()
    expect(screen.getByRole('button', { name: '状态：存续' })).toBeTruthy()
    expect(screen.getByRole('link', { name: /青禾演示生物有限公司.*已离线保存/ })).toBeTruthy()
    const calls = answer('companySearch', buildSearchAnswer())
    await user.click(within(failed).getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('heading', { name: '共 1 家' })).toBeTruthy()
    expect(calls[0]?.query['status']).toBe('存续')
    expect(currentUrl()).toBe(at({ keyword: '澜山', status: '存续' }))
  })

  test.each([
    [500, '服务器内部错误'],
    [503, '服务不可用'],
    [504, '网关超时'],
  ])('failed with %i shows %s', async (status, sentence) => {
    answerStatus('companySearch', status)
    renderApp(at({ keyword: '澜山' }))
    expect(within(await screen.findByRole('alert')).getByText(sentence)).toBeTruthy()
  })

  test("rate-limited: shows the server's message", async () => {
    refuse('companySearch', 429, '操作太频繁，请 37 秒后再试')
    renderApp(at({ keyword: '澜山' }))
    expect(await screen.findByText('操作太频繁，请 37 秒后再试')).toBeTruthy()
  })

  test('a keyword without searchable characters links back to the field', async () => {
    refuse('companySearch', 4105, '请输入企业名称、代码或拼音')
    renderApp(at({ keyword: '……' }))
    expect(await screen.findByRole('heading', { name: '请输入企业名称、代码或拼音' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '修改关键词' })).toBeTruthy()
  })

  test('a URL without a keyword requests one and sends no request', async () => {
    const calls = answer('companySearch', buildSearchAnswer())
    renderApp('/search/result')
    expect(await screen.findByRole('heading', { name: '请输入企业名称/简称' })).toBeTruthy()
    expect(calls).toEqual([])
  })
})

const choice = (place: number) => screen.getByRole('button', { name: `对比澜山演示第${place}贸易有限公司` })

describe('对比', () => {
  beforeEach(() => {
    answer('companySearch', buildSearchAnswer({ list: buildHits(4) }))
  })

  test('rows offer 对比 in the place of 关注 while the user chooses, for three companies at most', async () => {
    answer('companyComparison', buildComparison(2))
    const { user, arrivesAt } = renderApp('/search/result?keyword=澜山')
    await user.click(await screen.findByRole('button', { name: '对比' }))
    expect(screen.queryByRole('button', { name: /^关注/ })).toBeNull()
    const bar = within(screen.getByRole('region', { name: '企业对比' }))
    expect(bar.getByText('选择 2–3 家企业')).toBeTruthy()
    await user.click(choice(1))
    await user.click(bar.getByRole('button', { name: '对比 1/3' }))
    expect(await screen.findByText('请再选 1 家企业')).toBeTruthy()
    await user.click(choice(2))
    await user.click(choice(3))
    await user.click(choice(4))
    expect(await screen.findByText('最多对比 3 家企业')).toBeTruthy()
    expect(choice(4).getAttribute('aria-pressed')).toBe('false')
    await user.click(choice(2))
    await user.click(bar.getByRole('button', { name: '对比 2/3' }))
    await arrivesAt('/compare?ids=c-1%2Cc-3')
  })

  test('取消 ends the choice and empties it', async () => {
    const { user } = renderApp('/search/result?keyword=澜山')
    await user.click(await screen.findByRole('button', { name: '对比' }))
    await user.click(choice(1))
    await user.click(screen.getByRole('button', { name: '取消对比' }))
    expect(screen.getAllByRole('button', { name: /^关注/ })).toHaveLength(4)
    expect(sessionStorage.getItem('compareBasket')).toBeNull()
  })
})
