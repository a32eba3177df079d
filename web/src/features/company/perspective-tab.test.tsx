import type { CompanyPerspective, PerspectiveRow } from '@baiqicha/contract/company-perspective'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { buildBusinessInfo, buildCompanyDetail, buildProvenance } from '../../../test/company-builders.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import './company-page.tsx'

afterEach(() => recentCompanies.clear())

const buildRow = (overrides: Partial<PerspectiveRow> = {}): PerspectiveRow => ({
  fact: 'age',
  label: '状态年限',
  tone: null,
  sentence: [
    { text: '存续，成立', mark: null },
    { text: ' 8 年', mark: 'strong' },
    { text: '。', mark: null },
  ],
  sources: [buildProvenance()],
  list: null,
  people: null,
  cases: null,
  note: null,
  ...overrides,
})

function openTab(overrides: Partial<CompanyPerspective> = {}) {
  answer('companyDetail', buildCompanyDetail())
  answer('businessInfo', buildBusinessInfo())
  const calls = answer('companyPerspective', {
    id: 'c-1',
    perspective: 'jobSeeker',
    rows: [buildRow()],
    unconnected: [],
    unrecorded: [],
    ...overrides,
  })
  return { ...renderApp('/company/detail?id=c-1&tab=jobSeeker'), calls }
}

describe('a perspective of a company', () => {
  it('shows each sentence with its source and date', async () => {
    openTab()
    const row = await screen.findByRole('link', { name: /状态年限/ })
    expect(row.textContent).toContain('存续，成立 8 年。')
    expect(within(row).getByText('演示数据集')).toBeTruthy()
    expect(row.getAttribute('href')).toBe('/overview/businessInfo?id=c-1')
  })

  it('opens the list of the records that it counts', async () => {
    const list = { kind: 'changeRecord' as const, filters: { kind: '地址' } }
    openTab({ rows: [buildRow({ fact: 'addressChange', label: '注册地址', list })] })
    const href = (await screen.findByRole('link', { name: /注册地址/ })).getAttribute('href')
    expect(new URLSearchParams(href?.split('?')[1]).toString()).toBe(
      new URLSearchParams({ id: 'c-1', kind: '地址' }).toString(),
    )
  })

  it('names what is not connected once and last, and never as none', async () => {
    openTab({
      unconnected: [
        { fact: 'labourDispute', label: '劳动争议' },
        { fact: 'punishment', label: '行政处罚' },
      ],
      unrecorded: [{ fact: 'paidInCapital', label: '实缴资本' }],
    })
    const card = await screen.findByRole('region', { name: '未接入与未收录' })
    expect(card.textContent).toBe('2 类未接入：劳动争议、行政处罚。暂无法判断是否有相关记录。1 项未收录：实缴资本。')
    expect(screen.getAllByText(/劳动争议/)).toHaveLength(1)
    expect(screen.getByText('1 项已收录 · 2 类未接入')).toBeTruthy()
    expect(screen.queryByText(/无风险|未查询到/)).toBeNull()
  })

  it('marks a number of people that is more than two years old, and leaves an unknown change open', async () => {
    const people = [
      { year: 2021, count: 288, change: 28.5 },
      { year: 2020, count: 224, change: null },
    ]
    openTab({ rows: [buildRow({ fact: 'annualEmployees', label: '员工人数', people })] })
    const card = within(await screen.findByRole('region', { name: '员工人数' }))
    expect(card.getByText('截至 2021 年末')).toBeTruthy()
    expect(card.getByText(/^距今超过 \d+ 年$/)).toBeTruthy()
    expect(card.getByText('比 2020 年多 64 人')).toBeTruthy()
    expect(card.getAllByRole('row').map((row) => row.textContent)).toEqual([
      '2021288 人比上一年+28.5%',
      '2020224 人比上一年-',
    ])
  })

  it('reads the cases of each year with their views', async () => {
    const cases = [
      { year: 2024, current: 2, disputed: 0, history: 1 },
      { year: 2025, current: 0, disputed: 0, history: 0 },
    ]
    openTab({ rows: [buildRow({ fact: 'labourDispute', label: '劳动争议', cases })] })
    const columns = within(await screen.findByRole('list', { name: '劳动争议按年' }))
    expect(columns.getByText('2024 年：当前 2 条，异议处理中 0 条，历史 1 条')).toBeTruthy()
  })

  it('says that nothing is recorded when there is no row', async () => {
    openTab({ rows: [] })
    expect(await screen.findByText('暂未收录相关信息')).toBeTruthy()
  })

  it('offers to try again after a failure', async () => {
    answer('companyDetail', buildCompanyDetail())
    breakNetwork('companyPerspective')
    const { user } = renderApp('/company/detail?id=c-1&tab=counterparty')
    await screen.findByText('加载失败')
    answer('companyPerspective', {
      id: 'c-1',
      perspective: 'counterparty',
      rows: [buildRow()],
      unconnected: [],
      unrecorded: [],
    })
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('以上为公示信息，不构成信用评价或合作建议。')).toBeTruthy()
  })
})
