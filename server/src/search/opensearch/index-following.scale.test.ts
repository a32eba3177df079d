import type { Client } from '@opensearch-project/opensearch'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildIndexableCompany, TestRecords } from '../../../test/builders/indexable-companies.ts'
import { takeOpenSearch } from '../../../test/engines/opensearch.ts'
import { startLocalIndexing } from '../../../test/search/company-search.opensearch.ts'
import { loadPronunciation } from '../analysis/pronunciation.ts'
import { connectOpenSearch } from './client.ts'
import { INDEX_FORMAT, INDEX_PREFIX, indexDocumentOf, SEARCH_ALIAS } from './index-mapping.ts'
import { createIndex, publishIndex, readIndexState, STATE_INDEX, writeProgress } from './index-state.ts'

let url: string
let client: Client

beforeEach(async () => {
  url = (await takeOpenSearch()).url
  client = connectOpenSearch({ url, requestTimeout: 30_000 })
  onTestFinished(() => client.close())
})

const expected = { scope: 'test', store: 'store' }
const state = () => readIndexState(client, expected)

/** Ids in the order of the index, as queries see them. */
async function foundIds(): Promise<unknown[]> {
  const { body } = await client.search({
    index: SEARCH_ALIAS,
    body: { size: 100, _source: false, sort: [{ rank: 'asc' }, { id: 'asc' }] },
  })
  return body.hits.hits.map(({ _id }) => _id)
}

async function indices(): Promise<string[]> {
  const { body } = await client.indices.getAlias({ index: `${INDEX_PREFIX}*` })
  return Object.keys(body)
}

const companies = (count: number) => Array.from({ length: count }, () => buildIndexableCompany())

describe('an index of OpenSearch', () => {
  it('contains every company once it is filled', async () => {
    const source = new TestRecords(companies(1_200))
    const indexing = startLocalIndexing({ url, source })
    await indexing.refresh()
    expect(await state()).toMatchObject({ status: 'ready', documents: 1_200, shards: 1 })
    expect(await foundIds()).toEqual(
      source
        .all()
        .slice(0, 100)
        .map(({ id }) => id),
    )
    expect(source.fullReads).toBe(1)
  })

  it('stores the record and the long text, and sorts by rank', async () => {
    const [plain, prominent] = [
      buildIndexableCompany({ prominence: 700 }),
      buildIndexableCompany({ prominence: 1, scope: '演示经营范围' }),
    ]
    await startLocalIndexing({ url, source: new TestRecords([plain, prominent]) }).refresh()
    const { body } = await client.search({
      index: SEARCH_ALIAS,
      body: { _source: false, stored_fields: ['record', 'long_text'], sort: [{ rank: 'asc' }, { id: 'asc' }] },
    })
    expect(body.hits.hits.map(({ _id }) => _id)).toEqual([prominent.id, plain.id])
    expect(body.hits.hits[0]?.fields).toMatchObject({
      record: [expect.stringContaining(prominent.name)],
      long_text: [expect.stringContaining('演示经营范围')],
    })
  })

  it('follows added, changed and removed companies', async () => {
    const [changed, removed] = companies(2)
    if (changed === undefined || removed === undefined) throw new Error('two companies')
    const source = new TestRecords([changed, removed])
    const indexing = startLocalIndexing({ url, source })
    await indexing.refresh()
    const added = buildIndexableCompany({ prominence: 1 })
    source.put(added)
    source.put({ ...changed, prominence: 2 })
    source.remove(removed.id)
    await indexing.refresh()
    expect(await foundIds()).toEqual([added.id, changed.id])
    expect(await state()).toMatchObject({ status: 'ready', documents: 2, position: { seq: 5 } })
    expect(source.fullReads).toBe(1)
  })

  it('follows more changes than one step takes', async () => {
    const source = new TestRecords(companies(1))
    const indexing = startLocalIndexing({ url, source })
    await indexing.refresh()
    for (const company of companies(6_000)) source.put(company)
    await indexing.refresh()
    expect(await state()).toMatchObject({ status: 'ready', documents: 6_001 })
  })

  it('stays ready while a third of its documents is deleted', async () => {
    const source = new TestRecords(companies(300))
    const indexing = startLocalIndexing({ url, source })
    await indexing.refresh()
    for (const { id } of source.all().slice(0, 100)) source.remove(id)
    await indexing.refresh()
    expect(await state()).toMatchObject({ status: 'ready', documents: 200 })
  })

  it('has no document older than the newest that was written', async () => {
    const [company] = companies(1)
    if (company === undefined) throw new Error('one company')
    const source = new TestRecords([company])
    const indexing = startLocalIndexing({ url, source })
    await indexing.refresh()
    source.remove(company.id)
    await indexing.refresh()
    const [index] = await indices()
    const { body } = await client.bulk({
      index: `write-${index}`,
      body: [
        { index: { _id: company.id, version: 1, version_type: 'external' } },
        indexDocumentOf(company, loadPronunciation()),
      ],
      refresh: true,
    })
    expect(body.items[0]?.index?.status).toBe(409)
    expect(await foundIds()).toEqual([])
  })

  it('is built beside the one in use, which answers until it is replaced and is removed later', async () => {
    const source = new TestRecords(companies(50))
    const before = startLocalIndexing({ url, source })
    await before.refresh()
    await before.close()
    const [first] = await indices()
    const { promise: filling, resolve: fill } = Promise.withResolvers<void>()
    source.gate = async (ids) => (ids === undefined ? filling : undefined)
    let now = 1_000
    const settings = { shards: 2, replicas: 0, refreshSeconds: 1 }
    const indexing = startLocalIndexing({ url, source, settings, clock: { now: () => now } })
    const refreshed = indexing.refresh()
    await vi.waitFor(() => expect(source.fullReads).toBe(2), { timeout: 20_000 })
    source.put(buildIndexableCompany())
    expect(await foundIds()).toHaveLength(50)
    fill()
    await refreshed
    expect(await state()).toMatchObject({ status: 'ready', documents: 51, shards: 2 })
    expect(await indices()).toContain(first)
    now += 60_000
    await indexing.refresh()
    expect(await indices()).toHaveLength(1)
    expect(await indices()).not.toContain(first)
    expect((await client.count({ index: STATE_INDEX })).body.count).toBeLessThanOrEqual(2)
  })

  it('is built again with the number of shards that is set, and takes the other settings at once', async () => {
    const source = new TestRecords(companies(5))
    const first = startLocalIndexing({ url, source })
    await first.refresh()
    await first.close()
    const settings = { shards: 3, replicas: 0, refreshSeconds: 7 }
    const indexing = startLocalIndexing({ url, source, settings })
    await indexing.refresh()
    expect(await state()).toMatchObject({ status: 'ready', documents: 5, shards: 3 })
    const { body } = await client.indices.getSettings({ index: SEARCH_ALIAS })
    expect(Object.values(body)[0]?.settings?.index?.refresh_interval).toBe('7s')
  })
})

