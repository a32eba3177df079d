import type { AnswerEvent } from '@baiqicha/contract/assistant'
import { resultCode } from '@baiqicha/contract/result-codes'
import { API_BASE } from '@baiqicha/contract/routes'
import { ASK_PATH, assistantRoutes } from '@baiqicha/contract/routes/assistant'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  answerQuestions,
  answerStored,
  buildAnswer,
  buildCitation,
  buildSegment,
  done,
  meta,
  openStream,
} from '../../../test/assistant-builders.ts'
import { saveViewedCompany } from '../../../test/company-builders.ts'
import { buildSubject } from '../../../test/correction-form.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork, buildUser, server } from '../../../test/server.ts'
import { recentCompanies } from '../../domain/company/recent-companies.ts'
import { saveUserInfo, useSessionStore } from '../../platform/session/session-store.ts'
import { loadConversation, openConversation, useConversation } from './conversation-store.ts'
// Loaded here, so that the first test does not wait for what the app imports on first use.
import '../../ui/sheet-dialog.tsx'
import './assistant-pages.ts'

afterEach(() => {
  vi.useRealTimers()
})

const question = () => screen.getByRole('textbox', { name: '问题' })
const segment = (index: number, text: string): AnswerEvent => ({
  type: 'segment',
  ...buildSegment({ index, text, startsParagraph: index === 0 }),
})

async function askAt(address: string, text: string) {
  logIn()
  const app = renderApp(address)
  await app.user.type(await screen.findByRole('textbox', { name: '问题' }), text)
  await app.user.click(screen.getByRole('button', { name: '发送' }))
  return app
}

const answerCall = (path: string, data: unknown, method: 'get' | 'post' = 'post') => {
  const calls: unknown[] = []
  server.use(
    http[method](`*${API_BASE}${path}`, async ({ request }) => {
      calls.push(method === 'get' ? new URL(request.url).search : await request.json())
      return HttpResponse.json({ code: 0, message: 'ok', data })
    }),
  )
  return calls
}

describe('a visitor', () => {
  test('is led to the login with the typed question, which waits in the field afterwards', async () => {
    const { user, arrivesAt, unmount } = renderApp('/ai')
    await user.type(await screen.findByRole('textbox', { name: '问题' }), '比亚迪的法人是谁')
    answerHome()
    await user.click(screen.getByRole('button', { name: '发送' }))
    await arrivesAt('/login')
    expect(await screen.findByText('登录后向百言提问')).toBeTruthy()
    unmount()
    logIn()
    renderApp('/ai')
    expect(await screen.findByDisplayValue('比亚迪的法人是谁')).toBeTruthy()
  })
})

describe('a user whose data is still loading', () => {
  test('keeps the typed question and the answer when it has loaded', async () => {
    logIn()
    breakNetwork('userDetail')
    useSessionStore.setState({ userInfo: null })
    const stream = openStream()
    answerQuestions(stream)
    const { user } = renderApp('/ai')
    await user.type(await screen.findByRole('textbox', { name: '问题' }), '问')
    await user.click(screen.getByRole('button', { name: '发送' }))
    stream.send(meta, segment(0, '第一句。'))
    await screen.findByText('第一句。')
    await user.type(question(), '下一问')
    act(() => saveUserInfo(buildUser()))
    expect(screen.getByDisplayValue('下一问')).toBeTruthy()
    stream.send(segment(1, '第二句。'), done)
    stream.end()
    expect(await screen.findByText('第二句。')).toBeTruthy()
    expect(screen.getByText('第一句。')).toBeTruthy()
  })
})

test.each([
  ['names the company that the user comes from', true, '继续问澜山演示贸易'],
  ['names no company that was not viewed in this visit', false, '继续问这家公司'],
])('the field %s', async (_what, isViewed, text) => {
  recentCompanies.clear()
  if (isViewed) saveViewedCompany({ id: 'c-1' })
  logIn()
  renderApp('/ai?id=c-1')
  expect((await screen.findByRole('textbox', { name: '问题' })).getAttribute('placeholder')).toBe(text)
  recentCompanies.clear()
})

