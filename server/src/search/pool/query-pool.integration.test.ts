import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildIndexableCompany, buildQuery } from '../../../test/builders/indexable-companies.ts'
import { makeIndexDirectory } from '../../../test/search/company-search.local.ts'
import { loadReadings } from '../analysis/pronunciation.ts'
import { SearchUnavailable } from '../company-search.ts'
import type { OpenableIndex } from '../refresh/index-manifest.ts'
import { createSegmentBuilder } from '../segment/segment-builder.ts'
import { openQueryPool, type QueryPoolOptions } from './query-pool.ts'
import type { Damage, Question } from './query-worker-messages.ts'

let directory: string
let remove: () => Promise<void>
const pronunciation = loadReadings()

beforeAll(async () => {
  ;({ directory, remove } = await makeIndexDirectory())
})
afterAll(() => remove())

/** An index of one segment with one company, in a file of this name. */
async function buildIndex(name: string, company = '演示蓝鲸渔业有限公司'): Promise<OpenableIndex> {
  const file = path.join(directory, name)
  const builder = createSegmentBuilder({ file, builtAt: 0 }, pronunciation)
  builder.add(buildIndexableCompany({ id: 'whale', name: company }))
  await builder.finish()
  return { version: name, segments: [{ file, gone: [] }], companies: 1, builtAt: 0 }
}

function open(deviation: Partial<QueryPoolOptions> = {}) {
  const damages: Damage[] = []
  const pool = openQueryPool({
    workers: 1,
    queueLimit: 100,
    onDamage: (damage) => damages.push(damage),
    onReplaced: () => {},
    ...deviation,
  })
  onTestFinished(() => pool.close())
  return { pool, damages }
}

const nameOf = (answer: unknown) => JSON.stringify(answer).match(/演示蓝鲸[^"]+/)?.[0]

const whale: Question = { type: 'search', query: buildQuery('蓝鲸'), now: 0 }
/** A question no caller can ask, on which a thread breaks off. */
const fatal: Question = JSON.parse('{"type":"search"}')

test('what is asked is answered from the index that was last put into use', async () => {
  const { pool, damages } = open({ workers: 2 })
  const [one, other] = [await buildIndex('one'), await buildIndex('other', '演示蓝鲸养殖有限公司')]
  await pool.use(one)
  const asked = Array.from({ length: 20 }, () => pool.ask(whale))
  const used = pool.use(other)
  const askedAfter = Array.from({ length: 20 }, () => pool.ask(whale))
  for (const answer of await Promise.all(asked)) expect(nameOf(answer)).toMatch(/渔业|养殖/)
  for (const answer of await Promise.all(askedAfter)) expect(nameOf(answer)).toBe('演示蓝鲸养殖有限公司')
  await used
  expect(damages).toEqual([])
})

test('a thread that dies takes only its own question with it, and another takes its place', async () => {
  const { promise: whenReplaced, resolve: replaced } = Promise.withResolvers<void>()
  const { pool } = open({ onReplaced: () => replaced() })
  await pool.use(await buildIndex('lasting'))
  await expect(pool.ask(fatal)).rejects.toThrow(SearchUnavailable)
  await whenReplaced
  expect(await pool.ask(whale)).toMatchObject({ type: 'search', hits: { total: 1 } })
})

test('with a thread that dies in between, switching still ends', async () => {
  const { pool } = open()
  await pool.use(await buildIndex('before'))
  const dying = pool.ask(fatal).catch(() => null)
  await pool.use(await buildIndex('after'))
  expect(await dying).toBeNull()
})

test('an index that cannot be opened is told with the file, and nothing is answered from it', async () => {
  const { pool, damages } = open({ workers: 2 })
  const index = await buildIndex('cut')
  const file = index.segments[0]?.file ?? ''
  await writeFile(file, 'cut')
  await pool.use(index)
  expect(damages).toEqual([expect.objectContaining({ version: 'cut', file }), expect.objectContaining({ file })])
  expect(await pool.ask(whale)).toMatchObject({ type: 'damaged', file })
})

test('damage that is met by a question is told with the file, and ends answering until another index is there', async () => {
  const { pool } = open()
  const index = await buildIndex('damaged')
  const file = index.segments[0]?.file ?? ''
  await pool.use(index)
  // The footer that was read when it was opened stays; every block is noise.
  await writeFile(file, Buffer.alloc(3000, 7), { flag: 'r+' })
  for (let asked = 0; asked < 2; asked += 1) expect(await pool.ask(whale)).toMatchObject({ type: 'damaged', file })
  await pool.use(await buildIndex('whole'))
  expect(await pool.ask(whale)).toMatchObject({ type: 'search', hits: { total: 1 } })
})

test('files that are gone are gone for who opens them next, not for who has them open', async () => {
  const { pool, damages } = open()
  const index = await buildIndex('gone')
  await pool.use(index)
  await rm(index.segments[0]?.file ?? '')
  expect(await pool.ask(whale)).toMatchObject({ type: 'search', hits: { total: 1 } })
  expect(damages).toEqual([])
})
