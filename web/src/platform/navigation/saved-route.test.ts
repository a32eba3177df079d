import { beforeEach, expect, test } from 'vitest'
import { SAVED_ROUTE_MS, saveRoute, saveRouteOfLogin, takeSavedRoute } from './saved-route.ts'

const now = 1_000_000_000

function store(route: Record<string, unknown>) {
  const whole = { path: '/home', query: {}, params: {}, name: 'home', timestamp: now, ...route }
  sessionStorage.setItem('savedRoute', JSON.stringify(whole))
}

beforeEach(() => sessionStorage.clear())

test('keeps path and query, and is read once', () => {
  saveRoute({ pathname: '/search/result', search: '?keyword=%E6%AF%94%E4%BA%9A%E8%BF%AA&page=2' }, now)
  expect(takeSavedRoute(now)).toBe('/search/result?keyword=%E6%AF%94%E4%BA%9A%E8%BF%AA&page=2')
  expect(takeSavedRoute(now)).toBeNull()
})

test('stores path, query, params, name and time', () => {
  saveRoute({ pathname: '/search', search: '?keyword=byd' }, now)
  expect(JSON.parse(sessionStorage.getItem('savedRoute') ?? '')).toEqual({
    path: '/search',
    query: { keyword: 'byd' },
    params: {},
    name: 'search',
    timestamp: now,
  })
})

test.each(['/login', '/nowhere', '//evil.example', 'https://evil.example'])('does not save %s', (pathname) => {
  saveRoute({ pathname, search: '' }, now)
  expect(takeSavedRoute(now)).toBeNull()
})

test.each([
  { path: '//evil.example' },
  { path: '/\\evil.example' },
  { path: 'https://evil.example/home' },
  { path: 'home' },
  { path: '/unknown' },
  { path: '/login' },
  { path: 7 },
  { query: 'keyword=x' },
  { timestamp: now - SAVED_ROUTE_MS - 1 },
  { timestamp: now + 1 },
  { timestamp: 'yesterday' },
])('ignores the stored route %j', (route) => {
  store(route)
  expect(takeSavedRoute(now)).toBeNull()
})

test('uses a fresh route', () => {
  store({ path: '/user', timestamp: now - SAVED_ROUTE_MS })
  expect(takeSavedRoute(now)).toBe('/user')
})

test('treats unreadable storage as empty', () => {
  sessionStorage.setItem('savedRoute', '{')
  expect(takeSavedRoute(now)).toBeNull()
})

test('the address of the login page names the target', () => {
  const to = encodeURIComponent('/search/result?keyword=%E6%AF%94&sort=capital')
  saveRouteOfLogin({ pathname: '/login', search: `?to=${to}` })
  expect(takeSavedRoute()).toBe('/search/result?keyword=%E6%AF%94&sort=capital')
})

test.each([
  ['/login', ''],
  ['/login', '?to='],
  ['/login', '?to=%2Flogin'],
  ['/login', '?to=%2F%2Fevil.example'],
  ['/login', '?to=https%3A%2F%2Fevil.example%2Fhome'],
  ['/home', '?to=%2Fuser'],
])('%s%s names none', (pathname, search) => {
  saveRouteOfLogin({ pathname, search })
  expect(takeSavedRoute()).toBeNull()
})
