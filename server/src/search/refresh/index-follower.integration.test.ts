import { readdir } from 'node:fs/promises'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { buildCompany, insertCompanies } from '../../../test/builders/companies.ts'
import { buildIndexableCompany, buildQuery, TestRecords } from '../../../test/builders/indexable-companies.ts'
import { describeDatabases } from '../../../test/databases/databases.ts'
import { isNightly } from '../../../test/nightly.ts'
import { makeIndexDirectory, openSearchInThread, openSearchOver } from '../../../test/search/company-search.local.ts'
import type { FollowerThreadData } from '../../app/index-follower.worker.ts'
import { systemClock } from '../../domain/clock.ts'
import type { IndexableCompany } from '../../domain/company/indexable-company.ts'
import type { CompanySearch } from '../company-search.ts'
import type { CompanySource } from '../company-source.ts'
import { openEmbeddedCompanySearch } from '../embedded-company-search.ts'
import { isAppMessage } from './index-follower-port.ts'
import { startFollowerThread } from './index-follower-thread.ts'

async function openFresh(source: CompanySource, now?: () => number) {
  const { directory, remove } = await makeIndexDirectory()
  const search = openSearchOver({ directory, source, ...(now !== undefined && { now }) })
  onTestFinished(remove)
  return { directory, search }
}

const NOW = Date.UTC(2026, 5, 30)
const words = ['星', '河', '湖', '海', '长', '行', '乐', '重']
const nameOf = (drawn: readonly number[]) => `演示${drawn.map((at) => words[at % words.length]).join('')}有限公司`
const keywords = [
  '演示',
  '星河',
  '湖海',
  '长',
  '乐重',
  '星',
  '演示星河湖有限公司',
  'xinghe',
  'hh',
  '海星',
  '演示甲',
  '990001',
]

/** The results of every keyword, of suggestions, of a sort and of a filter. */
async function answersOf(searched: Pick<CompanySearch, 'search' | 'suggest'>) {
  const found = await Promise.all(keywords.map((keyword) => searched.search(buildQuery(keyword, { limit: 100 }))))
  const suggested = await Promise.all(keywords.map((keyword) => searched.suggest(keyword, 10)))
  const sorted = await searched.search(buildQuery('演示', { sort: 'foundedNewest', limit: 100 }))
  const filtered = await searched.search(buildQuery('演示', { filters: { region: '990001' }, limit: 100 }))
  return { found, suggested, sorted, filtered }
}
const answersHere = (searched: ReturnType<typeof openSearchInThread>) => {
  const searcher = searched.searcher()
  return answersOf({
    search: async (query) => searcher.search(query, NOW),
    suggest: async (keyword, limit) => searcher.suggest(keyword, limit, NOW),
  })
}

const drawnCompany = fc.record({
  id: fc.integer({ min: 0, max: 99 }),
  name: fc.array(fc.nat(7), { minLength: 2, maxLength: 4 }),
  prominence: fc.nat(20),
  foundedOn: fc.constantFrom(null, '2001-02-03', '2011-02-03', '2021-02-03'),
  regionCode: fc.constantFrom(null, '990001', '990002'),
})
const companyOf = ({
  id,
  name,
  ...facts
}: typeof drawnCompany extends fc.Arbitrary<infer Drawn> ? Drawn : never): IndexableCompany =>
  buildIndexableCompany({ id: `c-${String(id).padStart(3, '0')}`, name: nameOf(name), ...facts })

type Change = { put: IndexableCompany } | { remove: string }
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: drawnCompany.map((drawn) => ({ put: companyOf(drawn) })) },
  { weight: 1, arbitrary: fc.nat(99).map((id) => ({ remove: `c-${String(id).padStart(3, '0')}` })) },
)

function apply(records: TestRecords, changes: readonly Change[], at?: number) {
  for (const one of changes) {
    if ('put' in one) records.put(one.put, at)
    else records.remove(one.remove, at)
  }
}

const sixtyCompanies = () =>
  Array.from({ length: 60 }, (_, index) =>
    buildIndexableCompany({
      id: `c-${String(index).padStart(3, '0')}`,
      name: nameOf([index, index * 3, index * 5]),
      prominence: index % 7,
    }),
  )