describe('an answer', () => {
  test('appears sentence by sentence, with its sources at the end', async () => {
    const stream = openStream()
    const asked = answerQuestions(stream)
    await askAt('/ai?id=c-1', '有哪些风险')
    expect(await screen.findByText('有哪些风险')).toBeTruthy()
    stream.send(meta, segment(0, '**澜山演示贸易有限公司**有失信被执行人 1 条。'))
    expect(await screen.findByText(/有失信被执行人 1 条/)).toBeTruthy()
    expect(screen.queryByRole('list', { name: '来源' })).toBeNull()
    expect(screen.getByRole('button', { name: '停止生成' })).toBeTruthy()
    stream.comment()
    stream.send(segment(1, '被执行人 2 条。'), done)
    stream.end()
    const sources = await screen.findByRole('list', { name: '来源' })
    expect(within(sources).getAllByRole('listitem')).toHaveLength(1)
    expect(within(sources).getByRole('link').getAttribute('href')).toBe('/legalRisk/dishonestExecutor/detail?id=r-1')
    expect(screen.getByText('截至 2026-11-19')).toBeTruthy()
    expect(screen.getByText('百言 · 已查阅 2 条记录')).toBeTruthy()
    expect(asked).toEqual([{ question: '有哪些风险', companyId: 'c-1' }])
  })

  test('shows markup of a text as text, and bold names only', async () => {
    const stream = openStream()
    answerQuestions(stream)
    await askAt('/ai', '问')
    stream.send(meta, segment(0, '**甲** <img src=x> [链接](https://a.example) 结束'), done)
    stream.end()
    const text = await screen.findByText(/结束/)
    expect(text.innerHTML).not.toContain('<img')
    expect(text.querySelector('a[href^="https"]')).toBeNull()
    expect(text.querySelector('b')?.textContent).toBe('甲')
  })

  test('of more than 300 characters is unfolded by 展开全文', async () => {
    const stream = openStream()
    answerQuestions(stream)
    const { user } = await askAt('/ai', '问')
    stream.send(meta, segment(0, '字'.repeat(290)), segment(1, '其余十一个字的第二句话。'), done)
    stream.end()
    await user.click(await screen.findByRole('button', { name: '展开全文' }))
    expect(await screen.findByText('其余十一个字的第二句话。')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '展开全文' })).toBeNull()
  })

  test('links 官方核查 of its company and the official sites that it names', async () => {
    const stream = openStream()
    answerQuestions(stream)
    await askAt('/ai', '问')
    stream.send(meta, segment(0, '澜山的失信被执行人未接入，可到中国执行信息公开网、信用中国核查。'), done)
    stream.end()
    const sites = within(await screen.findByRole('list', { name: '官方核查' }))
    expect(sites.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/company/check?id=c-1',
      'https://zxgk.court.gov.cn/',
      'https://www.creditchina.gov.cn/',
    ])
  })

  test('about a likely company offers 不是这家？, which brings the question back to the field', async () => {
    const stream = openStream()
    answerQuestions(stream)
    const { user } = await askAt('/ai', '澜山的法人')
    const likely: AnswerEvent = { type: 'segment', ...buildSegment({ text: '按“澜山演示贸易”查询。', citations: [] }) }
    stream.send(meta, likely, segment(1, '演示甲。'), done)
    stream.end()
    await user.click(await screen.findByRole('button', { name: '不是这家？' }))
    expect(question()).toHaveProperty('value', '澜山的法人')
    expect(document.activeElement).toBe(question())
  })

  test('a follow-up continues the conversation', async () => {
    const first = openStream()
    const second = openStream()
    const asked = answerQuestions(first, second)
    const { user } = await askAt('/ai', '问')
    first.send(meta, segment(0, '答。'), done)
    first.end()
    await user.click(await screen.findByRole('button', { name: '有哪些股东？' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toEqual({ question: '有哪些股东？', conversationId: 'v-1' })
    second.end()
  })

  test('a refusal before the stream shows its sentence, and 重试 asks again', async () => {
    server.use(
      http.post(`*${API_BASE}${ASK_PATH}`, () =>
        HttpResponse.json({ code: 4290, message: '今日提问次数已用完', data: null }),
      ),
    )
    const { user } = await askAt('/ai', '问')
    expect(await screen.findByText('今日提问次数已用完')).toBeTruthy()
    const stream = openStream()
    const asked = answerQuestions(stream)
    await user.click(screen.getByRole('button', { name: '重试' }))
    stream.send(meta, segment(0, '答。'), done)
    stream.end()
    expect(await screen.findByText('答。')).toBeTruthy()
    expect(asked).toEqual([{ question: '问' }])
    expect(screen.queryByText('今日提问次数已用完')).toBeNull()
  })

  test('a refused question shows its sentence as the answer, without 重试', async () => {
    const stream = openStream()
    answerQuestions(stream)
    await askAt('/ai', '问')
    stream.send(meta, { type: 'failed', code: resultCode.questionRefused, message: '百言不提供个人的住址。' })
    stream.end()
    expect(await screen.findByText('百言不提供个人的住址。')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('article').getAttribute('aria-busy')).toBe('false'))
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  })

  test('a broken connection shows the stored answer once it has ended', async () => {
    const stream = openStream()
    answerQuestions(stream)
    const stored = [buildSegment({ text: '第一句。' }), buildSegment({ index: 1, text: '第二句。' })]
    const queries = answerStored(
      buildAnswer({ status: '生成中', segments: [] }),
      null,
      buildAnswer({ segments: stored }),
    )
    await askAt('/ai', '问')
    stream.send(meta, segment(0, '第一句。'))
    await screen.findByText('第一句。')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    stream.cut()
    await screen.findByText('正在读取回答')
    for (const pause of [1_000, 2_000, 4_000]) await act(() => vi.advanceTimersByTimeAsync(pause))
    expect(await screen.findByText('第二句。')).toBeTruthy()
    expect(screen.getAllByText('第一句。')).toHaveLength(1)
    expect(queries).toEqual([{ id: 'a-1' }, { id: 'a-1' }, { id: 'a-1' }])
  })

  test('a broken connection to a server that stopped it shows 已停止, and 重试 asks again in its place', async () => {
    const stream = openStream()
    const second = openStream()
    const asked = answerQuestions(stream, second)
    answerStored(buildAnswer({ status: '已停止', question: '问' }))
    const { user } = await askAt('/ai', '问')
    stream.send(meta)
    await screen.findByText('百言 · 已查阅 2 条记录')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    stream.cut()
    await screen.findByText('正在读取回答')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await screen.findByText('已停止')
    vi.useRealTimers()
    await user.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(asked[1]).toEqual({ question: '问', conversationId: 'v-1', retryOf: 'a-1' }))
    second.end()
  })

  test('a server that cannot be reached for a minute leads to 重新加载', async () => {
    const stream = openStream()
    answerQuestions(stream)
    answerStored()
    await askAt('/ai', '问')
    stream.send(meta)
    await screen.findByText('百言 · 已查阅 2 条记录')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    stream.cut()
    await screen.findByText('正在读取回答')
    for (let count = 0; count < 12; count += 1) await act(() => vi.advanceTimersByTimeAsync(8_000))
    expect(await screen.findByText('连接中断，未取得回答')).toBeTruthy()
    answerStored(buildAnswer())
    act(() => screen.getByRole('button', { name: '重新加载' }).click())
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(await screen.findByText(/当前有失信被执行人 1 条/)).toBeTruthy()
  })

  test('停止生成 leaves the text, and closes the connection, by which the server learns it', async () => {
    const stream = openStream()
    answerQuestions(stream)
    const { user } = await askAt('/ai', '问')
    stream.send(meta, segment(0, '第一句。'))
    await screen.findByText('第一句。')
    await user.click(screen.getByRole('button', { name: '停止生成' }))
    expect(await screen.findByText('已停止')).toBeTruthy()
    expect(screen.getByText('第一句。')).toBeTruthy()
    await waitFor(() => expect(stream.isClosed()).toBe(true))
  })

  test('a clarification asks again for the chosen company, in place of the first answer', async () => {
    const first = openStream()
    const second = openStream()
    const asked = answerQuestions(first, second)
    const { user } = await askAt('/ai', '澜山的法人')
    const candidate = { city: '演示市', codeEnd: '021R', status: '存续', isDemo: true }
    first.send(
      meta,
      {
        type: 'choice',
        candidates: [
          { companyId: 'c-1', name: '澜山样例科技股份有限公司', ...candidate },
          { companyId: 'c-2', name: '澜山示例精密制造有限公司', ...candidate },
        ],
      },
      { ...done, followUps: [] },
    )
    first.end()
    await user.click(await screen.findByRole('button', { name: '都不是，重新输入' }))
    expect(question()).toHaveProperty('value', '澜山的法人')
    expect(document.activeElement).toBe(question())
    await user.clear(question())
    await user.click(screen.getByRole('button', { name: /澜山示例精密制造/ }))
    await waitFor(() =>
      expect(asked[1]).toEqual({ question: '澜山的法人', conversationId: 'v-1', companyId: 'c-2', retryOf: 'a-1' }),
    )
    second.send(meta, segment(0, '演示甲。'), done)
    second.end()
    expect(await screen.findByText('演示甲。')).toBeTruthy()
    expect(screen.getAllByText('澜山的法人')).toHaveLength(1)
  })
})

