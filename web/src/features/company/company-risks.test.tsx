import { sectionKeys } from '@baiqicha/contract/records/kind-table'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildBusinessInfo, buildCompanyDetail, buildSections } from '../../../test/company-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { buildRecordList, buildRecordRow } from '../../../test/record-builders.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, refuse } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { readSavedRoute } from '../../platform/navigation/saved-route.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './company-page.tsx'

const at = '/company/detail?id=c-1&tab=overview'

const connected = buildSections({
  dishonestExecutor: { current: 1, history: 3 },
  executedPerson: { current: 2 },
  consumptionRestriction: { history: 3 },
  courtAnnouncement: { current: 2 },
  judicialDocument: { disputed: 1 },
  punishment: { current: 1 },
})
const risk = { high: 2, medium: 4, notice: 0, asOf: '2026-11-18' }

beforeEach(() => {
  answer('companyDetail', buildCompanyDetail({ sections: connected, risk }))
  answer('businessInfo', buildBusinessInfo())
})
afterEach(() => recentCompanies.clear())

const card = async (name: string) => within(await screen.findByRole('region', { name }))
const lineOf = async () => (await card('企业概要')).getByRole('button', { name: /^风险/ })
const cellOf = async (group: string, label: string) => {
  const text = await (await card(group)).findByText(label)
  return text.closest('a, button, div')
}

describe('the risk line', () => {
  test('counts current records with their date, and states no 0 while a kind of risk is not connected', async () => {
    renderApp(at)
    const line = await lineOf()
    expect(line.textContent).toBe('风险高 2中 45 类未接入截至 2026-11-18')
    expect([...line.querySelectorAll('[class*="red"], [class*="amber"]')].map((of) => of.textContent)).toEqual([
      '高 2',
      '中 4',
    ])
  })

  test('states a grade of 0 without colour where sources cover every kind of risk', async () => {
    const sections = buildSections(Object.fromEntries(sectionKeys.map((key) => [key, {}])))
    answer(
      'companyDetail',
      buildCompanyDetail({ sections, risk: { high: 0, medium: 0, notice: 0, asOf: '2026-11-18' } }),
    )
    renderApp(at)
    const line = await lineOf()
    expect(line.textContent).toBe('风险高 0中 0提示 0截至 2026-11-18')
    expect(line.querySelector('[class*="red"], [class*="amber"]')).toBeNull()
  })

  test('states of a company that one source covers which kinds were searched, without a grade of 0', async () => {
    answer(
      'companyDetail',
      buildCompanyDetail({
        sections: buildSections({ dishonestExecutor: {} }),
        risk: { high: 0, medium: 0, notice: 0, asOf: '2026-11-18' },
      }),
    )
    renderApp(at)
    expect((await lineOf()).textContent).toBe('风险已接入的 1 类未查询到10 类未接入截至 2026-11-18')
    expect(screen.getByRole('tab', { name: '法律风险' }).textContent).toBe('法律风险')
  })

  test('states that no assessment is possible while no risk source is connected', async () => {
    answer('companyDetail', buildCompanyDetail())
    const { user, arrivesAt } = renderApp(at)
    const header = await card('企业概要')
    expect(screen.queryByText(/无风险/)).toBeNull()
    await user.click(header.getByRole('button', { name: '风险数据未接入官方核查' }))
    await arrivesAt('/company/check?id=c-1')
  })
})

describe('the sections', () => {
  test.each([
    ['法律风险', '失信被执行人', '1失信被执行人', 'red'],
    ['法律风险', '被执行人', '2被执行人', 'amber'],
    ['法律风险', '限制高消费', '0限制高消费历史 3', undefined],
    ['法律风险', '开庭公告', '2开庭公告', undefined],
    ['法律风险', '裁判文书', '0裁判文书异议 1', undefined],
    ['经营风险', '行政处罚', '1行政处罚', 'amber'],
  ])('%s: %s shows %s', async (group, label, text, tone) => {
    renderApp(at)
    const cell = await cellOf(group, label)
    expect(cell?.textContent).toBe(text)
    expect(/red|amber/.exec(cell?.querySelector('[class*="count"]')?.className ?? '')?.[0]).toBe(tone)
  })

  test('show the total of current records', async () => {
    renderApp(at)
    expect((await card('法律风险')).getByText('当前 5')).toBeTruthy()
    expect((await card('经营风险')).getByText('当前 1')).toBeTruthy()
  })

  test('link to their lists at any count', async () => {
    renderApp(at)
    const hrefs = (await card('法律风险')).getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual([
      '/legalRisk/dishonestExecutor?companyId=c-1',
      '/legalRisk/executedPerson?companyId=c-1',
      '/legalRisk/consumptionRestriction?companyId=c-1',
      '/legalRisk/courtAnnouncement?companyId=c-1',
      '/legalRisk/judicialDocument?companyId=c-1',
      '/company/cases?id=c-1',
    ])
  })

  test('without a source are one row that opens to their names', async () => {
    const { user } = renderApp(at)
    const row = await screen.findByRole('button', { name: '12 类未接入' })
    expect(screen.queryByText(/税收违法/)).toBeNull()
    await user.click(row)
    const list = await card('未接入')
    expect(list.getByText('基本信息').nextElementSibling?.textContent).toContain('股东信息')
    expect(list.getByText('暂未接入该类数据，不代表没有记录')).toBeTruthy()
    expect(row.getAttribute('aria-expanded')).toBe('true')
  })

  test('take a visitor through login and return to the list', async () => {
    answerHome()
    const { user, currentUrl } = renderApp(at)
    await user.click((await card('法律风险')).getByText('被执行人'))
    await waitFor(() => expect(currentUrl()).toBe('/login'))
    expect(readSavedRoute()).toBe('/legalRisk/executedPerson?companyId=c-1')
  })

  test('open the list directly for a logged-in user', async () => {
    logIn()
    answer('executedPersonList', buildRecordList('executedPerson'))
    const { user, arrivesAt } = renderApp(at)
    await user.click((await card('法律风险')).getByText('被执行人'))
    await arrivesAt('/legalRisk/executedPerson?companyId=c-1')
  })

  test('explain their terms and the grades, as facts and not as a score', async () => {
    const { user } = renderApp(at)
    await user.click((await card('法律风险')).getByRole('button', { name: '名词解释' }))
    const sheet = within(await screen.findByRole('dialog', { name: '法律风险名词' }))
    expect(sheet.getByText('被执行人').nextElementSibling?.textContent).toContain('不等于失信被执行人')
    expect(sheet.getByText('高风险').nextElementSibling?.textContent).toContain('失信被执行人')
    expect(sheet.getByText(/不评分.*历史、已移出、已修复及异议处理中的记录不计入/)).toBeTruthy()
  })
})

