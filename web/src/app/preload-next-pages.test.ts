import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createRouter } from '../lib/router/create-router.ts'
import { beginCall } from '../platform/api/pending-calls.ts'
import { preloadNextPages } from './preload-next-pages.ts'
import { pageLoaders } from './routes.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

/** The app on Home. Returns the paths whose code was loaded ahead, and those whose sheets were. */
function openHome(load: (path: string) => unknown = () => {}) {
  const loads: string[] = []
  const sheets: string[] = []
  const history = createMemoryHistory({ initialEntries: ['/home'] })
  const router = createRouter({ history, indexPath: '/home', loadPage: () => () => null })
  onTestFinished(router.start())
  const stop = preloadNextPages(
    router,
    (path) => {
      loads.push(path)
      return load(path)
    },
    async (path) => void sheets.push(path),
  )
  onTestFinished(stop)
  return { loads, sheets, router }
}

/** Longer than the browser takes to be idle. */
const becomeIdle = () => vi.advanceTimersByTimeAsync(1_000)

test('Home loads the code of the search result and the company ahead, once it is idle', async () => {
  const { loads } = openHome()
  expect(loads).toEqual([])
  await becomeIdle()
  expect(loads).toEqual(['/search/result', '/company/detail'])
  expect(Object.keys(pageLoaders)).toEqual(expect.arrayContaining(loads))
})

test('the data of the page precedes the code of the next', async () => {
  const endCall = beginCall()
  const { loads } = openHome()
  await becomeIdle()
  expect(loads).toEqual([])
  endCall()
  await becomeIdle()
  expect(loads).toEqual(['/search/result', '/company/detail'])
})

test('a reader who enters a search field gets the code of the search result at once', async () => {
  const { loads } = openHome()
  const field = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => field.remove())
  field.focus()
  expect(loads).toEqual([])
  field.blur()
  field.type = 'search'
  field.focus()
  expect(loads).toEqual(['/search/result'])
  await vi.advanceTimersByTimeAsync(0)
  expect(loads).toEqual(['/search/result', '/company/detail'])
})

test('code that fails to load ahead is tried once and fails silently; the sheets of the page follow', async () => {
  const { loads, sheets, router } = openHome(() => Promise.reject(new TypeError('offline')))
  await becomeIdle()
  await router.navigate('/search/result')
  expect(sheets).toEqual(['/home'])
  await becomeIdle()
  expect(loads).toEqual(['/search/result', '/company/detail', '/home'])
  expect(sheets).toEqual(['/home', '/search/result'])
})
