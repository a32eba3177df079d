import type { CompanyReport } from '@baiqicha/contract/report'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerHome } from '../../../test/home-answers.ts'
import { logIn, renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus, buildUser, hold } from '../../../test/server.ts'

const buildReport = (deviation: Partial<CompanyReport> = {}): CompanyReport => ({
  id: 'b-1',
  number: 'BG20261122-7H3KQ2MX',
  companyId: 'c-1',
  companyName: '演示云岚软件有限公司',
  state: 'done',
  reason: null,
  createdAt: '2026-11-22T02:00:00.000Z',
  expiresAt: '2026-11-23T02:00:00.000Z',
  pages: 6,
  ...deviation,
})

beforeEach(() => {
  answerHome()
  answer('userDetail', buildUser({ isVip: true }))
})

function openPage() {
  logIn(buildUser({ isVip: true }))
  return renderApp('/user', '/user/report')
}

test('a finished report shows its number, time and pages, and opens', async () => {
  answer('reportList', { list: [buildReport()] })
  openPage()
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toBe(
    '演示云岚软件有限公司已生成BG20261122-7H3KQ2MX2026-11-22 10:00 · 6 页打开演示云岚软件有限公司的报告',
  )
})

test('a report that is being made has no file yet, and a failed one states why', async () => {
  const reason = '报告未能生成，请重新生成'
  answer('reportList', {
    list: [
      buildReport({ state: 'running', pages: null }),
      buildReport({ id: 'b-2', state: 'failed', reason, pages: null }),
    ],
  })
  openPage()
  const [running, failed] = await screen.findAllByRole('listitem')
  if (running === undefined || failed === undefined) throw new Error('no rows')
  expect(within(running).getByText('生成中')).toBeTruthy()
  expect(within(failed).getByText(reason)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^打开/ })).toBeNull()
})

test('shows that reports load, then that there are none', async () => {
  const loading = hold('reportList', { list: [] })
  openPage()
  await screen.findByText('正在加载')
  loading.release()
  await screen.findByText('暂无报告')
})

test('reports that fail to load are loaded again', async () => {
  answerStatus('reportList', 503)
  const { user } = openPage()
  const retry = await screen.findByRole('button', { name: '重试' })
  answer('reportList', { list: [buildReport()] })
  await user.click(retry)
  await waitFor(() => expect(screen.getByText('已生成')).toBeTruthy())
})