describe('the actions', () => {
  test('link to 纠错 of the register entry when the page lists nothing else', async () => {
    answer('companyDetail', buildCompanyDetail())
    renderApp(at)
    const actions = await card('纠错与更新')
    expect(actions.getByRole('link', { name: '纠错' }).getAttribute('href')).toBe('/user/feedback?companyId=c-1')
  })

  test('have the only 纠错 of the page, which names the parts that it lists', async () => {
    const sections = buildSections({ keyPerson: { current: 1 }, branch: { current: 1 }, listEntry: { current: 0 } })
    answer('companyDetail', buildCompanyDetail({ sections }))
    answer('businessInfo', buildBusinessInfo())
    answer('keyPersonList', buildRecordList('keyPerson', { list: [buildRecordRow('keyPerson')] }))
    answer('branchList', buildRecordList('branch', { list: [buildRecordRow('branch')] }))
    const { user } = renderApp(at)
    await card('主要人员')
    expect(screen.queryByRole('link', { name: '纠错' })).toBeNull()
    await user.click((await card('纠错与更新')).getByRole('button', { name: '纠错' }))
    const parts = within(await screen.findByRole('dialog', { name: '纠错' })).getAllByRole('link')
    expect(parts.map((part) => [part.textContent, part.getAttribute('href')])).toEqual([
      ['工商信息', '/user/feedback?companyId=c-1'],
      ['主要人员', '/user/feedback?companyId=c-1&recordKind=keyPerson'],
      ['分支机构', '/user/feedback?companyId=c-1&recordKind=branch'],
    ])
  })

  test('request an update and count it', async () => {
    logIn()
    const calls = answer('requestUpdate', { updateRequests: 4 })
    const { user } = renderApp(at)
    await user.click((await card('纠错与更新')).getByRole('button', { name: '申请更新' }))
    expect(await screen.findByText('已有 4 人申请')).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ companyId: 'c-1' }])
  })

  test('show why an update was refused', async () => {
    logIn()
    refuse('requestUpdate', 429, '操作太频繁，请 37 秒后再试')
    const { user } = renderApp(at)
    await user.click((await card('纠错与更新')).getByRole('button', { name: '申请更新' }))
    expect(await screen.findByText('操作太频繁，请 37 秒后再试')).toBeTruthy()
  })

  test('send a visitor to login and back', async () => {
    answerHome()
    const { user, currentUrl } = renderApp(at)
    await user.click((await card('纠错与更新')).getByRole('button', { name: '申请更新' }))
    await waitFor(() => expect(currentUrl()).toBe('/login'))
    expect(readSavedRoute()).toBe(at)
  })

  test.each([
    [9, null],
    [10, '浏览 10 次'],
  ])('%i views are shown as %j', async (viewCount, text) => {
    answer('companyDetail', buildCompanyDetail({ viewCount }))
    renderApp(at)
    const actions = await card('纠错与更新')
    expect(actions.queryByText(/浏览/)?.textContent ?? null).toBe(text)
    expect(screen.queryByText(/更新于/)).toBeNull()
  })

  test('explain the tags', async () => {
    answer('companyDetail', buildCompanyDetail({ status: '歇业', isJudgmentDebtor: true }))
    const { user } = renderApp(at)
    await user.click((await card('企业概要')).getByRole('button', { name: /这些标签的含义/ }))
    const sheet = within(await screen.findByRole('dialog', { name: '标签的含义' }))
    expect(sheet.getByText('歇业').nextElementSibling?.textContent).toContain('最长不超过 3 年')
    expect(sheet.getByText('被执行人').nextElementSibling?.textContent).toContain('不等于失信被执行人')
  })

  test('offer no explanation when no tag needs one', async () => {
    renderApp(at)
    expect((await card('企业概要')).queryByRole('button', { name: /标签的含义/ })).toBeNull()
  })
})