const buildConversation = (list = [buildAnswer()]) => ({
  conversationId: 'v-1',
  title: '澜山演示贸易有限公司 · 风险概览',
  updatedAt: '2026-11-19T08:00:00.000Z',
  answers: list.length,
  list,
})

describe('the address', () => {
  const path = assistantRoutes.conversation.path

  test('names the conversation once it has begun, and 新对话 leaves it', async () => {
    const stream = openStream()
    answerQuestions(stream)
    const { user, currentUrl } = await askAt('/ai?id=c-1', '问')
    expect(currentUrl()).toBe('/ai?id=c-1')
    stream.send(meta, segment(0, '答。'), done)
    stream.end()
    await waitFor(() => expect(currentUrl()).toBe('/ai?id=c-1&conversation=v-1'))
    expect(screen.getByText('答。')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '新对话' }))
    await waitFor(() => expect(currentUrl()).toBe('/ai?id=c-1'))
    expect(screen.queryByText('答。')).toBeNull()
    expect(screen.getByText('查企业，问百言')).toBeTruthy()
  })

  test('opens its conversation after a reload, and the next question continues it', async () => {
    const queries = answerCall(path, buildConversation(), 'get')
    const stream = openStream()
    const asked = answerQuestions(stream)
    await askAt('/ai?conversation=v-1', '还有呢')
    expect(await screen.findByText(/当前有失信被执行人 1 条/)).toBeTruthy()
    expect(queries).toEqual(['?conversationId=v-1'])
    await waitFor(() => expect(asked).toEqual([{ question: '还有呢', conversationId: 'v-1' }]))
    stream.end()
  })

  test('left before its conversation is loaded stays left', async () => {
    const queries = answerCall(path, buildConversation(), 'get')
    openConversation({ conversationId: 'v-1', companyId: null, user: 'u-1' })
    openConversation({ conversationId: null, companyId: null, user: 'u-1' })
    await loadConversation('v-1')
    expect(useConversation.getState().conversationId).toBeNull()
    expect(queries).toEqual([])
  })

  test('of an answer that another tab produces reads the answer when it has ended', async () => {
    answerCall(path, buildConversation([buildAnswer({ status: '生成中', segments: [] })]), 'get')
    answerStored(buildAnswer())
    logIn()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderApp('/ai?conversation=v-1')
    await screen.findByText('正在读取回答')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(await screen.findByText(/当前有失信被执行人 1 条/)).toBeTruthy()
  })

  test('with the conversation of another user says that it is not found, and offers a new one', async () => {
    server.use(
      http.get(`*${API_BASE}${path}`, () =>
        HttpResponse.json({ code: resultCode.notFound, message: '未找到该对话', data: null }),
      ),
    )
    logIn()
    const { user, currentUrl } = renderApp('/ai?conversation=v-9')
    expect(await screen.findByText('未找到该对话')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: '新对话' }))
    await waitFor(() => expect(currentUrl()).toBe('/ai'))
    expect(screen.queryByText('未找到该对话')).toBeNull()
  })

  test('with a conversation asks the server nothing for a visitor', async () => {
    const queries = answerCall(path, buildConversation(), 'get')
    renderApp('/ai?conversation=v-1')
    expect(await screen.findByText('查企业，问百言')).toBeTruthy()
    expect(queries).toEqual([])
  })
})

