import { cp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildIndexableCompany, buildQuery, TestRecords } from '../../test/builders-search.ts'
import { makeIndexDirectory, openSearchOver } from '../../test/company-search.local.ts'
import { seededRandom } from '../../test/seeded-random.ts'
import { SearchUnavailable } from './company-search.ts'
import type { LocalCompanySearch } from './local-company-search.ts'
import { writeSealedFile } from './sealed-file.ts'

let directory: string
let remove: () => Promise<void>

beforeEach(async () => {
  ;({ directory, remove } = await makeIndexDirectory())
})
afterEach(() => remove())

const whale = buildIndexableCompany({ id: 'whale', name: '演示蓝鲸渔业有限公司' })
const whales = () => [
  ...Array.from({ length: 300 }, (_, index) => buildIndexableCompany({ name: `演示第${index}远洋有限公司` })),
  whale,
]
const calf = buildIndexableCompany({ id: 'calf', name: '演示蓝鲸养殖有限公司', prominence: 900 })

function start(records: TestRecords, deviation: { queueLimit?: number; workers?: number } = {}) {
  const events: string[] = []
  const onEvent = (event: string) => void events.push(event)
  const search = openSearchOver({ directory, source: records, onEvent, ...deviation })
  return { search, events }
}

const building = ['search.index-building', 'search.index-ready']

const findWhale = async (search: LocalCompanySearch) =>
  (await search.search(buildQuery('蓝鲸'))).hits.map((hit) => hit.companyId)

type Outcome = { ids: string[] } | { failure: unknown }
const outcome = (found: Promise<string[]>): Promise<Outcome> =>
  found.then(
    (ids) => ({ ids }),
    (failure: unknown) => ({ failure }),
  )

const filesOf = async (ending: string) =>
  (await readdir(directory)).filter((name) => name.includes(ending)).map((name) => path.join(directory, name))
/** The largest layer. */
async function baseFile(): Promise<string> {
  const files = await Promise.all(
    (await filesOf('.layer')).map(async (file) => ({ file, size: (await stat(file)).size })),
  )
  return files.toSorted((a, b) => b.size - a.size)[0]?.file ?? ''
}

/** A directory that holds a whole index of the records, with a small layer, not in use. */
async function prepare(records: TestRecords) {
  const { search } = start(records)
  await search.refresh()
  records.put(calf)
  await search.refresh()
  await search.close()
}

