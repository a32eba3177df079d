import type { SuggestAnswer } from '@baiqicha/contract/company-search'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  buildBusinessInfo,
  buildCompanyDetail,
  buildSearchAnswer,
  buildSuggestion,
  buildViewedCompany,
  hostileTexts,
} from '../../../test/company-builders.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, handle } from '../../../test/server.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './search-page.tsx'

beforeEach(() => {
  logIn()
  answer('searchHistory', { viewHistoryList: [] })
  answer('recentBrowseList', [])
  answer('companySearch', buildSearchAnswer())
})

const field = () => screen.findByRole<HTMLInputElement>('searchbox')
/** Text of each row without its logo. */
const rows = () =>
  screen.queryAllByRole('listitem').map((row) => {
    const link = row.querySelector('a')
    return [...(link?.children ?? [])]
      .slice(1)
      .map((part) => part.textContent)
      .join('')
  })

const focused = () => document.activeElement?.querySelector('bdi')?.textContent

/** Lets pending responses arrive, under fake timers too. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(0))

/** Mocks suggestions that the test releases by keyword. */
function holdAnswers() {
  const waiting = new Map<string, (list: SuggestAnswer['list']) => void>()
  const requests: string[] = []
  handle('companySuggest', async ({ request }) => {
    const keyword = new URL(request.url).searchParams.get('keyword') ?? ''
    requests.push(keyword)
    const list = await new Promise<SuggestAnswer['list']>((resolve) => waiting.set(keyword, resolve))
    return HttpResponse.json({ code: 0, message: '', data: { list } })
  })
  return {
    requests,
    release: (keyword: string, ...names: string[]) =>
      waiting.get(keyword)?.(names.map((name) => buildSuggestion({ id: name, name }))),
  }
}

/** Opens the page under fake timers, with its first requests complete. */
async function openUnderFakeTimers() {
  const app = renderApp('/search')
  const input = await field()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return { ...app, input, type: (text: string) => fireEvent.change(input, { target: { value: text } }) }
}

describe('requests', () => {
  test('wait for a pause of 300 ms and send the latest text once', async () => {
    const { requests } = holdAnswers()
    const { type } = await openUnderFakeTimers()
    type('澜')
    await act(() => vi.advanceTimersByTimeAsync(299))
    type('澜山')
    await act(() => vi.advanceTimersByTimeAsync(299))
    expect(requests).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(1))
    await vi.waitFor(() => expect(requests).toEqual(['澜山']), 20_000)
  })

  test('are not sent during IME composition', async () => {
    const { requests } = holdAnswers()
    const { input, type } = await openUnderFakeTimers()
    fireEvent.compositionStart(input)
    type('lan')
    type('lan shan')
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(requests).toEqual([])
    expect(input.value).toBe('lan shan')
    fireEvent.compositionEnd(input, { target: { value: '澜山' } })
    await act(() => vi.advanceTimersByTimeAsync(300))
    await vi.waitFor(() => expect(requests).toEqual(['澜山']), 20_000)
  })

  test('are not sent for blanks, and an emptied field shows the history at once', async () => {
    const { requests, release } = holdAnswers()
    const { type } = await openUnderFakeTimers()
    type('   ')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(requests).toEqual([])
    type('澜山')
    await act(() => vi.advanceTimersByTimeAsync(300))
    await vi.waitFor(() => expect(requests).toEqual(['澜山']), 20_000)
    type('')
    expect(screen.getByText(/支持单字/)).toBeTruthy()
    release('澜山', '澜山演示贸易有限公司')
    await settle()
    expect(rows()).toEqual([])
  })
})

