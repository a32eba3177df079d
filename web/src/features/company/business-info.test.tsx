import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildBusinessInfo, buildProvenance, buildStock } from '../../../test/company-builders.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork, hold, refuse } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './business-info-page.tsx'

const at = '/overview/businessInfo?id=c-1'
afterEach(() => recentCompanies.clear())

const valueOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling

describe('the register table', () => {
  test('shows labels with values, the status as a tag, and its sources behind one row', async () => {
    answer(
      'businessInfo',
      buildBusinessInfo({
        status: '吊销',
        statusRaw: '吊销，未注销',
        provenance: {
          identity: buildProvenance({
            sourceName: '演示名单',
            sourceUrl: 'https://www.example.com/list',
            asOf: '2026-06',
          }),
          people: buildProvenance({ sourceId: 'report', sourceName: '演示年报', asOf: '2021' }),
        },
      }),
    )
    const { user } = renderApp(at)
    await screen.findByText('统一社会信用代码')
    expect(valueOf('统一社会信用代码')?.textContent).toBe('91990002MA0FCT021R')
    expect(valueOf('登记状态')?.textContent).toBe('吊销（吊销，未注销）')
    expect(valueOf('曾用名')?.textContent).toBe('澜山演示商贸有限公司（至 2018-05-06 · 演示企业登记系统）')
    expect(valueOf('营业期限')?.textContent).toBe('2014-03-18 至 无固定期限')
    expect(screen.getByText('演示数据：本页企业、人物与案件均为虚构')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /演示名单/ })).toBeNull()
    expect(screen.getAllByRole('link', { name: '纠错' })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: '2 个来源 · 最新 2026-06' }))
    const sources = within(await screen.findByRole('dialog', { name: '数据来源' }))
    expect(sources.getByRole('link', { name: /演示名单.*2026-06/ }).getAttribute('href')).toBe(
      'https://www.example.com/list',
    )
    expect(sources.getByRole('heading', { name: '法定代表人' }).parentElement?.textContent).toContain('2021')
  })

  test('shows 未收录 without a tag when no source states the status', async () => {
    answer('businessInfo', buildBusinessInfo({ status: null, statusRaw: null }))
    const { user } = renderApp(at)
    await user.click(await screen.findByRole('button', { name: /项未收录$/ }))
    expect(valueOf('登记状态')?.textContent).toBe('未收录')
  })

  test('has copy buttons on name, code and address', async () => {
    answer('businessInfo', buildBusinessInfo())
    const { user } = renderApp(at)
    await user.click(await screen.findByRole('button', { name: '复制经营范围' }))
    expect(await screen.findByText('已复制')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('日用百货、五金交电销售。')
    for (const label of ['统一社会信用代码', '企业名称', '注册地址']) {
      expect(screen.getByRole('button', { name: `复制${label}` })).toBeTruthy()
    }
  })

  test('collapses a scope longer than four lines and expands it', async () => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(200)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(80)
    answer('businessInfo', buildBusinessInfo({ scope: '演示范围；'.repeat(80) }))
    const { user } = renderApp(at)
    const toggle = await screen.findByRole('button', { name: '展开经营范围' })
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    await user.click(toggle)
    expect(screen.getByRole('button', { name: '收起经营范围' }).getAttribute('aria-expanded')).toBe('true')
  })

  test('folds rows that no source states and opens them in place', async () => {
    answer('businessInfo', buildBusinessInfo())
    const { user } = renderApp(at)
    const row = await screen.findByRole('button', { name: '2 项未收录' })
    expect(screen.queryByText('进出口企业代码')).toBeNull()
    await user.click(row)
    expect(valueOf('进出口企业代码')?.textContent).toBe('-')
    expect(screen.getByRole('button', { name: '收起未收录项' }).getAttribute('aria-expanded')).toBe('true')
  })

  test('has no button on a short scope', async () => {
    answer('businessInfo', buildBusinessInfo())
    renderApp(at)
    await screen.findByText('经营范围')
    expect(screen.queryByRole('button', { name: /展开/ })).toBeNull()
  })
})

describe('the listing', () => {
  test('shows code, exchange, board, date and former short names', async () => {
    const listing = buildStock({ oldCode: '990099' })
    const formerShortNames = [
      { name: '演示老名', from: '2010-05-06', to: '2015-01-01' },
      { name: '演示旧名', from: null, to: null },
    ]
    answer('businessInfo', buildBusinessInfo({ listings: [listing], formerShortNames }))
    renderApp(at)
    await screen.findByRole('heading', { name: '上市信息' })
    const values = ['股票代码', '原代码', '证券简称', '交易所', '板块', '上市状态', '上市日期'].map(
      (label) => valueOf(label)?.textContent,
    )
    expect(values).toEqual(['990001', '990099', '澜山演示', '深圳证券交易所', '主板', '上市', '2010-05-06'])
    const timeline = screen.getByText('曾用简称').nextElementSibling
    expect(Array.from(timeline?.children ?? [], (entry) => entry.textContent)).toEqual([
      '演示旧名年份未收录起止日期未收录',
      '演示老名2010–20152010-05-06 至 2015-01-01',
    ])
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      '上市信息',
      '工商信息',
    ])
    expect(screen.queryByText('终止日期')).toBeNull()
  })

  test('is absent for an unlisted company', async () => {
    answer('businessInfo', buildBusinessInfo())
    renderApp(at)
    await screen.findByText('统一社会信用代码')
    expect(screen.queryByRole('heading', { name: '上市信息' })).toBeNull()
  })
})

describe('other states', () => {
  test('loading, then data', async () => {
    const { release } = hold('businessInfo', buildBusinessInfo())
    const { container } = renderApp(at)
    await waitFor(() => expect(container.querySelector('[aria-busy="true"]')).toBeTruthy())
    release()
    expect(await screen.findByText('统一社会信用代码')).toBeTruthy()
  })

  test('a missing company', async () => {
    refuse('businessInfo', 4040, '未找到')
    renderApp(at)
    expect(await screen.findByRole('heading', { name: '未找到该企业' })).toBeTruthy()
  })

  test('failed, then retried', async () => {
    breakNetwork('businessInfo')
    const { user } = renderApp(at)
    const failed = within(await screen.findByRole('alert'))
    expect(failed.getByText('网络连接失败，请检查你的网络设置')).toBeTruthy()
    answer('businessInfo', buildBusinessInfo())
    await user.click(failed.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('统一社会信用代码')).toBeTruthy()
  })
})