describe('an index', () => {
  test('that is missing: preparing until it stands, never an empty answer', async () => {
    const { search } = start(new TestRecords(whales()))
    expect(search.state()).toMatchObject({ ready: false, companies: 0, layers: 0, builtAt: null, version: null })
    await expect(findWhale(search)).rejects.toMatchObject({ reason: 'preparing' })
    await expect(search.suggest('蓝鲸', 3)).rejects.toThrow(SearchUnavailable)
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale'])
    expect(search.state()).toMatchObject({ ready: true, companies: 301, layers: 1, builtAt: 1000, lagSeconds: 0 })
  })

  test('that is current is opened, not built again', async () => {
    const records = new TestRecords(whales())
    await prepare(records)
    const { search, events } = start(records)
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale', 'calf'])
    expect(search.state()).toMatchObject({ companies: 302, layers: 2 })
    expect([records.readings, events]).toEqual([1, []])
  })

  test('that is behind answers until it has caught up', async () => {
    const records = new TestRecords(whales())
    await prepare(records)
    records.remove('calf')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    records.gate = () => {
      reach()
      return released
    }
    const { search } = start(records)
    await reached
    expect(await findWhale(search)).toEqual(['whale', 'calf'])
    release()
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale'])
    expect(records.readings).toBe(1)
  })

  test('of other records is not answered from, and goes', async () => {
    await prepare(new TestRecords(whales()))
    const others = new TestRecords([...whales(), calf])
    others.changes[others.changes.length - 1] = { seq: 302, companyId: 'calf', at: 7 }
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    others.gate = () => released
    const { search, events } = start(others)
    const refused = search.refresh().catch((error: unknown) => error)
    await expect.poll(() => events).toContain('search.index-building')
    await expect(findWhale(search)).rejects.toMatchObject({ reason: 'preparing' })
    expect(events).toContain('search.index-of-other-records')
    release()
    expect(await refused).toBeUndefined()
    expect(await findWhale(search)).toEqual(['whale', 'calf'])
  })

  test('that is older than what the records remember is made anew', async () => {
    const records = new TestRecords(whales())
    await prepare(records)
    records.put({ ...whale, name: '演示蓝鲸远航有限公司' })
    records.changes = records.changes.slice(-1)
    const { search } = start(records)
    await search.refresh()
    expect((await search.search(buildQuery('远航'))).total).toBe(1)
    expect(records.readings).toBe(2)
  })

  test('of other companies of the same records is made anew', async () => {
    const records = new TestRecords(whales())
    await prepare(records)
    const { search } = start(Object.assign(records, { scope: 'without some' }))
    await search.refresh()
    expect(records.readings).toBe(2)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['whose base is empty', async () => writeFile(await baseFile(), '')],
    ['whose base is no layer', async () => writeFile(await baseFile(), 'x'.repeat(100_000))],
    [
      'whose base was copied by half',
      async () => truncate(await baseFile(), Math.floor((await stat(await baseFile())).size / 2)),
    ],
    ['whose base is gone', async () => rm(await baseFile())],
    ['whose layers are all gone', async () => Promise.all((await filesOf('.layer')).map((file) => rm(file)))],
    ['without the ids of a layer', async () => Promise.all((await filesOf('.ids')).map((file) => rm(file)))],
    ['named by nothing', () => rm(path.join(directory, 'current'))],
    ['named by noise', () => writeFile(path.join(directory, 'current'), 'noise')],
    ['named by half', () => truncate(path.join(directory, 'current'), 90)],
    ['of an earlier version', () => writeFile(path.join(directory, 'current'), 'companies-1-2.sqlite')],
    [
      'of another format',
      async () => {
        const file = path.join(directory, 'current')
        const manifest = JSON.parse((await readFile(file)).subarray(4).toString('utf8'))
        writeSealedFile(file, Buffer.from(JSON.stringify({ ...manifest, format: manifest.format + 1 })))
      },
    ],
    [
      'that leads out of its directory',
      async () => {
        const file = path.join(directory, 'current')
        const text = (await readFile(file)).subarray(4).toString('utf8')
        writeSealedFile(file, Buffer.from(text.replace(/layer-[0-9a-f-]+/, '../../etc/passwd')))
      },
    ],
  ])('%s is made whole again', async (_what, damage) => {
    const records = new TestRecords(whales())
    await prepare(records)
    await damage()
    const { search } = start(records)
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale', 'calf'])
    const kept = (await filesOf('.layer')).length
    expect(kept).toBe(search.state().layers)
  })

  test('with noise at ten places under load: right or no answer, and made again by itself', async () => {
    for (let seed = 1; seed <= 3; seed += 1) {
      const random = seededRandom(seed)
      const records = new TestRecords(whales())
      await prepare(records)
      const { search } = start(records, { workers: 2 })
      await search.refresh()
      const answers = Array.from({ length: 40 }, () => outcome(findWhale(search)))
      const files = await filesOf('layer-')
      for (let place = 0; place < 10; place += 1) {
        const file = random.pick(files)
        const handle = await open(file, 'r+')
        const { size } = await handle.stat()
        const noise = Buffer.from(Array.from({ length: Math.min(size, 200) }, () => random.below(256)))
        await handle.write(noise, 0, noise.length, random.below(size - noise.length + 1))
        await handle.close()
        answers.push(outcome(findWhale(search)))
      }
      for (const answer of await Promise.all(answers)) {
        if ('ids' in answer) expect(answer.ids).toEqual(['whale', 'calf'])
        else expect(answer.failure).toBeInstanceOf(SearchUnavailable)
      }
      // What was damaged and nobody has met yet is met by whoever opens it next.
      await search.close()
      const restarted = start(records)
      await restarted.search.refresh()
      const settled = () => restarted.search.refresh().then(() => outcome(findWhale(restarted.search)))
      await expect.poll(settled).toEqual({ ids: ['whale', 'calf'] })
      await restarted.search.close()
      await rm(directory, { recursive: true })
    }
  })

  test('deleted under load goes on answering and is made again', async () => {
    const records = new TestRecords(whales())
    const { search } = start(records)
    await search.refresh()
    const answers = Array.from({ length: 100 }, () => findWhale(search))
    await rm(directory, { recursive: true })
    answers.push(...Array.from({ length: 20 }, () => findWhale(search)))
    const refreshed = search.refresh()
    answers.push(...Array.from({ length: 20 }, () => findWhale(search)))
    for (const ids of await Promise.all(answers)) expect(ids).toEqual(['whale'])
    await refreshed
    expect(records.readings).toBe(2)
    expect(await stat(await baseFile())).toBeDefined()
    expect(await findWhale(search)).toEqual(['whale'])
  })

  test('cut short under load: right or no answer, and made again', async () => {
    const records = new TestRecords(whales())
    const { search } = start(records)
    await search.refresh()
    await truncate(await baseFile(), 5000)
    const answers = Array.from({ length: 40 }, (_, index) =>
      outcome(search.search(buildQuery(`演示第${index}`)).then(({ total }) => [String(total > 0)])),
    )
    for (const answer of await Promise.all(answers)) {
      if ('ids' in answer) expect(answer.ids).toEqual(['true'])
      else expect(answer.failure).toBeInstanceOf(SearchUnavailable)
    }
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale'])
  })

  test('whose building fails leaves the one before in use, and no parts', async () => {
    const records = new TestRecords(whales())
    const { search } = start(records)
    await search.refresh()
    records.put(calf)
    records.gate = () => Promise.reject(new Error('the records went away'))
    await expect(search.refresh()).rejects.toThrow('the records went away')
    expect(await findWhale(search)).toEqual(['whale'])
    expect((await readdir(directory)).toSorted()).toEqual(['current', expect.stringMatching(/\.layer$/), 'lock'])
    records.gate = () => Promise.resolve()
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale', 'calf'])
  })

  test('whose building was cut short anywhere is found as it was before, or after', async () => {
    const records = new TestRecords(whales())
    const copies: string[] = []
    const copy = async () => {
      const name = `${directory}-${copies.length}`
      copies.push(name)
      await cp(directory, name, { recursive: true })
    }
    records.gate = copy
    const { search } = start(records)
    await search.refresh()
    for (let change = 0; change < 4; change += 1) {
      records.put({ ...calf, prominence: 500 + change })
      const refreshed = search.refresh()
      await copy()
      await refreshed
      await copy()
    }
    await search.close()
    records.gate = () => Promise.resolve()
    for (const name of copies) {
      const reopened = openSearchOver({ directory: name, source: records })
      await reopened.refresh()
      expect(await findWhale(reopened)).toEqual(['calf', 'whale'])
      expect((await readdir(name)).filter((file) => file.endsWith('.layer'))).toHaveLength(reopened.state().layers)
      await reopened.close()
      await rm(name, { recursive: true })
    }
    expect(copies.length).toBeGreaterThan(10)
  })
})

