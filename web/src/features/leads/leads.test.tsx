import { resultCode } from '@baiqicha/contract/result-codes'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  buildContact,
  buildLead,
  buildLeadAnswer,
  buildLeadDetail,
  hostileTexts,
} from '../../../test/company-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { mockRowSizes } from '../../../test/layout.ts'
import { buildCareerIndustry } from '../../../test/membership-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork, buildUser, refuse, server } from '../../../test/server.ts'
import { dismissGift, useGiftStore } from '../../domain/gift/gift-store.ts'
import { clearSession } from '../../platform/session/session-store.ts'
// Loaded here, so that the first test does not wait for the routes' own imports.
import './lead-detail-page.tsx'
import './lead-list-page.tsx'
import './lead-search-page.tsx'

beforeEach(() => {
  mockRowSizes(200)
  logIn()
})

const list = (query: Record<string, string> = { keyword: '演示' }) =>
  `/phoneList?${new URLSearchParams(query).toString()}`
const detail = '/phoneDetail?id=c-1'

test.each([list(), detail])('%s leads a visitor to login and back', async (path) => {
  clearSession()
  answerHome()
  const { currentUrl } = renderApp(path)
  await waitFor(() => expect(currentUrl()).toBe('/login'))
  expect(sessionStorage.getItem('savedRoute')).toContain(path.split('?')[0])
})