describe('the field', () => {
  test('refuses more than 300 characters with a sentence, and keeps the text', async () => {
    logIn()
    const { user } = renderApp('/ai')
    await screen.findByRole('textbox', { name: '问题' })
    await user.click(question())
    await user.paste('问'.repeat(302))
    expect((await screen.findByRole('alert')).textContent).toBe('最多 300 字，请删去 2 字')
    expect(screen.getByRole('button', { name: '发送' }).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('a judgement', () => {
  test('无用 with 数据有误 leads to the objection to the cited record', async () => {
    const stream = openStream()
    answerQuestions(stream)
    const judged = answerCall(assistantRoutes.judgeAnswer.path, null)
    answer('correctionSubject', buildSubject())
    const { user, currentUrl } = await askAt('/ai', '问')
    stream.send(meta, segment(0, '答。'), done)
    stream.end()
    await user.click(await screen.findByRole('button', { name: '无用' }))
    const sheet = within(await screen.findByRole('dialog'))
    await user.click(sheet.getByRole('button', { name: '数据有误' }))
    await user.click(sheet.getByRole('button', { name: '提交' }))
    await waitFor(() => expect(currentUrl()).toContain('/user/feedback?'))
    expect(currentUrl()).toContain('recordId=r-1')
    expect(judged).toEqual([{ answerId: 'a-1', useful: false, reason: '数据有误' }])
  })
})

describe('/ai/detail', () => {
  const path = assistantRoutes.answerDetail.path

  test('a key opens one answer to a visitor and leaves the address', async () => {
    const calls = answerCall(path, buildAnswer({ conversationId: null }), 'get')
    window.location.hash = '#/ai/detail?id=a-1&key=secret'
    renderApp('/ai/detail?id=a-1&key=secret')
    expect(await screen.findByText(/当前有失信被执行人 1 条/)).toBeTruthy()
    expect(calls).toEqual(['?id=a-1&key=secret'])
    expect(window.location.hash).toBe('#/ai/detail?id=a-1')
    expect(screen.queryByRole('button', { name: '有用' })).toBeNull()
    window.location.hash = ''
  })

  test('a wrong key says that it does not exist or is no longer shared', async () => {
    server.use(
      http.get(`*${API_BASE}${path}`, () =>
        HttpResponse.json({ code: 404, message: '不存在或已取消分享', data: null }),
      ),
    )
    renderApp('/ai/detail?id=a-1&key=wrong')
    expect(await screen.findByText('不存在或已取消分享')).toBeTruthy()
  })

  test('a sentence whose record may no longer be shown says so, and names no source page', async () => {
    const citation = buildCitation({ path: null, change: '记录已不再公示' })
    answerCall(
      path,
      buildAnswer({ segments: [buildSegment({ text: '记录已不再公示', citations: [citation] })] }),
      'get',
    )
    logIn()
    renderApp('/ai/detail?id=a-1')
    expect((await screen.findAllByText('记录已不再公示')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('link', { name: /来源/ })).toBeNull()
  })
})
