import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildAgreement, buildAgreementList } from '../../../test/content-builders.ts'
import { answerHome } from '../../../test/home-answers.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { answer, answerStatus } from '../../../test/server.ts'

const scrolled = vi.fn()

beforeEach(() => {
  scrolled.mockClear()
  Element.prototype.scrollIntoView = scrolled
  answerHome()
})

test('lists each agreement with version, date and link', async () => {
  answer('agreementList', buildAgreementList())
  renderApp('/user/agreement')
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    '百企查用户协议2026-11-22 版 · 即日生效',
    '百企查隐私政策2026-11-22 版 · 即日生效',
    '百企查会员协议2026-11-22 版 · 即日生效',
  ])
  const links = rows.map((row) => within(row).getByRole('link').getAttribute('href'))
  expect(links).toEqual(['/user/user_protocol', '/user/privacy_policy', '/user/agreement?type=membership'])
})

test.each([
  ['/user/user_protocol', 'user_protocol', '用户协议'],
  ['/user/privacy_policy', 'privacy_policy', '隐私政策'],
  ['/user/agreement?type=membership', 'membership', '会员协议'],
  ['/user/agreement?type=user_protocol', 'user_protocol', '用户协议'],
])('%s opens %s under its title, for visitors too', async (address, type, title) => {
  const calls = answer('agreement', buildAgreement({ title: '协议全称' }))
  renderApp(address)
  await screen.findByRole('heading', { level: 2, name: '协议全称' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  expect(calls.map((call) => call.query)).toEqual([{ type }])
})

test('an unknown type opens the list', async () => {
  answer('agreementList', buildAgreementList())
  renderApp('/user/agreement?type=unknown')
  expect(await screen.findAllByRole('listitem')).toHaveLength(3)
})

test('the table of contents scrolls to a section without changing the URL, and back', async () => {
  answer('agreement', buildAgreement())
  const { user, currentUrl } = renderApp('/user/user_protocol')
  await user.click(await screen.findByRole('button', { name: '二、账号' }))
  const heading = screen.getByRole('heading', { name: '二、账号' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(scrolled.mock.instances).toEqual([heading])
  expect(currentUrl()).toBe('/user/user_protocol')
  await user.click(screen.getByRole('button', { name: '回到目录' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: '目录' })))
})

test('shows the changes above the text and adjacent items as one list', async () => {
  answer('agreement', buildAgreement({ changeSummary: '补充了注销的步骤' }))
  renderApp('/user/user_protocol')
  expect(await screen.findByText('本次更新：补充了注销的步骤')).toBeTruthy()
  const section = screen.getByRole('heading', { name: '二、账号' }).closest('section')
  expect(section?.querySelectorAll('ul')).toHaveLength(1)
  expect(section?.querySelectorAll('li')).toHaveLength(2)
})

test('renders the text of an agreement as text', async () => {
  const blocks = [{ kind: 'paragraph' as const, text: '<img src=x onerror=alert(1)>' }]
  answer('agreement', buildAgreement({ preface: blocks }))
  renderApp('/user/privacy_policy')
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  expect(document.querySelector('article img')).toBeNull()
})

test.each([
  ['/user/agreement', 'agreementList'],
  ['/user/user_protocol', 'agreement'],
] as const)('a failed request of %s shows its error and can be retried', async (address, route) => {
  answerStatus(route, 503)
  const { user } = renderApp(address)
  expect(await screen.findByText('服务不可用')).toBeTruthy()
  answer('agreementList', buildAgreementList())
  answer('agreement', buildAgreement())
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect((await screen.findAllByText(/百企查用户协议/)).length).toBeGreaterThan(0)
})
