import type { CaseList, CaseThread } from '@baiqicha/contract/records/case-thread'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { InMemoryRouter } from '../../../test/in-memory-router.tsx'
import { buildRecordList, buildRecordRow } from '../../../test/record-builders.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork } from '../../../test/server.ts'
import { CaseCard } from './case-card.tsx'
// Loaded here, so that the first test does not wait for the route's own import.
import './case-list-page.tsx'

const at = '/company/cases?id=c-1'
const source = { sourceId: 's-1', sourceName: '演示执行信息网', sourceUrl: null, asOf: '2026-11-19' }

const buildThread = (overrides: Partial<CaseThread> = {}): CaseThread => ({
  id: 'r-1',
  caseNo: '（2026）演0101执1234号',
  matter: '买卖合同纠纷',
  identity: '被告',
  amount: { label: '执行标的', value: 1_250_000, unit: '元' },
  steps: [
    { kind: 'judicialDocument', view: 'current' },
    { kind: 'executedPerson', view: 'history' },
    { kind: 'dishonestExecutor', view: 'current' },
    { kind: 'consumptionRestriction', view: 'disputed' },
  ],
  records: [
    {
      recordKind: 'dishonestExecutor',
      id: 'r-1',
      view: 'current',
      recordStatus: '当前有效',
      publishedAt: '2026-10-28',
      caseNo: '（2026）演0101执1234号',
      brief: '全部未履行',
    },
    {
      recordKind: 'consumptionRestriction',
      id: 'r-2',
      view: 'disputed',
      recordStatus: '异议处理中',
      publishedAt: '2026-09-26',
      caseNo: '（2026）演0101执1234号',
      brief: '演示甲 · 法定代表人',
    },
    {
      recordKind: 'judicialDocument',
      id: 'r-3',
      view: 'current',
      recordStatus: '当前有效',
      publishedAt: '2025-12-11',
      caseNo: '（2025）演0101民初567号',
      brief: '一审 · 判决书',
    },
  ],
  recordCount: 4,
  sources: [source, { ...source, sourceId: 's-2', sourceName: '演示裁判文书网' }],
  ...overrides,
})

const buildCaseList = (overrides: Partial<CaseList> = {}): CaseList => ({
  list: [buildThread()],
  total: 1,
  totalCapped: false,
  page: 1,
  pageSize: 20,
  company: { id: 'c-1', name: '澜山演示贸易有限公司', region: null, creditCode: null, isDemo: true },
  counts: { current: 17, disputed: 1, history: 5 },
  cases: 9,
  unnumbered: 2,
  connected: true,
  ...overrides,
})

function Card() {
  const [isOpen, setIsOpen] = useState(false)
  return <CaseCard thread={buildThread()} companyId="c-1" isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
}

describe('the cases of a company', () => {
  test('count records, and say into how many cases they are grouped', async () => {
    logIn()
    answer('caseList', buildCaseList())
    renderApp(at)
    expect(await screen.findByText('17 条记录，归入 9 个案件，2 条未公示案号')).toBeTruthy()
    expect(screen.getByRole('tab', { name: '历史5' })).toBeTruthy()
    expect(screen.getByText(/演示数据/)).toBeTruthy()
  })

  test('show the steps in court: red only an enforcement in force, and 未收录 without a record', async () => {
    logIn()
    answer('caseList', buildCaseList())
    renderApp(at)
    const steps = within(await screen.findByRole('list', { name: '案件进程' })).getAllByRole('listitem')
    expect(steps.map((step) => step.textContent)).toEqual([
      '开庭：未收录',
      '公告：未收录',
      '判决：已有记录',
      '执行：已有记录',
      '失信：当前有效',
      '限高：异议处理中',
    ])
  })

  test('unfold into records, each of which opens', async () => {
    render(<Card />, { wrapper: InMemoryRouter })
    await userEvent.setup().click(screen.getByRole('button', { name: '4 条记录：（2026）演0101执1234号' }))
    const links = screen.getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/legalRisk/dishonestExecutorDetail?id=r-1&companyId=c-1',
      '/legalRisk/consumptionRestriction?companyId=c-1&view=disputed',
      '/legalRisk/judicialDocumentDetail?id=r-3&companyId=c-1',
    ])
    expect(links[2]?.textContent).toContain('（2025）演0101民初567号，一审 · 判决书')
    expect(screen.getByText('仅显示最近 3 条，其余见各类记录')).toBeTruthy()
    expect(screen.getByRole('button', { name: '收起：（2026）演0101执1234号' })).toBeTruthy()
  })

  test('a record without a case number is named by its kind and has no steps', async () => {
    logIn()
    const [record] = buildThread().records
    if (record === undefined) throw new Error('no record')
    const notice = { ...record, recordKind: 'enterpriseCourtAnnouncement' as const, caseNo: null }
    answer('caseList', buildCaseList({ list: [buildThread({ caseNo: null, records: [notice], recordCount: 1 })] }))
    renderApp(at)
    expect(await screen.findByRole('heading', { name: '法院公告' })).toBeTruthy()
    expect(screen.getByText(/未公示案号 · 买卖合同纠纷/)).toBeTruthy()
    expect(screen.queryByRole('list', { name: '案件进程' })).toBeNull()
  })

  test('are listed one by one by 按记录, which the address names', async () => {
    logIn()
    answer('caseList', buildCaseList())
    const { user, currentUrl } = renderApp(at)
    await user.click(await screen.findByRole('button', { name: '按记录' }))
    expect(currentUrl()).toBe('/company/cases?id=c-1&by=record')
    expect(await screen.findByRole('link', { name: /失信被执行人/ })).toBeTruthy()
    expect(screen.queryByRole('list', { name: '案件进程' })).toBeNull()
  })

  test('of one kind and its records are two forms of one list, which keep the view', async () => {
    logIn()
    const calls = answer('caseList', buildCaseList())
    answer(
      'judicialDocumentList',
      buildRecordList('judicialDocument', { list: [buildRecordRow('judicialDocument')], total: 1 }),
    )
    const { user, currentUrl } = renderApp('/legalRisk/judicialDocument?companyId=c-1&view=history')
    await user.click(await screen.findByRole('button', { name: '按案件' }))
    expect(await screen.findByText(/归入 9 个案件/)).toBeTruthy()
    expect(calls.map(({ query }) => query['kind'])).toEqual(['judicialDocument'])
    expect(screen.getByRole('heading', { level: 1, name: '裁判文书' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '按记录' }))
    expect(currentUrl()).toBe('/legalRisk/judicialDocument?companyId=c-1&view=history')
  })

  test('are not connected, rather than none, where no source covers the company', async () => {
    logIn()
    const none = { current: 0, disputed: 0, history: 0 }
    answer('caseList', buildCaseList({ list: [], total: 0, counts: none, cases: 0, unnumbered: 0, connected: false }))
    renderApp(at)
    expect(await screen.findByText('法律风险数据未接入')).toBeTruthy()
    expect(screen.getByRole('tab', { name: '当前' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '官方核查' })).toBeTruthy()
  })

  test('of an empty view lead to the view with records', async () => {
    logIn()
    answer('caseList', buildCaseList({ list: [], total: 0, counts: { current: 0, disputed: 0, history: 5 } }))
    renderApp(at)
    expect(await screen.findByRole('button', { name: '查看历史 5 条' })).toBeTruthy()
  })

  test('offer a retry after a failure', async () => {
    logIn()
    breakNetwork('caseList')
    renderApp(at)
    expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
  })
})