describe('responses', () => {
  test('the response to the latest text wins, in any order of arrival', async () => {
    const { requests, release } = holdAnswers()
    const { type } = await openUnderFakeTimers()
    type('澜')
    await act(() => vi.advanceTimersByTimeAsync(300))
    type('澜山')
    await act(() => vi.advanceTimersByTimeAsync(300))
    await vi.waitFor(() => expect(requests).toEqual(['澜', '澜山']), 20_000)
    release('澜山', '澜山演示贸易有限公司')
    await vi.waitFor(() => expect(rows()).toEqual(['澜山演示贸易有限公司']), 20_000)
    release('澜', '澜演示商行')
    await settle()
    await settle()
    expect(rows()).toEqual(['澜山演示贸易有限公司'])
  })

  test('rows stay until the next response while the text is extended, and disappear for another text', async () => {
    const { requests, release } = holdAnswers()
    const { type } = await openUnderFakeTimers()
    type('澜')
    await act(() => vi.advanceTimersByTimeAsync(300))
    await vi.waitFor(() => expect(requests).toHaveLength(1), 20_000)
    release('澜', '澜演示商行')
    await vi.waitFor(() => expect(rows()).toEqual(['澜演示商行']), 20_000)
    type('澜山')
    await act(() => vi.advanceTimersByTimeAsync(300))
    await vi.waitFor(() => expect(requests).toHaveLength(2), 20_000)
    expect(rows()).toEqual(['澜演示商行'])
    type('云岚')
    await act(() => vi.advanceTimersByTimeAsync(300))
    await vi.waitFor(() => expect(requests).toHaveLength(3), 20_000)
    expect(rows()).toEqual([])
  })

  test('a pending response is dropped when the search is submitted', async () => {
    const { requests, release } = holdAnswers()
    answer('saveSearchHistory', null)
    const { user, currentUrl, router } = renderApp('/search')
    await user.type(await field(), '澜山')
    await waitFor(() => expect(requests).toEqual(['澜山']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(currentUrl()).toContain('/search/result'))
    release('澜山', '澜山演示贸易有限公司')
    await act(() => router.navigate(-1))
    expect(rows()).toEqual([])
  })

  test('a failure shows nothing', async () => {
    answerStatus('companySuggest', 503)
    const { user } = renderApp('/search')
    await user.type(await field(), '澜山')
    await waitFor(() => expect(screen.queryByText(/支持单字/)).toBeNull())
    expect(screen.queryByText('服务不可用')).toBeNull()
    expect(rows()).toEqual([])
  })

  test('no match and a partial index are shown differently', async () => {
    answer('companySuggest', { list: [] })
    const { user } = renderApp('/search')
    await user.type(await field(), '澜')
    expect(await screen.findByText('没有匹配的企业，点“搜索”查全部')).toBeTruthy()
    answer('companySuggest', { list: [], partial: true })
    await user.type(await field(), '山')
    expect(await screen.findByText('索引重建中，暂仅联想全称、代码与名称开头')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '按全称或代码查' }))
    expect(document.activeElement).toBe(await field())
    expect((await field()).value).toBe('澜山')
  })
})