/** So many that the index is built anew on the way, whatever is drawn beside it. */
const manyRemovals: Change[][] = Array.from({ length: 6 }, (_, step) =>
  Array.from({ length: 8 }, (__, index) => ({ remove: `c-${String(step * 8 + index).padStart(3, '0')}` })),
)

describe('an index that follows the records', () => {
  it('returns the same results as a fresh build after any additions, changes and removals', async () => {
    let [mostSegments, mostBases] = [0, 0]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
        async (steps) => {
          const records = new TestRecords(sixtyCompanies())
          const followed = await makeIndexDirectory()
          const search = openSearchInThread({ directory: followed.directory, source: records })
          await search.refresh()
          for (const changes of steps) {
            apply(records, changes)
            await search.refresh()
            mostSegments = Math.max(mostSegments, search.segments())
            mostBases = Math.max(mostBases, records.fullReads)
          }
          const afresh = await makeIndexDirectory()
          const built = openSearchInThread({ directory: afresh.directory, source: records })
          await built.refresh()
          expect(await answersHere(search)).toEqual(await answersHere(built))
          expect(search.companies()).toBe(records.all().length)
          await Promise.all([search.close(), built.close()])
          await Promise.all([followed.remove(), afresh.remove()])
        },
      ),
      { numRuns: isNightly ? 40 : 12, examples: [[manyRemovals]] },
    )
    expect(mostSegments).toBeGreaterThan(1)
    expect(mostBases).toBeGreaterThan(2)
  })

  it('answers every query while segments change, with the state before or after a change', async () => {
    const records = new TestRecords(sixtyCompanies())
    const { search } = await openFresh(records)
    await search.refresh()
    const stopped = new AbortController()
    const seen = new Set<string>()
    const findName = async () => {
      const { hits } = await search.search(buildQuery('飞鱼'))
      return hits.map(({ matchReason }) => matchReason.text).join()
    }
    const queryRepeatedly = async () => {
      while (!stopped.signal.aborted) {
        seen.add(await findName())
        await search.suggest('演示', 5)
      }
    }
    const clients = [queryRepeatedly(), queryRepeatedly(), queryRepeatedly()]
    const names = Array.from({ length: 30 }, (_, index) => `演示飞鱼第${index}有限公司`)
    for (const name of names) {
      records.put(buildIndexableCompany({ id: 'c-fish', name }))
      await search.refresh()
      expect(await findName()).toBe(name)
    }
    stopped.abort()
    await Promise.all(clients)
    expect(['', ...names]).toEqual(expect.arrayContaining([...seen]))
    expect(seen.size).toBeGreaterThan(1)
  })

  it('indexes small changes while a base is built', async () => {
    const records = new TestRecords(sixtyCompanies())
    const { search } = await openFresh(records)
    await search.refresh()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    records.gate = (ids) => {
      if (ids !== undefined) return Promise.resolve()
      reach()
      return released
    }
    for (let index = 0; index < 30; index += 1)
      records.put(buildIndexableCompany({ id: `c-1${index}`, name: nameOf([index, 2]) }))
    const all = search.refresh()
    await reached
    records.put(buildIndexableCompany({ id: 'c-fish', name: '演示飞鱼有限公司' }))
    records.remove('c-000')
    release()
    await all
    await search.refresh()
    expect((await search.search(buildQuery('飞鱼'))).total).toBe(1)
    expect(search.state().companies).toBe(records.all().length)
    expect(records.fullReads).toBe(2)
  })

  it('reports the age of the oldest change that is not searchable', async () => {
    const time = { now: 1_000_000 }
    const records = new TestRecords(sixtyCompanies())
    const { search } = await openFresh(records, () => time.now)
    await search.refresh()
    expect(search.state().lagSeconds).toBe(0)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    records.gate = () => {
      reach()
      return released
    }
    records.put(buildIndexableCompany({ id: 'c-fish' }), 1_000_000)
    const refreshed = search.refresh()
    await reached
    time.now += 4000
    expect(search.state().lagSeconds).toBe(4)
    release()
    await refreshed
    expect(search.state().lagSeconds).toBe(0)
    time.now += 60_000
    expect(search.state().lagSeconds).toBe(60)
  })

  it('prunes indexed changes after a week', async () => {
    const week = 7 * 86_400_000
    const time = { now: 1_000_000 }
    const records = new TestRecords(sixtyCompanies())
    const { search } = await openFresh(records, () => time.now)
    await search.refresh()
    time.now += week
    records.put(buildIndexableCompany({ id: 'c-fish' }), time.now)
    await search.refresh()
    expect(records.changes).toHaveLength(1)
    await search.refresh()
    expect(search.state().companies).toBe(61)
  })

  it('leaves no unused file in the directory', async () => {
    const records = new TestRecords(sixtyCompanies())
    const { directory, search } = await openFresh(records)
    for (let round = 0; round < 6; round += 1) {
      await search.refresh()
      records.put(buildIndexableCompany({ id: 'c-001', name: nameOf([round, 1, 1]) }))
      records.remove(`c-05${round}`)
    }
    await search.refresh()
    const { segments } = search.state()
    const files = await readdir(directory)
    expect(segments).toBe(2)
    expect(files.map((file) => file.replace(/segment-[0-9a-f-]+/g, '')).toSorted()).toEqual(
      ['current', 'lock', '.deleted-', '.ids', '.segment', '.segment'].toSorted(),
    )
  })
})

