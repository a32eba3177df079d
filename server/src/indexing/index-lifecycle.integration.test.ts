import { mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildIndexableCompany, buildQuery } from '../../test/builders-search.ts'
import { seededRandom } from '../../test/seeded-random.ts'
import type { IndexableCompany } from '../domain/indexable-company.ts'
import { seal } from './bytes.ts'
import { SearchUnavailable } from './company-search.ts'
import { FORMAT_VERSION } from './index-format.ts'
import { openSqliteCompanySearch, type SqliteCompanySearch } from './sqlite-company-search.ts'

let directory: string
const opened: SqliteCompanySearch[] = []

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'baiqicha-index-'))
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((search) => search.close()))
  await rm(directory, { recursive: true, force: true })
})

/** Records that can change, count how often they were read, and wait until they may be. */
function createRecords(companies: IndexableCompany[]) {
  const records = {
    revision: 1,
    companies,
    readings: 0,
    gate: () => Promise.resolve(),
    source: {
      revision: () => Promise.resolve(String(records.revision)),
      async *companies() {
        records.readings += 1
        await records.gate()
        yield* records.companies
      },
    },
  }
  return records
}

const whales = () => [
  ...Array.from({ length: 300 }, (_, index) => buildIndexableCompany({ name: `演示第${index}远洋有限公司` })),
  buildIndexableCompany({ id: 'whale', name: '演示蓝鲸渔业有限公司' }),
]

function start(records: ReturnType<typeof createRecords>, queueLimit = 1000) {
  const events: string[] = []
  const log = (event: string) => void events.push(event)
  const search = openSqliteCompanySearch({
    directory,
    workers: 2,
    queueLimit,
    source: records.source,
    clock: { now: () => 1000 },
    log: { info: log, warn: log, error: log },
    checkEvery: 0,
  })
  opened.push(search)
  return { search, events }
}

const findWhale = async (search: SqliteCompanySearch) =>
  (await search.search(buildQuery('蓝鲸'))).hits.map((hit) => hit.companyId)

type Outcome = { ids: string[] } | { failure: unknown }
const outcome = (found: Promise<string[]>): Promise<Outcome> =>
  found.then(
    (ids) => ({ ids }),
    (failure: unknown) => ({ failure }),
  )

const indexFile = async () => path.join(directory, await readFile(path.join(directory, 'current'), 'utf8'))

/** A directory that holds a whole index of `records`, not in use. */
async function prepare(records: ReturnType<typeof createRecords>) {
  const { search } = start(records)
  await search.refresh()
  await search.close()
  return indexFile()
}

