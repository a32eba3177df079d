import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { hostileTexts } from '../../../test/company-builders.ts'
import { buildStatus } from '../../../test/correction-form.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, breakNetwork, refuse } from '../../../test/server.ts'
// Loaded here, so that the first test does not wait for the route's own import.
import './correction-page.tsx'

const number = 'JC20261120-7K3M9Q2T'
const address = `/user/feedback?number=${number}`
const steps = () => screen.getAllByRole('listitem').map((step) => step.textContent)

describe('the status of a number', () => {
  test('shows past steps, future steps and the due date', async () => {
    const calls = answer('correctionStatus', buildStatus())
    renderApp(address)
    expect(await screen.findByRole('heading', { name: '异议进度' })).toBeTruthy()
    expect(calls[0]?.query).toEqual({ number })
    expect(steps()).toEqual(['已受理2026-11-20', '核查中，尚未开始', '已办结，尚未开始'])
    expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-current')).toBe('step')
    expect(screen.getByText('2099-12-10（20 日内）')).toBeTruthy()
    expect(screen.queryByText(/已超过答复期限/)).toBeNull()
  })

  test('shows result, note and the note of each step', async () => {
    const at = '2026-11-25T08:00:00.000Z'
    answer(
      'correctionStatus',
      buildStatus({
        state: '已办结',
        result: '已移除',
        note: '来源已移出，记录不再展示。',
        steps: [
          { at: '2026-11-20T08:00:00.000Z', label: '已受理', note: null },
          { at, label: '核查中', note: '已向执行法院核实' },
          { at, label: '已办结', note: null },
        ],
      }),
    )
    renderApp(address)
    expect(await screen.findByRole('heading', { name: '结果：已移除' })).toBeTruthy()
    expect(screen.getByText('来源已移出，记录不再展示。')).toBeTruthy()
    expect(steps()).toEqual(['已受理2026-11-20', '核查中2026-11-25已向执行法院核实', '已办结2026-11-25'])
  })

  test('shows when it is overdue', async () => {
    answer('correctionStatus', buildStatus({ state: '核查中', dueAt: '2020-01-01T00:00:00.000Z' }))
    renderApp(address)
    expect(await screen.findByText('已超过答复期限，仍在处理。')).toBeTruthy()
  })

  test('is reloaded by 刷新', async () => {
    answer('correctionStatus', buildStatus())
    const { user } = renderApp(address)
    await screen.findByRole('heading', { name: '异议进度' })
    answer('correctionStatus', buildStatus({ state: '核查中' }))
    await user.click(screen.getByRole('button', { name: '刷新' }))
    await waitFor(() => expect(steps()).toHaveLength(2))
  })

  test('of an unknown number returns to the input', async () => {
    refuse('correctionStatus', 4040, '未找到')
    const { user, arrivesAt } = renderApp(address)
    expect(await screen.findByRole('heading', { name: '未找到该编号' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '重新输入' }))
    await arrivesAt('/user/feedback?tab=correction')
  })

  test.each([
    [
      'a throttle',
      () => refuse('correctionStatus', 429, '查询进度过于频繁，请 2 分钟后再试'),
      '查询进度过于频繁，请 2 分钟后再试',
    ],
    ['no network', () => breakNetwork('correctionStatus'), '网络连接失败，请检查你的网络设置'],
  ])('that fails to load for %s shows the reason', async (_name, prepare, sentence) => {
    prepare()
    renderApp(address)
    expect(within(await screen.findByRole('alert')).getByText(sentence)).toBeTruthy()
    expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
  })

  test.each(Object.entries(hostileTexts))('shows %s as text', async (_kind, text) => {
    answer('correctionStatus', buildStatus({ title: text, companyName: text, result: '维持', note: text }))
    const { container } = renderApp(address)
    await screen.findByRole('heading', { name: '异议进度' })
    expect(container.querySelector('dd bdi')?.textContent).toBe(text)
    expect(container.querySelector('script, img')).toBeNull()
  })
})

describe('without a subject', () => {
  test('looks up a number and rejects an empty one', async () => {
    const { user, arrivesAt } = renderApp('/user/feedback?tab=correction')
    await user.click(await screen.findByRole('button', { name: '查进度' }))
    expect(screen.getByRole('alert').textContent).toBe('请输入异议编号')
    expect(document.activeElement).toBe(screen.getByLabelText('异议编号'))
    answer('correctionStatus', buildStatus())
    await user.type(screen.getByLabelText('异议编号'), ` ${number} {Enter}`)
    await arrivesAt(address)
    expect(await screen.findByRole('heading', { name: '异议进度' })).toBeTruthy()
  })

  test('explains how to object and sends no request for a visitor', async () => {
    answerHome()
    const { user, arrivesAt } = renderApp('/user/feedback?tab=correction')
    expect(await screen.findByRole('heading', { name: '如何提交异议' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '登录/注册' }))
    await arrivesAt('/login')
    expect(sessionStorage.getItem('savedRoute')).toContain('/user/feedback')
  })

  test("lists a user's objections with links to their status", async () => {
    logIn()
    answer('correctionList', [buildStatus({ state: '已办结', result: '维持' })])
    renderApp('/user/feedback?tab=correction')
    const row = await screen.findByRole('link', { name: /（2026）演0101执1234号/ })
    expect(row.getAttribute('href')).toBe(address)
    expect(row.textContent).toContain('维持')
  })

  test('shows an empty list and a failed request differently', async () => {
    logIn()
    breakNetwork('correctionList')
    const { user } = renderApp('/user/feedback?tab=correction')
    expect((await screen.findByRole('alert')).textContent).toContain('网络连接失败')
    answer('correctionList', [])
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('暂无异议记录')).toBeTruthy()
  })
})
