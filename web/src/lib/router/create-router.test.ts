import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRouter } from './create-router.ts'

const Home = () => null
const Page = () => null

/** A router at `/home`. Its other pages load when the test calls `finish`. */
function startRouter(...entries: string[]) {
  const history = createMemoryHistory({ initialEntries: entries.length === 0 ? ['/home'] : entries })
  const loads = new Map<string, { resolve: (page: typeof Page) => void; reject: (error: Error) => void }>()
  const loadPage = vi.fn((pathname: string) => {
    if (pathname === '/home') return Home
    return new Promise<typeof Page>((resolve, reject) => {
      loads.set(pathname, { resolve, reject })
    })
  })
  const router = createRouter({ history, indexPath: '/home', loadPage })
  onTestFinished(router.start())
  const place = () => router.state.location.pathname + router.state.location.search
  const finish = (pathname: string) => loads.get(pathname)?.resolve(Page)
  return { router, history, loads, place, finish }
}

test('a page whose code has loaded shows at once', () => {
  const { router } = startRouter()
  expect(router.state).toMatchObject({ historyAction: 'POP', content: { type: 'loaded', Page: Home } })
})

test('/ shows the index page without an entry of its own', () => {
  const { router, history, place } = startRouter('/')
  expect(place()).toBe('/home')
  expect(router.state.historyAction).toBe('POP')
  expect(history.index).toBe(0)
})

test('the address changes with the page, once its code has loaded', async () => {
  const { router, history, place, finish } = startRouter()
  const navigation = router.navigate('/search?keyword=abc')
  expect([place(), history.location.pathname]).toEqual(['/home', '/home'])
  finish('/search')
  await navigation
  expect([place(), history.location.pathname]).toEqual(['/search?keyword=abc', '/search'])
  expect(router.state).toMatchObject({ historyAction: 'PUSH', content: { type: 'loaded', Page } })
})

test('a later navigation replaces one that still loads, which leaves no entry', async () => {
  const { router, history, place, finish } = startRouter()
  const first = router.navigate('/search')
  const second = router.navigate('/login')
  finish('/login')
  await second
  finish('/search')
  await first
  expect(place()).toBe('/login')
  expect(history.index).toBe(1)
})

test('a failure to load is the content of the page, and the next visit loads again', async () => {
  const { router, place, loads, finish } = startRouter()
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
  const failing = router.navigate('/search')
  loads.get('/search')?.reject(error)
  await failing
  expect(place()).toBe('/search')
  expect(router.state.content).toEqual({ type: 'failed', error })
  await router.navigate('/home')
  const again = router.navigate('/search')
  finish('/search')
  await again
  expect(router.state.content).toEqual({ type: 'loaded', Page })
})

test('a replace exchanges the current entry, and back shows the previous one', async () => {
  const { router, history, place } = startRouter('/home?a=1')
  await router.navigate('/home?a=2')
  await router.navigate('/home?a=3', { replace: true, state: { keepScroll: true } })
  expect(history.index).toBe(1)
  expect(router.state).toMatchObject({ historyAction: 'REPLACE', location: { state: { keepScroll: true } } })
  await router.navigate(-1)
  expect(place()).toBe('/home?a=1')
  expect(router.state.historyAction).toBe('POP')
})

test.each([
  ['?way=sms', '/home?way=sms'],
  [{ search: 'way=sms' }, '/home?way=sms'],
  [{ pathname: '/login', search: '' }, '/login'],
  ['/', '/home'],
])('%j is completed to %s', (to, whole) => {
  expect(startRouter().router.hrefOf(to)).toBe(whole)
})

test('a stopped router ignores the history', () => {
  const history = createMemoryHistory({ initialEntries: ['/home?a=1', '/home?a=2'] })
  const router = createRouter({ history, indexPath: '/home', loadPage: () => Home })
  router.start()()
  history.go(-1)
  expect(router.state.location.search).toBe('?a=2')
})