const module = new URL('../../app/index-follower.worker.ts', import.meta.url)
const silent = { info: () => {}, warn: () => {}, error: () => {} }

describeDatabases('an index whose follower runs in a thread', (freshDatabase) => {
  test('is ready after the start and picks up changes without a refresh', async () => {
    const database = await freshDatabase()
    await insertCompanies(
      database.db,
      Array.from({ length: 50 }, (_, index) => buildCompany({ name: `演示第${index}远洋有限公司` })),
    )
    const { directory, remove } = await makeIndexDirectory()
    onTestFinished(remove)
    const data: FollowerThreadData = { directory, location: database.location, demoData: true }
    const open = () =>
      openEmbeddedCompanySearch({
        workers: 1,
        queueLimit: 10,
        startFollower: startFollowerThread({ module, data, log: silent }),
        clock: systemClock,
        log: silent,
      })
    const search = open()
    await search.refresh()
    expect((await search.search(buildQuery('远洋'))).total).toBe(50)
    await insertCompanies(database.db, [buildCompany({ name: '演示蓝鲸有限公司' })])
    const found = () => search.search(buildQuery('蓝鲸')).then(({ total }) => total)
    await expect.poll(found, { timeout: 30_000 }).toBe(1)
    expect(search.state()).toMatchObject({ ready: true, companies: 51, segments: 2 })
    await search.close()

    const restarted = open()
    await restarted.refresh()
    expect(restarted.state()).toMatchObject({ ready: true, companies: 51, segments: 2 })
    await restarted.close()
  })
})

test('restarts a follower thread that crashed', async () => {
  const starts = new Int32Array(new SharedArrayBuffer(4))
  const code = `
    import { parentPort, workerData } from 'node:worker_threads'
    if (Atomics.add(workerData.starts, 0, 1) === 0) process.exit(1)
    parentPort.on('message', ({ id }) => parentPort.postMessage({ type: 'refreshed', id }))`
  const follower = startFollowerThread({
    module: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    data: { starts },
    log: silent,
  })({ use: () => Promise.resolve(), checked: () => {} })
  onTestFinished(() => follower.close())
  await expect(follower.refresh()).rejects.toThrow('ended')
  await vi.waitUntil(() => starts[0] === 2, { timeout: 30_000 })
  await follower.refresh()
})

it('accepts messages with a type and ignores those of node --watch, which have none', () => {
  expect(isAppMessage({ type: 'ready' })).toBe(true)
  expect(isAppMessage(JSON.parse('{"watch:import":["file:///a.ts"]}'))).toBe(false)
})
