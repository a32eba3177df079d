import {
  RECONCILE_PATH,
  RECONCILE_SUGGEST_PATH,
  reconcileManifestSchema,
  reconcileResultsSchema,
  reconcileSuggestionsSchema,
} from '@baiqicha/contract/reconcile'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { buildCompany, insertCompanies } from '../../test/builders/companies.ts'
import { describeDatabases, type TestDatabase } from '../../test/databases/databases.ts'
import { call, openTestApp, raisedLimits, signIn } from '../../test/http/app.ts'
import { parseRanges } from '../platform/http/client-address.ts'

const config = {
  limits: raisedLimits(),
  trustedProxies: parseRanges([]),
  trackingDays: 180,
  asksTrackingConsent: true,
  opsToken: undefined,
  reconcile: true,
  frameAncestors: [],
  logoHosts: [],
  jumpHosts: [],
  officialSites: new Map(),
  demoData: true,
  testHosts: [],
  publicOrigins: ['https://www.example.com'],
  model: null,
  refusalRules: [],
}
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const code = '91990001MA0DEM001F'

const resultsOf = (body: string) => z.parse(reconcileResultsSchema, JSON.parse(body))

async function open({ db }: TestDatabase, limits = config.limits) {
  const test = await openTestApp(db, { config: { ...config, limits } })
  const companies = [
    buildCompany({ id: 'c-1', name: '深圳澜一演示有限公司', credit_code: code }),
    buildCompany({ id: 'c-2', name: '深圳澜一演示贸易有限公司' }),
  ]
  await insertCompanies(db, companies)
  for (const { row } of companies) test.search.names.set(row.id, row.name)
  const post = (queries: unknown, headers: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url: RECONCILE_PATH,
      headers: { ...FORM, ...headers },
      payload: new URLSearchParams({ queries: JSON.stringify(queries) }).toString(),
    })
  const get = (url: string, query: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, query })
  return { test, post, get }
}

describeDatabases('the reconciliation API', (freshDatabase) => {
  it('is not there unless it is on', async () => {
    const { app } = await openTestApp((await freshDatabase()).db)
    expect((await app.inject({ method: 'GET', url: RECONCILE_PATH })).statusCode).toBe(404)
  })

  it('describes itself, with addresses of the site', async () => {
    const { get } = await open(await freshDatabase())
    const manifest = z.parse(reconcileManifestSchema, (await get(RECONCILE_PATH)).json())
    expect(manifest).toMatchObject({
      versions: ['0.2'],
      view: { url: 'https://www.example.com/company/detail?id={{id}}' },
    })
  })

  it('answers a batch sent as a form or in the address, each query under its key', async () => {
    const { post, get } = await open(await freshDatabase())
    const queries = {
      q0: { query: '深圳澜一演示有限公司' },
      q1: { query: '深圳澜一', limit: 1 },
      q2: { query: '无此企业' },
    }
    const results = resultsOf((await post(queries)).body)
    expect(results).toMatchObject({
      q0: { result: [{ id: 'c-1', name: '深圳澜一演示有限公司', score: 100, match: true, type: [{ id: 'company' }] }] },
      q1: { result: [{ match: false }] },
      q2: { result: [] },
    })
    expect(results['q1']?.result).toHaveLength(1)
    expect(resultsOf((await get(RECONCILE_PATH, { queries: JSON.stringify(queries) })).body)).toEqual(results)
  })

  it('matches no company when two have the name', async () => {
    const database = await freshDatabase()
    const { test, post } = await open(database)
    const namesake = buildCompany({ id: 'c-3', name: '深圳澜一演示有限公司' })
    await insertCompanies(database.db, [namesake])
    test.search.names.set('c-3', namesake.row.name)
    const { q0 } = resultsOf((await post({ q0: { query: '深圳澜一演示有限公司' } })).body)
    expect(q0?.result.map(({ score, match }) => [score, match])).toEqual([
      [100, false],
      [100, false],
    ])
  })

  it('searches for the credit code when a query has one', async () => {
    const { test, post } = await open(await freshDatabase())
    await post({ q0: { query: '别的名称', properties: [{ pid: 'creditCode', v: code }] } })
    expect(test.search.lastQuery).toMatchObject({ keyword: code })
  })

  it('suggests companies', async () => {
    const { get } = await open(await freshDatabase())
    const { result } = z.parse(
      reconcileSuggestionsSchema,
      (await get(RECONCILE_SUGGEST_PATH, { prefix: '澜一' })).json(),
    )
    expect(result.map(({ id }) => id)).toEqual(['c-1', 'c-2'])
  })

  it.each([
    ['a query without text and properties', { q0: {} }],
    ['no properties', { q0: { properties: [] } }],
    ['an unknown key', { q0: { query: '澜', page: 2 } }],
    ['too many queries', Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`q${at}`, { query: '澜' }]))],
    ['a list', []],
  ])('refuses %s', async (_what, queries) => {
    const { post } = await open(await freshDatabase())
    expect((await post(queries)).statusCode).toBe(400)
  })

  it('counts each query against the limit of the address', async () => {
    const limits = { ...config.limits, buckets: { ...config.limits.buckets } }
    limits.buckets.reconcileQueriesPerAddress = [{ count: 2, seconds: 60 }]
    const { post } = await open(await freshDatabase(), limits)
    const batch = { q0: { query: '澜' }, q1: { query: '澜' } }
    expect((await post(batch)).statusCode).toBe(200)
    const refused = await post({ q0: { query: '澜' } })
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  })

  it('counts the queries of an API key, and refuses a wrong one', async () => {
    const { test, post } = await open(await freshDatabase(), { ...config.limits, callsPerKeyAndDay: 3 })
    const { token } = await signIn(test)
    const { data } = await call(test.app, 'createApiKey', { name: '对照', days: 30 }, { token })
    const two = { a: { query: code }, b: { query: '深圳澜一' } }
    const keyed = (key: string) => post(two, { authorization: `Bearer ${key}` })
    expect((await keyed(data?.key ?? '')).headers).toMatchObject({ 'key-remaining': '1' })
    expect((await keyed(data?.key ?? '')).statusCode).toBe(429)
    expect((await keyed(`bqc_${'x'.repeat(43)}`)).statusCode).toBe(401)
  })
})