describe('the list', () => {
  test('a row shows the first contact with its evidence, and neither risk nor score', async () => {
    answer('leadSearch', buildLeadAnswer({ list: [buildLead({ isDishonestDebtor: true })] }))
    renderApp(list())
    const row = await screen.findByRole('link', { name: /澜山演示贸易有限公司/ })
    expect(row.getAttribute('href')).toBe('/phoneDetail?id=c-1')
    for (const text of ['0990-5550000', '年报', '2025 年度报告 · 2026-03-28 公开', '固话 1', '查看 1 个']) {
      expect.soft(row.textContent).toContain(text)
    }
    expect(row.textContent).not.toMatch(/失信|风险|分/)
  })

  test.each([
    ['网址', 'http://www.szse.cn/', 'www.szse.cn', /同号|同邮箱|疑似/],
    ['邮箱', 'ir@example.com', '同邮箱 34 家', /疑似/],
  ] as const)('a %s of many companies is never labelled as that of an agency', async (type, value, text, never) => {
    const lead = buildLead()
    const firstContact = lead.firstContact === null ? null : { ...lead.firstContact, type, value, sameNumberCount: 34 }
    answer('leadSearch', buildLeadAnswer({ list: [{ ...lead, firstContact }] }))
    renderApp(list())
    const row = await screen.findByRole('link', { name: /澜山演示贸易有限公司/ })
    expect(row.textContent).toContain(text)
    expect(row.textContent).not.toMatch(never)
    expect(row.textContent).not.toContain('http')
  })

  test('a row shows the year of an old office', async () => {
    answer(
      'leadSearch',
      buildLeadAnswer({ list: [buildLead({ legalRepresentative: '演示乙', legalRepresentativeYear: '2021' })] }),
    )
    renderApp(list())
    expect((await screen.findByRole('link', { name: /澜山演示贸易有限公司/ })).textContent).toContain('演示乙 2021')
  })

  test('a number of ten companies is labelled', async () => {
    const lead = buildLead()
    const firstContact = lead.firstContact === null ? null : { ...lead.firstContact, sameNumberCount: 10 }
    answer('leadSearch', buildLeadAnswer({ list: [{ ...lead, firstContact }] }))
    renderApp(list())
    expect(await screen.findByText('疑似代理记账（同号 10 家）')).toBeTruthy()
  })

  test('states the default status, and sends the conditions of the address', async () => {
    const calls = answer('leadSearch', buildLeadAnswer())
    renderApp(list({ keyword: '演示', region: '99', contact: 'landline', age: 'bad' }))
    expect(await screen.findByText('存续（含未收录）')).toBeTruthy()
    await screen.findByRole('link', { name: /澜山/ })
    expect(calls[0]?.query).toEqual({ keyword: '演示', region: '99', contact: 'landline', page: '1' })
  })

  test('a condition of members in the address is refused with a sentence and offers the gift', async () => {
    logIn(buildUser({ isVip: false, canClaimGift: true }))
    refuse('leadSearch', resultCode.notInMembership, '“成立年限”为会员专享筛选')
    // The gift may request its choices before it is dismissed.
    answer('careerIndustryList', buildCareerIndustry())
    const { user, arrivesAt } = renderApp(list({ keyword: '演示', age: '1to5' }))
    expect(await screen.findByRole('heading', { name: '“成立年限”为会员专享筛选' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '免费领取会员' }))
    expect(useGiftStore.getState().isOpen).toBe(true)
    dismissGift()
    await user.click(screen.getByRole('button', { name: '清除条件' }))
    await arrivesAt(list())
  })

  describe('a choice of members', () => {
    beforeEach(() => {
      answer('leadSearch', buildLeadAnswer())
      answer('careerIndustryList', buildCareerIndustry())
    })
    afterEach(dismissGift)

    test.each([
      ['筛选', '有手机（会员）'],
      ['筛选', '有邮箱（会员）'],
      ['筛选', '5000 万以上'],
      ['筛选', '500 人以上'],
      ['筛选', '上市'],
      ['成立年限', '1–5 年'],
    ])('opens the gift at once for others, in %s the choice %s', async (cell, choice) => {
      logIn(buildUser({ isVip: false, canClaimGift: true }))
      const { user, currentUrl } = renderApp(list())
      await user.click(await screen.findByRole('button', { name: new RegExp(`^${cell}`) }))
      await user.click(await screen.findByRole('button', { name: choice }))
      expect(useGiftStore.getState().isOpen).toBe(true)
      expect(currentUrl()).toBe(list())
    })

    test('leads to 会员中心 once the gift is used', async () => {
      const former = buildUser({ isVip: false, canClaimGift: false })
      logIn(former)
      const calls = answer('userDetail', former)
      const { user, arrivesAt } = renderApp(list())
      await user.click(await screen.findByRole('button', { name: /^筛选/ }))
      await user.click(await screen.findByRole('button', { name: '有手机（会员）' }))
      expect(useGiftStore.getState().isOpen).toBe(false)
      await arrivesAt('/user/members')
      await waitFor(() => expect(calls).toHaveLength(1))
    })

    test('is a condition like any other for members', async () => {
      logIn(buildUser({ isVip: true }))
      const { user, arrivesAt } = renderApp(list())
      await user.click(await screen.findByRole('button', { name: /^筛选/ }))
      await user.click(await screen.findByRole('button', { name: '有手机' }))
      await user.click(await screen.findByRole('button', { name: /^查看/ }))
      await arrivesAt(list({ keyword: '演示', contact: 'mobile' }))
    })
  })

  test('the button of the conditions shows how many companies they leave', async () => {
    answer('leadSearch', buildLeadAnswer({ total: 312 }))
    const { user } = renderApp(list())
    await user.click(await screen.findByRole('button', { name: /^筛选/ }))
    await user.click(await screen.findByRole('button', { name: '有固话' }))
    expect(await screen.findByRole('button', { name: '查看 312 家' })).toBeTruthy()
  })

  test('a number is not searched for its count: that search would use a look of the day', async () => {
    const calls = answer('leadSearch', buildLeadAnswer())
    const { user } = renderApp('/phoneSearch')
    await user.type(await screen.findByRole('searchbox'), '0990 555 0000')
    await user.click(screen.getByRole('button', { name: /^筛选/ }))
    await user.click(await screen.findByRole('button', { name: '有固话' }))
    expect(screen.getByRole('button', { name: '查看结果' })).toBeTruthy()
    expect(calls).toHaveLength(0)
  })

  test.each([
    [['网址'], '电话未接入，仅展示登记的网址'],
    [['网址', '固话'], '联系方式未接入，仅展示登记的号码'],
  ] as const)(
    'without a source of contacts, %j of register data are introduced as what they are',
    async (types, text) => {
      const source = { category: null, name: '演示登记', year: null, date: null, url: null }
      const leads = types.map((type, at) =>
        buildLead({ id: `c-${at}`, firstContact: { type, value: '-', source, sameNumberCount: 1 } }),
      )
      answer('leadSearch', buildLeadAnswer({ list: leads, connected: false }))
      renderApp(list())
      expect(await screen.findByText(text)).toBeTruthy()
    },
  )

  test.each([
    ['no source', { connected: false }, {}, '未接入该数据源'],
    ['nothing under the conditions', {}, { region: '99' }, '请减少筛选条件'],
    ['nothing at all', {}, {}, '未收录不代表不存在'],
    ['no company with the number', { byNumber: true }, {}, '未查询到公开该号码的企业'],
  ])('the empty list states %s', async (_what, answered, query, text) => {
    answer('leadSearch', buildLeadAnswer({ list: [], ...answered }))
    renderApp(list({ keyword: '演示', ...query }))
    expect(await screen.findByText(text)).toBeTruthy()
  })

  test('a failed search offers to retry, and never states that there is none', async () => {
    breakNetwork('leadSearch')
    renderApp(list())
    expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
    expect(screen.queryByText(/符合条件|未查询到/)).toBeNull()
  })

  test('同号企业 has a heading of its own and no conditions', async () => {
    const calls = answer('leadSearch', buildLeadAnswer())
    renderApp(list({ sameNumberAs: 't-1', companyId: 'c-1' }))
    expect(await screen.findByRole('heading', { name: '同号企业' })).toBeTruthy()
    expect(await screen.findByText(/家公开了同一号码/)).toBeTruthy()
    expect(calls[0]?.query).toEqual({ keyword: '', sameNumberAs: 't-1', companyId: 'c-1', page: '1' })
    expect(screen.queryByText('存续（含未收录）')).toBeNull()
  })

  test('only members are offered the export', async () => {
    answer('leadSearch', buildLeadAnswer())
    const first = renderApp(list())
    await screen.findByRole('link', { name: /澜山/ })
    expect(screen.queryByRole('button', { name: '导出 CSV' })).toBeNull()
    first.unmount()
    logIn(buildUser({ isVip: true }))
    renderApp(list())
    expect(await screen.findByRole('button', { name: '导出 CSV' })).toBeTruthy()
  })

  test('an export says how many companies and rows it has, and is a file with the date in its name', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-26T17:00:00Z'), toFake: ['Date'] })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    URL.createObjectURL = vi.fn(() => 'blob:leads')
    URL.revokeObjectURL = vi.fn()
    logIn(buildUser({ isVip: true }))
    answer('leadSearch', buildLeadAnswer())
    server.use(
      http.get('*/v1/phone/export', () =>
        HttpResponse.text('"企业名称"\r\n', {
          headers: { 'content-type': 'text/csv; charset=utf-8', 'x-export-companies': '26', 'x-export-rows': '41' },
        }),
      ),
    )
    const { user } = renderApp(list())
    await user.click(await screen.findByRole('button', { name: '导出 CSV' }))
    expect(await screen.findByText('已导出 26 家 · 41 行')).toBeTruthy()
    expect(click.mock.contexts.map((link) => link instanceof HTMLAnchorElement && link.download)).toEqual([
      '找商机-2026-11-27.csv',
    ])
    vi.useRealTimers()
  })

  test.each(Object.values(hostileTexts))('a name of %j is shown as text', async (name) => {
    answer('leadSearch', buildLeadAnswer({ list: [buildLead({ name })] }))
    renderApp(list())
    const row = await waitFor(() => {
      const found = document.querySelector('a[href="/phoneDetail?id=c-1"]')
      if (found === null) throw new Error('no row')
      return found
    })
    expect(row.textContent).toContain(name)
  })
})