describe('a directory that two processes have', () => {
  test('is changed by one, answered from by both, and taken over when that one ends', async () => {
    const records = new TestRecords(whales())
    const first = start(records)
    await first.search.refresh()
    const second = start(records)
    await second.search.refresh()
    expect(await findWhale(second.search)).toEqual(['whale'])
    records.put(calf)
    await first.search.refresh()
    await second.search.refresh()
    for (const { search } of [first, second]) expect(await findWhale(search)).toEqual(['whale', 'calf'])
    await first.search.close()
    records.remove('whale')
    await second.search.refresh()
    expect(await findWhale(second.search)).toEqual(['calf'])
    expect([records.readings, first.events, second.events]).toEqual([1, building, []])
  })
})

describe('the threads', () => {
  test('refuse what is more than the queue holds, and answer the rest', async () => {
    const { search } = start(new TestRecords(whales()), { queueLimit: 5, workers: 2 })
    await search.refresh()
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => findWhale(search)))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(refused).toHaveLength(13)
    for (const reason of refused) expect(reason).toMatchObject({ reason: 'overloaded', retryAfterSeconds: 1 })
    expect(await findWhale(search)).toEqual(['whale'])
  })

  test('end with the search, also in the middle of building', async () => {
    const records = new TestRecords(whales())
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    records.gate = () => {
      reach()
      return released
    }
    const { search } = start(records)
    const refreshed = search.refresh()
    await reached
    const closed = search.close()
    release()
    await expect(refreshed).rejects.toThrow()
    await closed
    expect(await readdir(directory)).toEqual(['lock'])
    await expect(findWhale(search)).rejects.toThrow(SearchUnavailable)
    await expect(search.refresh()).resolves.toBeUndefined()
  })
})
