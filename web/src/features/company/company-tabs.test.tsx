import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildBusinessInfo, buildCompanyDetail, buildSections } from '../../../test/company-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { buildRecordList, buildRecordRow } from '../../../test/record-builders.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { readSavedRoute } from '../../platform/navigation/saved-route.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './company-page.tsx'

const at = '/company/detail?id=c-1&tab=overview'
const tabAt = (tab: string) => `/company/detail?id=c-1&tab=${tab}`

const connected = buildSections({
  dishonestExecutor: { current: 1, history: 3 },
  executedPerson: { current: 2 },
  consumptionRestriction: { history: 3 },
  courtAnnouncement: { current: 2 },
  judicialDocument: { disputed: 1 },
  punishment: { current: 1 },
})
const risk = { high: 2, medium: 4, notice: 0, asOf: '2026-11-18' }
const everyBusinessKind = {
  businessRisk: {},
  punishment: {},
  taxViolation: {},
  seriousViolation: {},
  equityPledge: {},
}

beforeEach(() => {
  answer('companyDetail', buildCompanyDetail({ sections: connected, risk }))
  answer('businessInfo', buildBusinessInfo())
})
afterEach(() => recentCompanies.clear())

const card = async (name: string) => within(await screen.findByRole('region', { name }))

describe('a risk tab', () => {
  const digest = {
    recordKind: 'dishonestExecutor',
    id: 'r-1',
    title: '（2026）演0101执1234号',
    publishedAt: '2026-10-28',
    lines: [
      { label: '执行法院', value: '演示市示例区人民法院', tone: null },
      { label: '履行情况', value: '全部未履行', tone: 'red' },
    ],
    source: { sourceId: 'demo-execution', sourceName: '演示执行信息网', sourceUrl: null, asOf: '2026-11-18' },
  } as const

  test('shows the newest record to a logged-in user', async () => {
    logIn()
    answer('latestRecord', { ...digest, lines: [...digest.lines] })
    renderApp(tabAt('legalRisk'))
    const latest = await card('最近一条')
    expect(await latest.findByText('（2026）演0101执1234号')).toBeTruthy()
    expect(latest.getByText('2026-10-28 发布')).toBeTruthy()
    expect(latest.getByText('全部未履行').parentElement?.className).toContain('red')
    expect(latest.getByRole('link', { name: '详情' }).getAttribute('href')).toBe(
      '/legalRisk/dishonestExecutorDetail?id=r-1&companyId=c-1',
    )
    expect(screen.getByText('仅统计当前有效记录，历史记录另列；多个来源的同一文书合并计数。')).toBeTruthy()
  })

  test('asks a visitor to log in and returns to the tab', async () => {
    answerHome()
    const { user, currentUrl } = renderApp(tabAt('legalRisk'))
    const latest = await card('最近一条')
    expect(latest.getByText('登录后可查看每条记录的内容')).toBeTruthy()
    await user.click(latest.getByRole('button', { name: '登录/注册' }))
    await waitFor(() => expect(currentUrl()).toBe('/login'))
    expect(readSavedRoute()).toBe(tabAt('legalRisk'))
  })

  test('shows that the newest record failed to load and retries', async () => {
    logIn()
    breakNetwork('latestRecord')
    const { user } = renderApp(tabAt('legalRisk'))
    const latest = await card('最近一条')
    const retry = await latest.findByRole('button', { name: '重试' })
    answer('latestRecord', null)
    await user.click(retry)
    await waitFor(() => expect(screen.queryByRole('region', { name: '最近一条' })).toBeNull())
  })

  test('leads to 官方核查 where a kind of the tab is not connected', async () => {
    renderApp(tabAt('businessRisk'))
    const link = (await card('官方核查')).getByRole('link', { name: /^官方核查/ })
    expect(link.getAttribute('href')).toBe('/company/check?id=c-1')
  })

  test('has no 官方核查 where every kind is connected', async () => {
    answer('companyDetail', buildCompanyDetail({ sections: buildSections(everyBusinessKind) }))
    renderApp(tabAt('businessRisk'))
    await screen.findByText('截至 2026-11-18，在已接入的数据源中未查询到当前有效记录。')
    expect(screen.queryByRole('region', { name: '官方核查' })).toBeNull()
  })

  test('shows the date of an empty result, and sections that are not connected', async () => {
    answer(
      'companyDetail',
      buildCompanyDetail({ sections: buildSections({ businessRisk: {}, punishment: { history: 2 } }) }),
    )
    renderApp(tabAt('businessRisk'))
    expect(await screen.findByText('截至 2026-11-18，在已接入的数据源中未查询到当前有效记录。')).toBeTruthy()
    expect(screen.getByRole('button', { name: '3 类未接入' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: '最近一条' })).toBeNull()
  })
})