describe('the contacts of a company', () => {
  test('a landline is copied and called, a mobile is masked and neither', async () => {
    const contacts = [
      buildContact({ labels: ['推荐'] }),
      buildContact({ id: 't-2', type: '手机', value: '154****0000', contactName: '演示**', positions: ['经理'] }),
    ]
    answer('leadDetail', buildLeadDetail({ contacts }))
    renderApp(detail)
    const landline = (await screen.findByText('0990-5550000')).closest('article')
    const mobile = screen.getByText('154****0000').closest('article')
    if (landline === null || mobile === null) throw new Error('no contact')
    expect(within(landline).getByRole('link', { name: '拨打' }).getAttribute('href')).toBe('tel:09905550000')
    expect(within(landline).getByRole('button', { name: '复制固话' })).toBeTruthy()
    expect(within(mobile).getByText('已脱敏')).toBeTruthy()
    expect(within(mobile).queryByRole('link', { name: '拨打' })).toBeNull()
    expect(mobile.textContent).toContain('演示** · 经理')
    expect(screen.getByText('29')).toBeTruthy()
  })

  test('are listed with those that can be called first, and one 号码屏蔽申请 at the foot', async () => {
    const contacts = [
      buildContact({ id: 't-1', type: '手机', value: '154****0000', labels: ['推荐'] }),
      buildContact({ id: 't-2', type: '邮箱', value: 'y***@mail.example' }),
      buildContact({ id: 't-3', type: '固话', value: '0990-5550001', state: '空号' }),
      buildContact({ id: 't-4', type: '固话', value: '0990-5550000', state: '未知' }),
    ]
    answer('leadDetail', buildLeadDetail({ contacts }))
    renderApp('/phoneDetail?id=c-1')
    const cards = await screen.findAllByRole('article')
    const values = ['0990-5550000', '0990-5550001', '154****0000', 'y***@mail.example']
    expect(cards.map((card) => values.find((value) => card.textContent?.includes(value)))).toEqual(values)
    const action = screen.getAllByRole('button', { name: '号码屏蔽申请' })
    expect(action).toHaveLength(1)
    const last = cards.at(-1)
    expect(last?.compareDocumentPosition(action[0] ?? document.body)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('a website alone uses no look of the day', async () => {
    answer('leadDetail', buildLeadDetail({ contacts: [buildContact({ type: '网址', value: 'www.lanshan.example' })] }))
    renderApp('/phoneDetail?id=c-1')
    expect(await screen.findByText(/本次不计入次数/)).toBeTruthy()
  })

  test('a number whose source says 实号 is 号码有效', async () => {
    answer(
      'leadDetail',
      buildLeadDetail({ contacts: [buildContact({ state: '实号' }), buildContact({ id: 't-2', state: '空号' })] }),
    )
    renderApp(detail)
    expect(await screen.findByText('号码有效')).toBeTruthy()
    expect(screen.getByText('空号')).toBeTruthy()
    expect(screen.queryByText('实号')).toBeNull()
  })

  test('the rule of 推荐 is one tap away', async () => {
    answer('leadDetail', buildLeadDetail({ contacts: [buildContact({ labels: ['推荐'] })] }))
    const { user } = renderApp(detail)
    await user.click(await screen.findByRole('button', { name: '推荐' }))
    expect(await screen.findByText(/同号企业不足 10 家/)).toBeTruthy()
  })

  test('拨打 of a mobile never renders the number', async () => {
    const opened: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      opened.push(this.href)
    })
    const contact = buildContact({ type: '手机', value: '154****0000', canDial: true })
    answer('leadDetail', buildLeadDetail({ contacts: [contact], canDialMobiles: true }))
    const calls = answer('dial', { number: '15400000000', dialsLeft: 9 })
    const { user } = renderApp(detail)
    await user.click(await screen.findByRole('button', { name: '拨打' }))
    await waitFor(() => expect(opened).toEqual(['tel:15400000000']))
    expect(calls[0]?.body).toEqual({ companyId: 'c-1', contactId: 't-1' })
    expect(document.body.textContent).not.toContain('15400000000')
  })

  test('the same number of other companies is a list for a landline, a figure for a mobile', async () => {
    const contacts = [
      buildContact({ sameNumberCount: 3 }),
      buildContact({ id: 't-2', type: '手机', value: '154****0000', sameNumberCount: 12, canListSameNumber: false }),
    ]
    answer('leadDetail', buildLeadDetail({ contacts }))
    renderApp(detail)
    const link = await screen.findByRole('link', { name: '同号 3 家' })
    expect(link.getAttribute('href')).toBe('/phoneList?sameNumberAs=t-1&companyId=c-1')
    expect(screen.getByText('疑似代理记账（同号 12 家）').closest('a')).toBeNull()
  })

  test('further sources are one tap away', async () => {
    const one = buildContact().sources[0]
    if (one === undefined) throw new Error('no source')
    const sources = [2025, 2024, 2023].map((year) => ({ ...one, name: `${year} 年度报告`, year }))
    answer('leadDetail', buildLeadDetail({ contacts: [buildContact({ sources, sourceCount: 3 })] }))
    const { user } = renderApp(detail)
    expect(await screen.findByText(/2024 年度报告/)).toBeTruthy()
    expect(screen.queryByText(/2023 年度报告/)).toBeNull()
    await user.click(screen.getByRole('button', { name: '共 3 个来源' }))
    expect(screen.getByText(/2023 年度报告/)).toBeTruthy()
  })

  test('the limit of the day is stated in the sentence of the server', async () => {
    refuse('leadDetail', resultCode.tooManyRequests, '今日查看联系方式已达 30 家，请明日再试')
    renderApp(detail)
    expect(await screen.findByText('今日查看次数已用完')).toBeTruthy()
    expect(screen.getByText('今日查看联系方式已达 30 家，请明日再试')).toBeTruthy()
  })

  test.each([
    [false, '未接入该数据源'],
    [true, '未查询到联系方式'],
  ])('without contacts, connected: %s, the page states %s', async (connected, title) => {
    answer('leadDetail', buildLeadDetail({ contacts: [], connected }))
    renderApp(detail)
    expect(await screen.findByText(title)).toBeTruthy()
  })
})