describe('rows', () => {
  test('show the reason, mark the hit, and mark ended and demonstration companies', async () => {
    answer('companySuggest', {
      list: [
        buildSuggestion({ id: 'a', name: '澜山演示贸易有限公司', demo: true }),
        buildSuggestion({
          id: 'b',
          name: '云岚演示软件有限公司',
          matchReason: { field: 'formerName', text: '澜山演示软件' },
          region: '演示东省',
        }),
        buildSuggestion({ id: 'c', name: '澜山演示酒店有限公司', status: '注销' }),
        buildSuggestion({ id: 'd', name: '澜山演示商行', status: '其他' }),
        buildSuggestion({
          id: 'e',
          name: '云岚演示酒业有限公司',
          matchReason: { field: 'legalRepresentative', text: '澜山甲' },
          legalRepresentativeYear: '2021',
        }),
      ],
    })
    const { user, container } = renderApp('/search')
    await user.type(await field(), '澜山')
    await waitFor(() =>
      expect(rows()).toEqual([
        '澜山演示贸易有限公司演示数据',
        '云岚演示软件有限公司曾用名 澜山演示软件 · 演示东省',
        '澜山演示酒店有限公司注销',
        '澜山演示商行',
        '云岚演示酒业有限公司法定代表人 澜山甲 2021',
      ]),
    )
    expect([...container.querySelectorAll('em')].map((hit) => hit.textContent)).toEqual([
      '澜山',
      '澜山',
      '澜山',
      '澜山',
      '澜山',
    ])
  })

  test('show short name, code and place of a listed company, and mark the hit in them', async () => {
    const listed = { briefName: '宁德时代', stockCode: '300750', region: '福建省宁德市' }
    const name = '宁德时代新能源科技股份有限公司'
    answer('companySuggest', {
      list: [
        buildSuggestion({ id: 'a', name, ...listed, hitRanges: [[2, 4]] }),
        buildSuggestion({
          id: 'b',
          name,
          ...listed,
          matchReason: { field: 'stockCode', text: '300750' },
          hitRanges: [[0, 3]],
        }),
        buildSuggestion({ id: 'c', name: '时代演示酒店有限公司', region: '演示西省', status: '注销', demo: true }),
      ],
    })
    const { user, container } = renderApp('/search')
    await user.type(await field(), '时代')
    await waitFor(() =>
      expect(rows()).toEqual([
        `${name}宁德时代 300750 · 福建省宁德市上市`,
        `${name}宁德时代 300750 · 福建省宁德市上市`,
        '时代演示酒店有限公司演示西省注销演示数据',
      ]),
    )
    const hits = [...container.querySelectorAll('li')].map((row) =>
      [...row.querySelectorAll('em')].map((hit) => hit.textContent),
    )
    expect(hits).toEqual([['时代', '时代'], ['300'], ['时代']])
  })

  test('end with all results, above the companies viewed last', async () => {
    answer(
      'recentBrowseList',
      [1, 2, 3].map((at) => buildViewedCompany({ id: `v-${at}`, name: `演示浏览${at}有限公司` })),
    )
    answer('companySuggest', { list: [buildSuggestion()] })
    answer('saveSearchHistory', null)
    const { user, arrivesAt } = renderApp('/search')
    await user.type(await field(), '时代')
    const all = await screen.findByRole('button', { name: '查看“时代”的全部结果' })
    expect(
      screen.getAllByRole('link', { name: /^演示浏览/ }).map((link) => link.textContent?.slice(0, 5)),
    ).toHaveLength(2)
    await user.click(all)
    await arrivesAt(`/search/result?keyword=${encodeURIComponent('时代')}`)
  })

  test('are reached with the arrow keys, and left with arrow-up', async () => {
    answer('companySuggest', {
      list: [buildSuggestion({ id: 'a', name: '演示甲公司' }), buildSuggestion({ id: 'b', name: '演示乙公司' })],
    })
    const { user } = renderApp('/search')
    await user.type(await field(), '演示')
    await screen.findByRole('link', { name: /演示乙公司/ })
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('演示甲公司')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toBe('演示乙公司')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(await field())
  })

  test('open the company and save its name instead of the typed text', async () => {
    answer('companySuggest', { list: [buildSuggestion({ id: 'c-5', name: '澜山演示贸易有限公司' })] })
    answer('companyDetail', buildCompanyDetail({ id: 'c-5' }))
    answer('businessInfo', buildBusinessInfo({ id: 'c-5' }))
    const savedSearches = answer('saveSearchHistory', null)
    const { user, currentUrl } = renderApp('/search')
    await user.type(await field(), '澜')
    await user.click(await screen.findByRole('link', { name: '澜山演示贸易有限公司' }))
    await waitFor(() => expect(currentUrl()).toBe('/company/detail?id=c-5&tab=overview'))
    await waitFor(() =>
      expect(savedSearches.map((call) => call.body)).toEqual([{ companyName: '澜山演示贸易有限公司' }]),
    )
  })

  test.each(Object.entries(hostileTexts))('show %s as text', async (_kind, text) => {
    answer('companySuggest', {
      list: [buildSuggestion({ name: text, matchReason: { field: 'alias', text }, hitRanges: [[0, 3]] })],
    })
    const { user, container } = renderApp('/search')
    await user.type(await field(), '演')
    await screen.findByRole('region', { name: '联想结果' })
    expect(container.querySelector('li bdi')?.textContent).toBe(text)
    expect(container.querySelector('script, img')).toBeNull()
  })
})
