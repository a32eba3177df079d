import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answerHome } from '../../test/home-answers.ts'
import { logIn, renderApp } from '../../test/render-app.tsx'
import { answer, answerStatus, breakNetwork, refuse, server } from '../../test/server.ts'
// Imported here, so that no test waits for a lazy import.
import '../features/mine/mine-page.tsx'
import '../features/search/search-page.tsx'

const sessionRoutes = ['recentBrowseList', 'searchHistory', 'companySuggest'] as const

/** URLs of the calls that the app sends from now on. */
function countCalls(): string[] {
  const calls: string[] = []
  const record = ({ request }: { request: Request }) => void calls.push(request.url)
  server.events.on('request:start', record)
  onTestFinished(() => server.events.removeListener('request:start', record))
  return calls
}

test.each(['/home', '/search?keyword=abc', '/user'])(
  'an invalid token causes at most ten calls on %s, and ends at home without a session',
  async (address) => {
    answerHome()
    for (const route of [...sessionRoutes, 'userDetail'] as const) refuse(route, 403)
    logIn()
    const calls = countCalls()
    const app = renderApp(address)
    await app.arrivesAt('/home')
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    await screen.findByRole('button', { name: '登录/注册' })
    expect(calls.length).toBeLessThanOrEqual(10)
    expect(localStorage.getItem('isFirstLogin')).toBeNull()
  },
)

test.each([
  ['a network failure', () => breakNetwork('userDetail')],
  ['a rate limit', () => void refuse('userDetail', 429, '请 10 秒后重试')],
  ['status 500', () => answerStatus('userDetail', 500)],
  ['status 503', () => answerStatus('userDetail', 503)],
])('a session that cannot be checked because of %s stays, and so does the page', async (_name, prepare) => {
  answerHome()
  prepare()
  refuse('searchHistory', 403)
  answer('recentBrowseList', [])
  logIn()
  const calls = countCalls()
  const app = renderApp('/search')
  await waitFor(() => expect(calls.some((url) => url.includes('getUserDetail'))).toBe(true))
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  expect(app.place()).toBe('/search')
  expect(localStorage.getItem('token')).toBe('token-1')
})
