import type { UserDetail } from '@baiqicha/contract/account'
import { API_BASE, type RouteKey, type RouteOutput, routes } from '@baiqicha/contract/routes'
import { assistantRoutes } from '@baiqicha/contract/routes/assistant'
import { HttpResponse, type HttpResponseResolver, http } from 'msw'
import { setupServer } from 'msw/node'
import * as z from 'zod/mini'
import { buildAgreementList } from './content-builders.ts'

/** Answers a call in every test; a test can override it. */
const always = ({ path }: { path: string }, data: unknown) =>
  http.get(`*${API_BASE}${path}`, () => HttpResponse.json({ code: 0, message: 'ok', data }))

/** Mock of the network at the HTTP boundary. A request without a handler fails the test. */
export const server = setupServer(
  // Of every page of a logged-in user.
  always(routes.agreementList, buildAgreementList()),
  // Of every page with a button 关注.
  always(routes.followList, { list: [], groups: [], limit: 5, unread: 0 }),
  // Of the page of a company with risk records.
  always(routes.riskTimeline, []),
  // Of the page of a listed company.
  always(routes.filterOptions, { regions: [], industries: [] }),
  // Of the page of 百言.
  always(assistantRoutes.assistantConfig, { quickQuestions: [], quota: null, hasModel: false }),
  // Of company pages without a source of risks.
  always(routes.officialChecks, {
    companyId: 'c-1',
    name: '澜山演示贸易有限公司',
    creditCode: null,
    isDemo: true,
    sites: [],
  }),
)

const encoders: { readonly [K in RouteKey]: { output: z.core.$ZodType<RouteOutput<K>> } } = routes

/** Handles a route until the end of the test. */
export function handle(key: RouteKey, resolver: HttpResponseResolver) {
  const { method, path } = routes[key]
  const url = `*${API_BASE}${path}`
  server.use(method === 'GET' ? http.get(url, resolver) : http.post(url, resolver))
}

const encodeAnswer = <K extends RouteKey>(key: K, data: RouteOutput<K>) =>
  HttpResponse.json({ code: 0, message: 'ok', data: z.encode(encoders[key].output, data) })

export type Call = { query: Record<string, string>; body: unknown; token: string | null }

async function describeCall(request: Request): Promise<Call> {
  const text = await request.clone().text()
  return {
    query: Object.fromEntries(new URL(request.url).searchParams),
    body: text === '' ? null : JSON.parse(text),
    token: request.headers.get('token'),
  }
}

/** Responds with data, encoded as the server encodes it. The returned list collects the requests. */
export function answer<K extends RouteKey>(key: K, data: RouteOutput<K>): Call[] {
  const calls: Call[] = []
  handle(key, async ({ request }) => {
    calls.push(await describeCall(request))
    return encodeAnswer(key, data)
  })
  return calls
}

/** Responds with a rejection: HTTP 200 with an error code. */
export function refuse(key: RouteKey, code: number, message = '', data: unknown = null): Call[] {
  const calls: Call[] = []
  handle(key, async ({ request }) => {
    calls.push(await describeCall(request))
    return HttpResponse.json({ code, message, data })
  })
  return calls
}

/** Responds with an HTTP error status. */
export const answerStatus = (key: RouteKey, status: number) =>
  handle(key, () => HttpResponse.json({ code: status, message: '', data: null }, { status }))

/** Fails the request with a network error. */
export const breakNetwork = (key: RouteKey) => handle(key, () => HttpResponse.error())

/** Delays the response until `release` is called. `reached` resolves when a request waits for it. */
export function hold<K extends RouteKey>(key: K, data: RouteOutput<K>) {
  const gate = new EventTarget()
  const after = (event: string) => new Promise((resolve) => gate.addEventListener(event, resolve, { once: true }))
  const released = after('release')
  const reached = after('reach')
  handle(key, async () => {
    gate.dispatchEvent(new Event('reach'))
    await released
    return encodeAnswer(key, data)
  })
  return { reached, release: () => void gate.dispatchEvent(new Event('release')) }
}

export const buildUser = (overrides: Partial<UserDetail> = {}): UserDetail => ({
  userId: 'u-1',
  phoneMasked: '138****0000',
  nickname: null,
  isVip: false,
  vipExpireAt: null,
  vipSource: null,
  canClaimGift: true,
  careerList: [],
  industryList: [],
  registeredAt: '2026-11-20T00:00:00.000Z',
  loginMethods: ['sms'],
  agreementVersion: '2026-11-22',
  eraseAt: null,
  lock: null,
  loginSource: null,
  unreadFeedback: 0,
  unreadChanges: 0,
  ...overrides,
})
