import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildIndexableCompany as build, buildQuery } from '../../../test/builders/indexable-companies.ts'
import { takeOpenSearch } from '../../../test/engines/opensearch.ts'
import { type Fault, startHttpProxy } from '../../../test/engines/proxies.ts'
import { fillOpenSearchIndex, openOpenSearchOver } from '../../../test/search/company-search.opensearch.ts'
import { SearchUnavailable, type StartedCompanySearch } from '../company-search.ts'
import { connectOpenSearch } from './client.ts'
import type { IndexState, PreparingReason } from './index-state.ts'

/** Every answer is given within this time, faults or not. */
const ANSWER_MS = 3000
/** The machine may be busy with other tests. */
const TOLERANCE_MS = 2000

const whale = build({ id: 'whale', name: '演示蓝鲸渔业有限公司' })
const calf = build({ id: 'calf', name: '演示蓝鲸养殖有限公司' })

let direct: ReturnType<typeof connectOpenSearch>
let proxy: Awaited<ReturnType<typeof startHttpProxy>>
let client: ReturnType<typeof connectOpenSearch>
let fault: Fault = 'none'
let state: IndexState
let search: StartedCompanySearch
let searches = 0
let now = 1000

beforeAll(async () => {
  const { url } = await takeOpenSearch()
  direct = connectOpenSearch({ url })
  proxy = await startHttpProxy({
    target: url,
    faultOf: ({ url: path = '' }) => {
      if (!path.includes('_msearch')) return 'none'
      searches += 1
      return fault
    },
  })
  client = connectOpenSearch({ url: proxy.url })
  state = (await fillOpenSearchIndex(direct, [whale])).state
  search = await openOpenSearchOver(
    client,
    async () => state,
    () => now,
  )
})
afterAll(async () => {
  await search.close()
  await client.close()
  await proxy.stop()
  await direct.close()
})
beforeEach(() => {
  fault = 'none'
  // Closes the circuit that an earlier test has opened.
  now += 60_000
})

const find = async (keyword = '蓝鲸') =>
  (await search.search(buildQuery(keyword))).hits.map(({ companyId }) => companyId)

/** Why the query was refused, and after how many milliseconds. */
async function refusalOf(query: Promise<unknown>) {
  const startedAt = performance.now()
  const error = await query.then(
    () => null,
    (reason: unknown) => reason,
  )
  const milliseconds = performance.now() - startedAt
  return { reason: error instanceof SearchUnavailable ? error.reason : error, milliseconds }
}

const answerWith = (response: object): Fault => ({ status: 200, body: { responses: [response] } })
const whole = { status: 200, timed_out: false, _shards: { failed: 0 }, hits: { max_score: null, hits: [] } }

describe('refuses a query, and never says that nothing was found', () => {
  test.each<[what: string, fault: Fault, reason: SearchUnavailable['reason']]>([
    ['the server refuses for overload', { status: 429, body: { error: 'rejected', status: 429 } }, 'overloaded'],
    ['the server fails', { status: 500, body: { error: 'broken', status: 500 } }, 'preparing'],
    ['the connection ends', 'close', 'preparing'],
    ['the server does not answer', 'hang', 'overloaded'],
    ['the answer has no results', { status: 200, body: {} }, 'preparing'],
    ['the answer has fewer results than searches', { status: 200, body: { responses: [] } }, 'preparing'],
    ['a result has no hits', answerWith({ status: 200, timed_out: false, _shards: { failed: 0 } }), 'preparing'],
    ['a shard failed', answerWith({ ...whole, _shards: { failed: 1 } }), 'preparing'],
    ['the server stopped searching', answerWith({ ...whole, timed_out: true }), 'preparing'],
    ['a search was refused for overload', answerWith({ status: 429, error: {} }), 'overloaded'],
  ])('when %s', async (_what, given, reason) => {
    fault = given
    const refused = await refusalOf(search.search(buildQuery('蓝鲸')))
    expect(refused.reason).toBe(reason)
    expect(refused.milliseconds).toBeLessThan(ANSWER_MS + TOLERANCE_MS)
    expect((await refusalOf(search.suggest('蓝鲸', 10))).reason).toBe(reason)
    fault = 'none'
    now += 60_000
    expect(await find()).toEqual(['whale'])
  })

  test.each<PreparingReason>(['missing', 'foreign', 'unfinished', 'silent'])('when the index is %s', async (reason) => {
    let current = state
    const elsewhere = await openOpenSearchOver(
      client,
      async () => current,
      () => now,
    )
    current = { status: 'preparing', reason }
    await expect.poll(() => elsewhere.state().ready, { timeout: 10_000 }).toBe(false)
    expect((await refusalOf(elsewhere.search(buildQuery('蓝鲸')))).reason).toBe('preparing')
    await elsewhere.close()
  })
})

test('sends nothing to a server that has failed again and again, and tries again after a while', async () => {
  fault = 'close'
  for (let attempt = 0; attempt < 5; attempt += 1) await refusalOf(find())
  searches = 0
  expect((await refusalOf(find())).reason).toBe('preparing')
  expect(searches).toBe(0)
  fault = 'none'
  now += 60_000
  expect(await find()).toEqual(['whale'])
})

test('queries another index within a second after the one in use was replaced', async () => {
  const before = await fillOpenSearchIndex(direct, [whale])
  const after = await fillOpenSearchIndex(direct, [whale, calf])
  let current = before.state
  const elsewhere = await openOpenSearchOver(
    client,
    async () => current,
    () => now,
  )
  current = after.state
  const found = async () => (await elsewhere.search(buildQuery('蓝鲸'))).hits.map(({ companyId }) => companyId).sort()
  await expect.poll(found, { timeout: 10_000 }).toEqual(['calf', 'whale'])
  await elsewhere.close()
})

test('refuses a query over an index that was removed', async () => {
  const removed = await fillOpenSearchIndex(direct, [whale])
  const elsewhere = await openOpenSearchOver(
    client,
    async () => removed.state,
    () => now,
  )
  await removed.remove()
  expect((await refusalOf(elsewhere.search(buildQuery('蓝鲸')))).reason).toBe('preparing')
  await elsewhere.close()
})