describe('an index', () => {
  test('that is missing: preparing until it stands, never an empty answer', async () => {
    const records = createRecords(whales())
    const { search } = start(records)
    expect(search.state()).toEqual({ ready: false, companies: 0, builtAt: null, version: null })
    await expect(findWhale(search)).rejects.toMatchObject({ reason: 'preparing' })
    await expect(search.suggest('蓝鲸', 3)).rejects.toThrow(SearchUnavailable)
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale'])
    expect(search.state()).toEqual({ ready: true, companies: 301, builtAt: 1000, version: `${FORMAT_VERSION}:1` })
  })

  test('that is current is opened, not built again', async () => {
    const records = createRecords(whales())
    await prepare(records)
    const { search, events } = start(records)
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale'])
    expect([records.readings, events]).toEqual([1, []])
  })

  test('that is behind answers until the new one stands, then goes', async () => {
    const records = createRecords(whales())
    const { search } = start(records)
    await search.refresh()
    const old = await indexFile()
    records.revision = 2
    records.companies = [
      ...records.companies,
      buildIndexableCompany({ id: 'calf', name: '演示蓝鲸养殖有限公司', prominence: 900 }),
    ]
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    records.gate = () => released
    const refreshed = search.refresh()
    expect(await findWhale(search)).toEqual(['whale'])
    release()
    const during = Array.from({ length: 50 }, () => findWhale(search))
    await refreshed
    for (const ids of await Promise.all(during)) expect([['whale'], ['whale', 'calf']]).toContainEqual(ids)
    expect(await findWhale(search)).toEqual(['whale', 'calf'])
    expect((await readdir(directory)).sort()).toEqual([path.basename(await indexFile()), 'current'])
    expect(await indexFile()).not.toBe(old)
  })

  test('follows records that changed while it was built', async () => {
    const records = createRecords(whales())
    const { search } = start(records)
    const first = search.refresh()
    records.revision = 2
    await Promise.all([first, search.refresh()])
    expect(search.state().version).toBe(`${FORMAT_VERSION}:2`)
  })

  test('of another version is built again', async () => {
    const records = createRecords(whales())
    const file = await prepare(records)
    const database = new Database(file)
    const header = JSON.stringify({ format: FORMAT_VERSION + 1, revision: '1', companies: 0, regionWords: [] })
    database.prepare('update meta set body = ? where id = 0').run(seal('meta', 0, Buffer.from(header)))
    database.close()
    const { search, events } = start(records)
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale'])
    expect(events).toContain('search.index-unusable')
  })

  test.each<[string, (file: string) => Promise<unknown>]>([
    ['is empty', (file) => writeFile(file, '')],
    ['is no database', (file) => writeFile(file, 'x'.repeat(100_000))],
    ['was copied by half', async (file) => truncate(file, Math.floor((await stat(file)).size / 2))],
    ['is gone', (file) => rm(file)],
    ['is not what the pointer names', () => writeFile(path.join(directory, 'current'), '../../etc/passwd')],
  ])('that %s is built again', async (_what, damage) => {
    const records = createRecords(whales())
    await damage(await prepare(records))
    const { search } = start(records)
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale'])
  })

  test('with noise at ten places: right or no answer, and built again by itself', async () => {
    for (let seed = 1; seed <= 3; seed += 1) {
      const random = seededRandom(seed)
      const records = createRecords(whales())
      const { search } = start(records)
      await search.refresh()
      const handle = await open(await indexFile(), 'r+')
      const { size } = await handle.stat()
      const answers = Array.from({ length: 40 }, () => outcome(findWhale(search)))
      for (let place = 0; place < 10; place += 1) {
        const noise = Buffer.from(Array.from({ length: 200 }, () => random.below(256)))
        await handle.write(noise, 0, noise.length, random.below(size - noise.length))
        answers.push(outcome(findWhale(search)))
      }
      await handle.close()
      for (const answer of await Promise.all(answers)) {
        if ('ids' in answer) expect(answer.ids).toEqual(['whale'])
        else expect(answer.failure).toBeInstanceOf(SearchUnavailable)
      }
      const restarted = start(records)
      await search.close()
      await restarted.search.refresh()
      const settled = await findWhale(restarted.search).catch(() =>
        restarted.search.refresh().then(() => findWhale(restarted.search)),
      )
      expect(settled).toEqual(['whale'])
      await restarted.search.close()
    }
  })

  test('deleted under load goes on answering and is built again', async () => {
    const records = createRecords(whales())
    const { search } = start(records)
    await search.refresh()
    const answers = Array.from({ length: 100 }, () => findWhale(search))
    await rm(await indexFile())
    for (const ids of await Promise.all(answers)) expect(ids).toEqual(['whale'])
    await search.refresh()
    expect(records.readings).toBe(2)
    expect(await stat(await indexFile())).toBeDefined()
    expect(await findWhale(search)).toEqual(['whale'])
  })

  test('whose building fails leaves the one before in use, and no parts', async () => {
    const records = createRecords(whales())
    const { search } = start(records)
    await search.refresh()
    records.revision = 2
    records.gate = () => Promise.reject(new Error('the records went away'))
    await expect(search.refresh()).rejects.toThrow('the records went away')
    expect(await findWhale(search)).toEqual(['whale'])
    expect(await readdir(directory)).toHaveLength(2)
  })
})

describe('the threads', () => {
  test('refuse what is more than the queue holds, and answer the rest', async () => {
    const records = createRecords(whales())
    const { search } = start(records, 5)
    await search.refresh()
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => findWhale(search)))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(refused).toHaveLength(13)
    for (const reason of refused) expect(reason).toMatchObject({ reason: 'overloaded', retryAfterSeconds: 1 })
    expect(await findWhale(search)).toEqual(['whale'])
  })

  test('end with the search, also in the middle of building', async () => {
    const records = createRecords(whales())
    records.gate = () => new Promise(() => {})
    const { search } = start(records)
    const refreshed = search.refresh()
    await search.close()
    await expect(refreshed).rejects.toThrow()
    expect(await readdir(directory)).toEqual([])
    await expect(findWhale(search)).rejects.toThrow(SearchUnavailable)
    await expect(search.refresh()).resolves.toBeUndefined()
  })
})
