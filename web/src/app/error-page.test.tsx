import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { answerHome } from '../../test/home-answers.ts'
import { InMemoryRouter } from '../../test/in-memory-router.tsx'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { ErrorBoundary } from './error-page.tsx'
import './not-found-page.tsx'

const at = (key: string) => ({ pathname: '/', search: '', hash: '', state: null, key })

function renderFailure(error: Error) {
  // React logs errors that a boundary catches.
  const reported = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {})
  const Broken = () => {
    throw error
  }
  const view = render(
    <ErrorBoundary location={at('broken')}>
      <Broken />
    </ErrorBoundary>,
    { wrapper: InMemoryRouter },
  )
  reported.mockClear()
  const goElsewhere = () =>
    view.rerender(
      <ErrorBoundary location={at('elsewhere')}>
        <p>其他页面</p>
      </ErrorBoundary>,
    )
  return { goElsewhere }
}

const buttonLabels = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)

const notFetched = () => new TypeError('Failed to fetch dynamically imported module: /assets/x.js')

test('replaces a page that throws by the error page with ways out', () => {
  renderFailure(new Error('broken on purpose'))
  expect(screen.getByRole('alert').textContent).toContain('页面出错')
  expect(buttonLabels()).toEqual(['返回', '返回首页', '重新加载'])
  expect(screen.queryByText(/broken on purpose/)).toBeNull()
})

test("offers back, Home and a retry when a page's code fails to load", () => {
  renderFailure(notFetched())
  expect(screen.getByRole('alert').textContent).toContain('加载失败')
  expect(screen.getByRole('alert').textContent).toContain('网络连接失败，请检查你的网络设置')
  expect(buttonLabels()).toEqual(['返回', '返回首页', '重试'])
})

test('requests the app again when the connection returns, and only for code that failed to load', async () => {
  const requests: string[] = []
  server.use(
    http.head('*', ({ request }) => {
      requests.push(request.method)
      return new HttpResponse(null, { status: 503 })
    }),
  )
  const { goElsewhere } = renderFailure(notFetched())
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(requests).toEqual(['HEAD']), 20_000)
  goElsewhere()
  window.dispatchEvent(new Event('online'))
  expect(requests).toEqual(['HEAD'])
})

test('hides the error page after a navigation', () => {
  renderFailure(new Error('broken on purpose')).goElsewhere()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('其他页面')).toBeTruthy()
})

// Loaded here, so that no test waits for what the app imports on first use.

test.each([
  ['/home。', '/home'],
  ['/home，快来看看', '/home'],
  ['/home%E3%80%82', '/home'],
  ['/home%26shareTo%3Dweixin', '/home'],
  ['/home%3Ffrom%3Dtimeline', '/home'],
  ['/Home）', '/home'],
  ['/home;jsessionid=1', '/home'],
  ['/user/membersIntroduction。?from=timeline', '/user/membersIntroduction?from=timeline'],
])('words behind an address are no part of it: %s opens %s', async (address, page) => {
  answerHome()
  const { arrivesAt } = renderApp(address)
  await arrivesAt(page)
})

test.each(['/nothing', '/homes', '/home/nothing。', '/。'])('%s is no page, and leads to Home', async (address) => {
  answerHome()
  const { user, arrivesAt } = renderApp(address)
  await user.click(await screen.findByRole('button', { name: '返回首页' }))
  await arrivesAt('/home')
})
