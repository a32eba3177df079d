import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIndexableCompany, buildQuery } from '../../test/builders-search.ts'
import { SearchUnavailable } from './company-search.ts'
import { createIndexBuilder } from './index-builder.ts'
import { openQueryPool } from './query-pool.ts'
import type { Question } from './query-worker-messages.ts'

let directory: string
let file: string

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'baiqicha-pool-'))
  file = path.join(directory, 'companies.sqlite')
  const builder = await createIndexBuilder({ file, revision: '1', builtAt: 0 })
  builder.add([buildIndexableCompany({ id: 'whale', name: '演示蓝鲸渔业有限公司' })])
  builder.finish()
})
afterAll(() => rm(directory, { recursive: true }))

const whale: Question = { type: 'search', query: buildQuery('蓝鲸'), now: 0 }
/** A question no caller can ask, on which a thread breaks off. */
const fatal: Question = JSON.parse('{"type":"search"}')

test('a thread that dies takes only its own question with it, and another takes its place', async () => {
  const { promise: whenReplaced, resolve: replaced } = Promise.withResolvers<void>()
  const pool = await openQueryPool({ file, workers: 1, queueLimit: 10, onReplaced: () => replaced() })
  const dying = pool.ask(fatal)
  const waiting = pool.ask(whale)
  await expect(dying).rejects.toThrow(SearchUnavailable)
  await whenReplaced
  await expect(waiting).resolves.toMatchObject({ type: 'search', hits: { total: 1 } })
  await expect(pool.ask(whale)).resolves.toMatchObject({ type: 'search' })
  await pool.close()
})

test('retiring answers what was asked before, and nothing after', async () => {
  const pool = await openQueryPool({ file, workers: 2, queueLimit: 100, onReplaced: () => {} })
  const asked = Array.from({ length: 30 }, () => pool.ask(whale))
  const retired = pool.retire()
  for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ hits: { total: 1 } })
  await retired
  await expect(pool.ask(whale)).rejects.toThrow(SearchUnavailable)
})

test('a file that is no index opens no pool', async () => {
  const options = { file: path.join(directory, 'none.sqlite'), workers: 2, queueLimit: 1, onReplaced: () => {} }
  await expect(openQueryPool(options)).rejects.toThrow()
})
