import { API_BASE, routes } from '@baiqicha/contract/routes'
import { expect, it, onTestFinished, vi } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { call, fillStore, openTestApp, raisedLimits, signIn, withLimits } from '../../test/http/app.ts'
import { FakeCompanySearch } from '../../test/search/fake-company-search.ts'
import { startTraceReceiver } from '../../test/traces/trace-receiver.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { parseRanges } from '../platform/http/client-address.ts'
import { createLogger } from '../platform/log/logger.ts'
import { openTraces } from '../platform/traces/open-traces.ts'
import { traceQueries } from '../platform/traces/traces.ts'
import { traceSearch } from './start-search.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'
const PROXY = '10.1.2.3'

type Options = { ratio?: number; endpoint?: string }

/** The application with traces over a database, and the receiver of its spans. */
async function openTraced(database: TestDatabase, { ratio = 1, endpoint }: Options = {}) {
  const receiver = await startTraceReceiver()
  const logged: string[] = []
  const log = createLogger('info', (line) => logged.push(line), { currentTraceId: () => traces.currentTraceId() })
  const traces = await openTraces({ endpoint: endpoint ?? receiver.endpoint, ratio, log, batchEveryMs: 20 })
  const traced = openDatabase(database.location, { observe: traceQueries(traces) })
  onTestFinished(() => traced.close())
  const search = new FakeCompanySearch()
  const { config } = withLimits(raisedLimits())
  const opened = await openTestApp(traced.db, {
    config: { ...config, trustedProxies: parseRanges([PROXY]) },
    index: traceSearch(search, traces),
    traces,
    log,
  })
  const test = { ...opened, search, logged }
  const companies = await fillStore(database.db, test)
  /** Sends what waits and resolves with the spans of the request of this route, outermost first. */
  const spansOf = async (route: string) => {
    const spans = () => {
      const of = receiver.spans.find(({ name }) => name.endsWith(route))
      return receiver.spans.filter(({ traceId }) => traceId === of?.traceId).reverse()
    }
    await vi.waitFor(() => expect(spans()).not.toHaveLength(0), { timeout: 10_000, interval: 10 })
    return spans()
  }
  return { test, receiver, traces, companies, logged, spansOf }
}

const route = (path: string) => `GET ${API_BASE}${path}`

