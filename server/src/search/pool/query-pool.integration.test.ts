import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildIndexableCompany, buildQuery } from '../../../test/builders/indexable-companies.ts'
import { makeIndexDirectory } from '../../../test/search/company-search.local.ts'
import { loadPronunciation } from '../analysis/pronunciation.ts'
import { SearchUnavailable } from '../company-search.ts'
import type { OpenableIndex } from '../refresh/index-directory.ts'
import { createSegmentBuilder } from '../segment/segment-builder.ts'
import { type Corruption, openQueryPool, type QueryPoolOptions, type QueryRequest } from './query-pool.ts'

let directory: string
let remove: () => Promise<void>
const pronunciation = loadPronunciation()

beforeAll(async () => {
  ;({ directory, remove } = await makeIndexDirectory())
})
afterAll(() => remove())

/** Writes an index of one segment with one company. */
async function buildIndex(name: string, company = '演示蓝鲸渔业有限公司'): Promise<OpenableIndex> {
  const file = path.join(directory, name)
  const builder = createSegmentBuilder({ file, builtAt: 0 }, pronunciation)
  builder.add(buildIndexableCompany({ id: 'whaleQuery', name: company }))
  await builder.finish()
  return { version: name, segments: [{ file, deletedDocs: [] }], companies: 1 }
}

function open(deviation: Partial<QueryPoolOptions> = {}) {
  const corruptions: Corruption[] = []
  const pool = openQueryPool({
    workers: 1,
    queueLimit: 100,
    onCorruption: (corruption) => corruptions.push(corruption),
    onWorkerReplaced: () => {},
    ...deviation,
  })
  onTestFinished(() => pool.close())
  return { pool, corruptions }
}

const nameOf = (response: unknown) => JSON.stringify(response).match(/演示蓝鲸[^"]+/)?.[0]

const whaleQuery: QueryRequest = { type: 'search', query: buildQuery('蓝鲸'), now: 0 }
/** A malformed request, which ends the worker thread. */
const fatalQuery: QueryRequest = JSON.parse('{"type":"search"}')

test('runs queries on the index that was put into use last', async () => {
  const { pool, corruptions } = open({ workers: 2 })
  const [one, other] = [await buildIndex('one'), await buildIndex('other', '演示蓝鲸养殖有限公司')]
  await pool.use(one)
  const before = Array.from({ length: 20 }, () => pool.run(whaleQuery))
  const used = pool.use(other)
  const after = Array.from({ length: 20 }, () => pool.run(whaleQuery))
  for (const response of await Promise.all(before)) expect(nameOf(response)).toMatch(/渔业|养殖/)
  for (const response of await Promise.all(after)) expect(nameOf(response)).toBe('演示蓝鲸养殖有限公司')
  await used
  expect(corruptions).toEqual([])
})

test('fails only the query that a crashed worker was running, and replaces the worker', async () => {
  const { promise: whenReplaced, resolve: replaced } = Promise.withResolvers<void>()
  const { pool } = open({ onWorkerReplaced: () => replaced() })
  await pool.use(await buildIndex('lasting'))
  const dying = pool.run(fatalQuery)
  const behind = Array.from({ length: 5 }, () => pool.run(whaleQuery))
  await expect(dying).rejects.toThrow(SearchUnavailable)
  await whenReplaced
  for (const query of [...behind, pool.run(whaleQuery)]) {
    expect(await query).toMatchObject({ type: 'search', hits: { total: 1 } })
  }
})

test('leaves no query pending when it is closed', async () => {
  const { pool } = open()
  await pool.use(await buildIndex('closed'))
  const settled = Promise.allSettled(Array.from({ length: 20 }, () => pool.run(whaleQuery)))
  await pool.close()
  expect(await settled).toHaveLength(20)
})

test('finishes switching the index when a worker crashes meanwhile', async () => {
  const { pool } = open()
  await pool.use(await buildIndex('before'))
  const dying = pool.run(fatalQuery).catch(() => null)
  await pool.use(await buildIndex('after'))
  expect(await dying).toBeNull()
})

test('reports the file of an index that cannot be opened, and refuses queries on it', async () => {
  const { pool, corruptions } = open({ workers: 2 })
  const index = await buildIndex('cut')
  const file = index.segments[0]?.file ?? ''
  await writeFile(file, 'cut')
  await pool.use(index)
  expect(corruptions).toEqual([expect.objectContaining({ version: 'cut', file }), expect.objectContaining({ file })])
  expect(await pool.run(whaleQuery)).toMatchObject({ type: 'corrupted', file })
})

test('reports the file that a query found corrupted, and refuses queries until another index is in use', async () => {
  const { pool } = open()
  const index = await buildIndex('corrupted')
  const file = index.segments[0]?.file ?? ''
  await pool.use(index)
  // The footer was read on opening and stays valid; the blocks do not.
  await writeFile(file, Buffer.alloc(3000, 7), { flag: 'r+' })
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await pool.run(whaleQuery)).toMatchObject({ type: 'corrupted', file })
  await pool.use(await buildIndex('whole'))
  expect(await pool.run(whaleQuery)).toMatchObject({ type: 'search', hits: { total: 1 } })
})

test('keeps reading files that were deleted after they were opened', async () => {
  const { pool, corruptions } = open()
  const index = await buildIndex('deleted')
  await pool.use(index)
  await rm(index.segments[0]?.file ?? '')
  expect(await pool.run(whaleQuery)).toMatchObject({ type: 'search', hits: { total: 1 } })
  expect(corruptions).toEqual([])
})