describe('the change tab', () => {
  const sections = buildSections({ changeRecord: { current: 18 } })
  const changes = Array.from({ length: 20 }, (_, index) =>
    buildRecordRow('changeRecord', {
      id: `r-${index}`,
      fields: { item: `名称变更${index}`, kind: '名称', before: '澜山样例商贸有限公司', after: '澜山演示贸易有限公司' },
    }),
  )

  test('shows the newest changes with removed and added text and links to all', async () => {
    answer('companyDetail', buildCompanyDetail({ sections }))
    answer('changeRecordList', buildRecordList('changeRecord', { list: changes.slice(0, 18) }))
    const { container } = renderApp(tabAt('change'))
    const tab = await card('变更记录')
    expect(await tab.findByText('名称变更0')).toBeTruthy()
    expect(tab.getAllByRole('article')).toHaveLength(5)
    expect(container.querySelector('del')?.textContent).toBe('样例商贸')
    expect(container.querySelector('ins')?.textContent).toBe('演示贸易')
    expect(tab.getByRole('link', { name: '全部 18 条' }).getAttribute('href')).toBe('/overview/changeRecord?id=c-1')
    expect(screen.getByRole('tab', { name: '变更记录18' })).toBeTruthy()
  })

  test('shows the date of an empty result', async () => {
    answer('companyDetail', buildCompanyDetail({ sections: buildSections({ changeRecord: {} }) }))
    answer('changeRecordList', buildRecordList('changeRecord', { list: [] }))
    renderApp(tabAt('change'))
    expect(await screen.findByRole('heading', { name: '未查询到变更记录' })).toBeTruthy()
  })

  test('names changes of short names where only these are connected, without a 0 in the tab', async () => {
    const limits = [{ items: ['证券简称变更'], from: '2014-11', to: '2024-05' }]
    const limited = buildSections({ changeRecord: {} }).map((section) =>
      section.key === 'changeRecord' ? { ...section, connected: true, limits } : section,
    )
    answer('companyDetail', buildCompanyDetail({ sections: limited }))
    answer('changeRecordList', buildRecordList('changeRecord', { list: [], limits }))
    const { user } = renderApp(tabAt('change'))
    expect(await screen.findByRole('heading', { name: '未查询到证券简称变更；工商变更未接入' })).toBeTruthy()
    expect(screen.getByText(/在已接入的数据源中未查询到（仅含 2014-11 至 2024-05）$/)).toBeTruthy()
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('变更记录')
    expect(screen.queryByText('0 条')).toBeNull()
    await user.click(screen.getByRole('tab', { name: '概览' }))
    const cell = (await card('基本信息')).getByText('证券简称变更').closest('a')
    expect(cell?.textContent).toBe('0证券简称变更工商变更未接入')
  })
})

describe('people and branches', () => {
  test('show six rows and expand to all', async () => {
    const people = Array.from({ length: 20 }, (_, index) =>
      buildRecordRow('keyPerson', {
        id: `p-${index}`,
        fields: { name: `演示甲${index}`, positions: ['董事', '经理'] },
      }),
    )
    const last = buildRecordRow('keyPerson', { id: 'p-20', fields: { name: '演示癸', positions: [] } })
    answer('companyDetail', buildCompanyDetail({ sections: buildSections({ keyPerson: { current: 21 } }) }))
    answer('keyPersonList', buildRecordList('keyPerson', { list: people, total: 21 }))
    const { user } = renderApp(at)
    const shown = await card('主要人员')
    expect(await shown.findAllByText('董事、经理')).toHaveLength(6)
    expect(shown.getByRole('link', { name: '演示甲0' }).getAttribute('href')).toBe(
      '/overview/person?companyId=c-1&recordId=p-0',
    )
    await user.click(shown.getByRole('button', { name: '展开全部 21 人' }))
    expect(shown.getAllByText('董事、经理')).toHaveLength(20)
    answer('keyPersonList', buildRecordList('keyPerson', { list: [last], total: 21, page: 2 }))
    await user.click(shown.getByRole('button', { name: '继续加载' }))
    expect(await shown.findByText('演示癸')).toBeTruthy()
    expect(shown.getByText('未收录职务')).toBeTruthy()
  })

  test('link a branch only when its company is known', async () => {
    const branches = [
      buildRecordRow('branch', { id: 'b-1', fields: { name: '澜山演示一分公司' }, links: { name: 'c-9' } }),
      buildRecordRow('branch', { id: 'b-2', fields: { name: '澜山演示二分公司', legalRep: '演示乙' }, links: {} }),
    ]
    answer('companyDetail', buildCompanyDetail({ sections: buildSections({ branch: { current: 2 } }) }))
    answer('branchList', buildRecordList('branch', { list: branches }))
    renderApp(at)
    const shown = await card('分支机构')
    expect((await shown.findByRole('link', { name: '澜山演示一分公司' })).getAttribute('href')).toContain('id=c-9')
    expect(shown.queryByRole('link', { name: '澜山演示二分公司' })).toBeNull()
    expect(shown.getByText(/负责人 演示乙/)).toBeTruthy()
  })
})