describeDatabases('traces', (freshDatabase) => {
  it('record a request, its statements and its search as one trace', async () => {
    const { test, spansOf, companies } = await openTraced(await freshDatabase())
    const { token } = await signIn(test)
    const answer = await call(test.app, 'companySearch', { keyword: '演示云岚' }, { token })
    expect(answer.data?.list.length).toBe(2)
    const [server, ...inner] = await spansOf(route(routes.companySearch.path))
    expect(server).toMatchObject({
      kind: 2,
      attributes: {
        'http.request.method': 'GET',
        'http.route': API_BASE + routes.companySearch.path,
        'http.response.status_code': 200,
        'baiqicha.result_code': 0,
      },
    })
    expect(server?.parentSpanId).toBeUndefined()
    const search = inner.filter(({ attributes }) => 'search.kind' in attributes)
    expect(search.map(({ attributes }) => attributes)).toEqual([{ 'search.kind': 'search', 'search.hits': 2 }])
    const statements = inner.filter(({ attributes }) => 'db.query.text' in attributes)
    expect(statements.length).toBeGreaterThan(1)
    expect(statements.some(({ attributes }) => /from "company"/.test(String(attributes['db.query.text'])))).toBe(true)
    for (const span of inner) expect(span).toMatchObject({ kind: 3, parentSpanId: server?.spanId })
    expect(companies).toHaveLength(3)
  })

  it('record the statements of a body and of a transaction', async () => {
    const { test, spansOf } = await openTraced(await freshDatabase())
    await signIn(test)
    const [server, ...inner] = await spansOf(`POST ${API_BASE}${routes.loginBySmsCode.path}`)
    const operations = inner.map(({ attributes }) => attributes['db.operation.name'])
    expect(operations).toEqual(expect.arrayContaining(['begin', 'insert', 'commit']))
    for (const span of inner) expect(span.traceId).toBe(server?.traceId)
  })

  it('contain no keyword, token, number, id, address or code', async () => {
    const { test, receiver, spansOf, companies } = await openTraced(await freshDatabase())
    const mobile = '13912345678'
    const { token, userDetail } = await signIn(test, mobile, { remoteAddress: '203.0.113.77' })
    const [company] = companies
    const options = { token, remoteAddress: '203.0.113.77' }
    await call(test.app, 'companySearch', { keyword: '云岚' }, options)
    await call(test.app, 'companyDetail', { id: company?.id ?? '' }, options)
    await call(test.app, 'searchHistory', { type: 'search' }, options)
    await test.app.inject({ method: 'GET', url: `${API_BASE}/v1/unknown?token=${token}` })
    await spansOf('GET other')
    const sent = receiver.bodies.join('\n')
    const code = test.sent.at(-1)?.code ?? ''
    const secrets = ['云岚', encodeURIComponent('云岚'), token, mobile, '203.0.113.77', userDetail?.userId ?? '', code]
    for (const secret of [...secrets, company?.id ?? '', company?.name ?? '']) {
      expect(secret).not.toBe('')
      expect(sent).not.toContain(secret)
    }
  })

  it('name the trace in the log lines of the request', async () => {
    const { test, logged, spansOf } = await openTraced(await freshDatabase())
    await call(test.app, 'homeConfig', {})
    const [server] = await spansOf(route(routes.homeConfig.path))
    const lines = logged.filter((line) => line.includes(`"route":"homeConfig"`))
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: 'answered', traceId: server?.traceId }),
    ])
  })

  it('continue the trace of a trusted proxy, and ignore that of anybody else', async () => {
    const { test, receiver, spansOf } = await openTraced(await freshDatabase())
    const headers = { traceparent: `00-${TRACE_ID}-${SPAN_ID}-01` }
    await call(test.app, 'homeConfig', {}, { headers, remoteAddress: PROXY })
    const [continued] = await spansOf(route(routes.homeConfig.path))
    expect(continued).toMatchObject({ traceId: TRACE_ID, parentSpanId: SPAN_ID })
    await call(test.app, 'faq', {}, { headers, remoteAddress: '10.9.9.9' })
    const [own] = await spansOf(route(routes.faq.path))
    expect(own?.traceId).not.toBe(TRACE_ID)
    // The proxy decided not to record.
    const unsampled = { traceparent: `00-${'a'.repeat(32)}-${SPAN_ID}-00` }
    await call(test.app, 'mineConfig', {}, { headers: unsampled, remoteAddress: PROXY })
    await call(test.app, 'contactConfig', {})
    await spansOf(route(routes.contactConfig.path))
    expect(receiver.spans.filter(({ name }) => name.endsWith(routes.mineConfig.path))).toEqual([])
  })

  it('record nothing of requests that are not sampled, nor of probes', async () => {
    const { test, receiver, traces, logged } = await openTraced(await freshDatabase(), { ratio: 0 })
    const { token } = await signIn(test)
    await call(test.app, 'companySearch', { keyword: '演示云岚' }, { token })
    await test.app.inject({ method: 'GET', url: '/healthz' })
    await traces.close()
    expect(traces.counts()).toEqual({ ended: 0, sent: 0, failed: 0 })
    expect(receiver.requests).toBe(0)
    expect(logged.some((line) => line.includes('traceId'))).toBe(false)
  })

  it('state the status of a failure without its message', async () => {
    const { test, receiver, spansOf } = await openTraced(await freshDatabase())
    const { token } = await signIn(test)
    test.search.search = async () => {
      throw new Error('canary 13912345678')
    }
    const answer = await call(test.app, 'companySearch', { keyword: '演示云岚' }, { token })
    expect(answer.status).toBe(500)
    const [server, ...inner] = await spansOf(route(routes.companySearch.path))
    expect(server?.status).toEqual({ code: 2, message: '500' })
    expect(inner.find(({ attributes }) => 'search.kind' in attributes)?.status).toEqual({ code: 2, message: 'Error' })
    expect(receiver.bodies.join()).not.toContain('canary')
  })
})
