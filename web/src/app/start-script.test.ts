import { companyRoutes } from '@baiqicha/contract/routes/company'
import { homeRoutes } from '@baiqicha/contract/routes/home'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import script from '../../start/start.js?raw'
import { readSearchParams, toSearchInput } from '../features/search-result/search-params.ts'
import { callApi, connectApi } from '../platform/api/client.ts'

const files = {
  '/home': ['assets/home.js'],
  '/search/result': ['assets/results.js', 'assets/results.css'],
  '/company/detail': [],
}

// oxlint-disable-next-line typescript/no-implied-eval -- as the browser runs the file of the build
const runScript = () => void new Function(script.replace('__FILES__', JSON.stringify(files)))()

/** Runs the start script at an address. Returns the requests that it sends. */
function startAt(address: string): Request[] {
  window.history.replaceState(null, '', address)
  const requests: Request[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(new Request(input, init))
    return Response.json({ code: 500, message: '', data: null })
  })
  runScript()
  return requests
}

const paths = (requests: readonly Request[]) => requests.map(({ url }) => url.replace(/^.*\/api\/h5/, ''))

beforeEach(() => {
  connectApi({
    readToken: () => localStorage.getItem('token'),
    exchangePendingTicket: async () => {},
    showFailure: () => {},
    onNoSession: () => {},
    onLocked: () => {},
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    delete window.earlyCalls
    localStorage.clear()
    document.head.replaceChildren()
    window.history.replaceState(null, '', '/')
  })
})

const search = (query: string) =>
  callApi(companyRoutes.companySearch, { ...toSearchInput(readSearchParams(query)), page: 1 })

const word = encodeURIComponent('华为 a+b’s')

describe('the page takes over what the start script has sent', () => {
  test.each<[string, string, () => Promise<unknown>]>([
    ['the results', `/#/search/result?keyword=${word}`, () => search(`?keyword=${word}`)],
    [
      'a company',
      '/#/company/detail?id=c1-2_3&tab=overview',
      () => callApi(companyRoutes.companyDetail, { id: 'c1-2_3' }),
    ],
    ['a shared company', '/#/company/detail?id=c1&isShare=1', () => callApi(companyRoutes.companyDetail, { id: 'c1' })],
    ['the newest companies of Home', '/#/home', () => callApi(homeRoutes.recentRegisterList, {})],
    ['the configuration of Home', '/', () => callApi(homeRoutes.homeConfig, {})],
  ])('%s', async (_name, address, call) => {
    localStorage.setItem('token', 'token-1')
    const requests = startAt(address)
    const sent = requests.length
    await call().catch(() => {})
    expect(sent).toBeGreaterThan(0)
    expect(requests).toHaveLength(sent)
    expect(requests[0]?.headers.get('token')).toBe('token-1')
  })
})

const view = () => callApi(companyRoutes.companyDetail, { id: 'c1' }).catch(() => {})

test('a response serves one call: the next one sends a request', async () => {
  const requests = startAt('/#/company/detail?id=c1')
  await view()
  expect(requests).toHaveLength(1)
  await view()
  expect(requests).toHaveLength(2)
})

test('a company whose early request failed is not requested again, because it may have counted as a view', async () => {
  let sent = 0
  startAt('/')
  vi.stubGlobal('fetch', async () => {
    sent += 1
    throw new TypeError('network')
  })
  delete window.earlyCalls
  window.history.replaceState(null, '', '/#/company/detail?id=c1')
  runScript()
  await expect(callApi(companyRoutes.companyDetail, { id: 'c1' })).rejects.toMatchObject({
    failure: { type: 'network' },
  })
  expect(sent).toBe(1)
})

test.each([
  ['of another session', () => localStorage.setItem('token', 'token-2')],
  ['of more than a minute ago', () => vi.setSystemTime(Date.now() + 60_001)],
])('the response %s is not used', async (_name, change) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  localStorage.setItem('token', 'token-1')
  const requests = startAt(`/#/search/result?keyword=${word}`)
  change()
  await search(`?keyword=${word}`).catch(() => {})
  expect(requests).toHaveLength(2)
})

test.each([
  ['the results without a session', '/#/search/result?keyword=a', () => localStorage.clear()],
  ['results without a keyword', '/#/search/result?keyword=+', () => {}],
  ['filtered results', '/#/search/result?keyword=a&status=x', () => {}],
  ['a company without an id', '/#/company/detail', () => {}],
  ['a company whose id an app may have changed', '/#/company/detail?id=c1?from=timeline', () => {}],
  ['another page', '/#/user/about', () => {}],
  ['an address with a ticket', '/?token=t1#/company/detail?id=c1', () => {}],
  ['an address that an app has changed', '/company/detail?id=c1', () => {}],
  [
    'a ticket that is not exchanged',
    '/#/company/detail?id=c1',
    () => localStorage.setItem('userInfo', '{"loginType":"external","loginTime":"2026-11-28"}'),
  ],
])('sends nothing for %s', (_name, address, prepare) => {
  localStorage.setItem('token', 'token-1')
  prepare()
  expect(paths(startAt(address))).toEqual([])
})

test('requests the files of the page like the imports that follow', () => {
  startAt('/#/search/result?keyword=a')
  const links = [...document.head.querySelectorAll('link')]
  expect(links.map((link) => [link.getAttribute('href'), link.as, link.crossOrigin])).toEqual([
    ['/assets/results.js', 'script', ''],
    ['/assets/results.css', 'style', ''],
  ])
})
