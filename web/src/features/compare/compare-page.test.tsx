import type { CompanyPerspective } from '@baiqicha/contract/company-perspective'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import {
  buildComparedRow,
  buildComparison,
  buildProvenance,
  buildViewedCompany,
  statedCell,
} from '../../../test/company-builders.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork, handle, hold, refuse } from '../../../test/server.ts'
import './compare-page.tsx'

const unrecorded = { state: 'unrecorded' } as const
const unconnected = { state: 'unconnected' } as const

const labelsIn = (group: HTMLElement) =>
  within(group)
    .getAllByRole('term')
    .map(({ textContent }) => textContent)
const cellsOf = (label: string) =>
  Array.from(screen.getByText(label, { selector: 'dt' }).parentElement?.querySelectorAll('dd') ?? []).map((cell) =>
    cell.textContent.replace(/^.*?：/, ''),
  )

describe('企业对比', () => {
  it('shows differences first, what cannot be compared apart, and folds equal facts', async () => {
    answer(
      'companyComparison',
      buildComparison(2, {
        facts: [
          buildComparedRow('登记状态', [statedCell('存续'), statedCell('存续')]),
          buildComparedRow('实缴资本', [statedCell('150 万元'), unrecorded]),
          buildComparedRow('成立', [statedCell('2018-01-27'), statedCell('2011-12-16')]),
        ],
      }),
    )
    const { user } = renderApp('/compare?ids=c-1,c-2')
    expect(await screen.findByText('1 项不同 · 1 项相同')).toBeTruthy()
    expect(labelsIn(screen.getByRole('region', { name: '不同 1 项' }))).toEqual(['成立'])
    expect(labelsIn(screen.getByRole('region', { name: '不可直接比较 1 项' }))).toEqual(['实缴资本'])
    expect(cellsOf('实缴资本')).toEqual(['150 万元', '未收录'])
    expect(screen.queryByText('登记状态', { selector: 'dt' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^相同 1 项/ }))
    expect(cellsOf('登记状态')).toEqual(['存续', '存续'])
  })

  it('names the years of a figure when they differ', async () => {
    const cells = [statedCell('120 人', '2021 年末'), statedCell('9 人', '2020 年末')]
    answer(
      'companyComparison',
      buildComparison(2, { facts: [buildComparedRow('员工人数', cells, { isByPeriod: true })] }),
    )
    renderApp('/compare?ids=c-1,c-2')
    expect(await screen.findByText('年份不同')).toBeTruthy()
    expect(screen.getByRole('region', { name: '不可直接比较 1 项' }).textContent).toContain('120 人2021 年末')
  })

  it('counts risks with the way to their records, and never shows 0 for what is not connected', async () => {
    const of = { fact: 'risk', kind: 'punishment' } as const
    answer(
      'companyComparison',
      buildComparison(2, {
        risks: [
          buildComparedRow('行政处罚', [statedCell('1 条'), unconnected], of),
          buildComparedRow('其余 10 类', [unconnected, unconnected], { fact: 'risk' }),
        ],
      }),
    )
    logIn()
    renderApp('/compare?ids=c-1,c-2')
    const risks = within(await screen.findByRole('region', { name: '风险条数' }))
    expect(risks.getByRole('link', { name: '1 条' }).getAttribute('href')).toBe(
      '/businessRisk/punishmentList?companyId=c-1',
    )
    expect(cellsOf('行政处罚')).toEqual(['1 条', '未接入'])
    expect(cellsOf('其余 10 类')).toEqual(['未接入', '未接入'])
    expect(screen.queryByText('0 条')).toBeNull()
  })

  it('compares the rows of a perspective, whose view is in the address', async () => {
    answer('companyComparison', buildComparison(2))
    const perspectives: Record<string, Partial<CompanyPerspective>> = {
      'c-1': { unconnected: [{ fact: 'punishment', label: '行政处罚' }] },
      'c-2': {
        rows: [
          {
            fact: 'punishment',
            label: '行政处罚',
            tone: 'amber',
            sentence: [{ text: '行政处罚 1 条。', mark: 'amber' }],
            sources: [buildProvenance()],
            list: { kind: 'punishment', filters: {} },
            people: null,
            cases: null,
            note: null,
          },
        ],
        unrecorded: [{ fact: 'age', label: '登记状态与成立日期' }],
      },
    }
    handle('companyPerspective', ({ request }) => {
      const query = new URL(request.url).searchParams
      const id = query.get('id') ?? ''
      const empty = { id, perspective: query.get('perspective'), rows: [], unconnected: [], unrecorded: [] }
      return HttpResponse.json({ code: 0, message: 'ok', data: { ...empty, ...perspectives[id] } })
    })
    const { user, arrivesAt } = renderApp('/compare?ids=c-1,c-2')
    await user.click(await screen.findByRole('button', { name: '合作' }))
    await arrivesAt('/compare?ids=c-1%2Cc-2&view=counterparty')
    expect(await screen.findByRole('region', { name: '不可直接比较 1 项' })).toBeTruthy()
    expect(cellsOf('行政处罚')).toEqual(['未接入', '行政处罚 1 条。'])
    expect(screen.getByText('均未收录或未接入：登记状态与成立日期。')).toBeTruthy()
  })

  it('removes one of three companies, and keeps the others', async () => {
    answer('companyComparison', buildComparison(3))
    const { user, arrivesAt } = renderApp('/compare?ids=c-1,c-2,c-3')
    await user.click(await screen.findByRole('button', { name: '移除云岚演示' }))
    await arrivesAt('/compare?ids=c-1%2Cc-3')
  })

  it('adds a company that was viewed last', async () => {
    answer('companyComparison', buildComparison(2))
    answer('recentBrowseList', [
      buildViewedCompany({ id: 'c-2' }),
      buildViewedCompany({ id: 'c-9', name: '九号演示贸易有限公司' }),
    ])
    logIn()
    const { user, arrivesAt } = renderApp('/compare?ids=c-1,c-2')
    await user.click(await screen.findByRole('button', { name: '加一家' }))
    const viewed = within(await screen.findByRole('region', { name: '最近浏览' }))
    expect(viewed.getAllByRole('link')).toHaveLength(1)
    await user.click(viewed.getByRole('link', { name: /九号演示/ }))
    await arrivesAt('/compare?ids=c-1%2Cc-2%2Cc-9')
  })

  it.each([
    ['c-1,c-2,c-1', '重复的企业仅显示一次。'],
    ['c-1,c-2,c-3,c-4', '最多对比 3 家企业，仅显示前 3 家；1 家企业未找到，未列入对比。'],
    ['c-1,c-2,none', '1 家企业未找到，未列入对比。'],
  ])('says what it cannot show of %s', async (ids, sentence) => {
    const calls = answer('companyComparison', buildComparison(2))
    renderApp(`/compare?ids=${ids}`)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(new Set(calls[0]?.query['ids']?.split(',')).size).toBeLessThanOrEqual(3)
  })

  it('asks for another company when one alone is found', async () => {
    answer('companyComparison', buildComparison(1))
    renderApp('/compare?ids=c-1,none')
    expect(await screen.findByText('再选一家企业即可对比')).toBeTruthy()
    expect(screen.queryByText(/项不同/)).toBeNull()
  })

  it.each([
    ['', '请选择企业'],
    ['?ids=none,other', '未找到所选企业'],
  ])('leads on from an address without companies (%s)', async (query, title) => {
    // A visitor would be led on to the login.
    logIn()
    answer('recentBrowseList', [])
    answer('searchHistory', { viewHistoryList: [] })
    refuse('companyComparison', 4040, '未找到该企业')
    const { user, arrivesAt } = renderApp(`/compare${query}`)
    expect(await screen.findByText(title)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '搜索企业' }))
    await arrivesAt('/search')
  })

  it('shows that it is loading, and offers to try again after a failure', async () => {
    breakNetwork('companyComparison')
    const { user } = renderApp('/compare?ids=c-1,c-2')
    await screen.findByText('加载失败')
    const held = hold('companyComparison', buildComparison(2))
    await user.click(screen.getByRole('button', { name: '重试' }))
    held.release()
    expect(await screen.findByText('0 项不同 · 0 项相同')).toBeTruthy()
  })

  it('states the number of seconds to wait when the limit of a visitor is exhausted', async () => {
    refuse('companyComparison', 429, '未登录可查看的企业数已达上限，请登录，或 60 秒后重试')
    renderApp('/compare?ids=c-1,c-2')
    expect(await screen.findByText('访问太频繁')).toBeTruthy()
    expect(screen.getByText(/60 秒后重试/)).toBeTruthy()
  })

  it('says which of the companies are fictional', async () => {
    const comparison = buildComparison(2)
    const companies = comparison.companies.map((company, at) => ({ ...company, isDemo: at === 0 }))
    answer('companyComparison', { ...comparison, companies })
    renderApp('/compare?ids=c-1,c-2')
    expect(await screen.findByText('演示数据：澜山演示为虚构企业')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByText('演示数据')).toHaveLength(1))
  })
})
