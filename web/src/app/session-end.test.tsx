import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answerHome } from '../../test/home-answers.ts'
import { logIn, renderApp } from '../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, refuse, server } from '../../test/server.ts'
// Loaded here, so that no test waits for what the app imports on first use.
import '../features/mine/mine-page.tsx'
import '../features/search/search-page.tsx'

const sessionRoutes = ['recentBrowseList', 'searchHistory', 'companySuggest', 'historyCounts', 'followList'] as const

/** Records every call from now on. */
function countCalls(): string[] {
  const calls: string[] = []
  const note = ({ request }: { request: Request }) => void calls.push(request.url)
  server.events.on('request:start', note)
  onTestFinished(() => server.events.removeListener('request:start', note))
  return calls
}

test.each(['/home', '/search?keyword=abc', '/user'])(
  'an invalid token causes at most ten calls on %s and ends at Home without a session',
  async (address) => {
    answerHome()
    for (const route of [...sessionRoutes, 'userDetail'] as const) refuse(route, 403)
    logIn()
    const calls = countCalls()
    const app = renderApp(address)
    await app.arrivesAt('/home')
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    await screen.findByRole('button', { name: '登录/注册' })
    expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(10)
    expect(localStorage.getItem('isFirstLogin')).toBeNull()
  },
)

test.each([
  ['no network', () => breakNetwork('userDetail')],
  ['a throttle', () => void refuse('userDetail', 429, '请 10 秒后重试')],
  ['500', () => answerStatus('userDetail', 500)],
  ['503', () => answerStatus('userDetail', 503)],
])('keeps session and page when the user info fails to load because of %s', async (_name, prepare) => {
  answerHome()
  prepare()
  refuse('searchHistory', 403)
  answer('recentBrowseList', [])
  logIn()
  const calls = countCalls()
  const app = renderApp('/search')
  await waitFor(() => expect(calls.some((url) => url.includes('getUserDetail'))).toBe(true))
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  expect(app.currentUrl()).toBe('/search')
  expect(localStorage.getItem('token')).toBe('token-1')
})