async function filled() {
  const source = new TestRecords(companies(20))
  const indexing = startLocalIndexing({ url, source })
  await indexing.refresh()
  expect(await state()).toMatchObject({ status: 'ready' })
  const [name = ''] = await indices()
  return { source, indexing, name }
}

/** An index in use that another process has built. */
async function buildAlien(origin: { format?: number; scope?: string; store?: string }) {
  const name = await createIndex(client, 1, 1, { format: INDEX_FORMAT, ...expected, ...origin })
  if (Object.keys(origin).length > 0) {
    await writeProgress(client, { index: name, token: 1, progress: { position: null, builtAt: 1 } })
  }
  await publishIndex(client, name)
}

describe('an index that must not be used', () => {
  it.each([
    { what: 'there is none', reason: 'missing', damage: async () => {} },
    {
      what: 'it was built from another database',
      reason: 'foreign',
      damage: () => buildAlien({ store: 'another store' }),
    },
    { what: 'it has another scope', reason: 'foreign', damage: () => buildAlien({ scope: 'another scope' }) },
    { what: 'it has another format', reason: 'foreign', damage: () => buildAlien({ format: INDEX_FORMAT - 1 }) },
    { what: 'nothing says how far it is', reason: 'unfinished', damage: () => buildAlien({}) },
    {
      what: 'an index that OpenSearch has guessed has the name of the alias',
      reason: 'foreign',
      damage: () => client.index({ index: SEARCH_ALIAS, body: { any: 'text' } }),
    },
  ] as const)('is reported, then replaced: $what', async ({ reason, damage }) => {
    await damage()
    expect(await state()).toMatchObject({ status: 'preparing', reason })
    let now = 1_000
    const clock = { now: () => now }
    const indexing = startLocalIndexing({ url, source: new TestRecords(companies(4)), clock })
    await indexing.refresh()
    expect(await state()).toMatchObject({ status: 'ready', documents: 4 })
    now += 60_000
    await indexing.refresh()
    expect(await indices()).toHaveLength(1)
  })

  it('is reported when it is deleted, then built again', async () => {
    const { indexing, name } = await filled()
    await client.indices.delete({ index: name })
    expect(await state()).toEqual({ status: 'preparing', reason: 'missing' })
    await indexing.refresh()
    expect(await state()).toMatchObject({ status: 'ready', documents: 20 })
  })

  it('is reported when its progress is deleted, then built again', async () => {
    const { indexing } = await filled()
    await client.indices.delete({ index: STATE_INDEX })
    expect(await state()).toEqual({ status: 'preparing', reason: 'unfinished' })
    await indexing.refresh()
    expect(await state()).toMatchObject({ status: 'ready', documents: 20 })
  })

  it('is reported when the change table does not contain its position', async () => {
    const { source, indexing } = await filled()
    source.changes = source.changes.map((change) => ({ ...change, at: change.at + 1 }))
    await indexing.refresh()
    expect(source.fullReads).toBe(2)
    expect(await state()).toMatchObject({ status: 'ready', documents: 20 })
  })

  it('is left alone when a newer release has built it', async () => {
    await buildAlien({ format: INDEX_FORMAT + 1 })
    const source = new TestRecords(companies(1))
    const indexing = startLocalIndexing({ url, source, pollEveryMs: 50 })
    await vi.waitFor(() => expect(indexing.state().index).toMatchObject({ reason: 'newer' }), 20_000)
    expect(source.fullReads).toBe(0)
  })

  it('is unreachable when no server answers', async () => {
    const nobody = connectOpenSearch({ url: 'http://127.0.0.1:9' })
    expect(await readIndexState(nobody, expected)).toEqual({ status: 'preparing', reason: 'unreachable' })
    await nobody.close()
  })
})
