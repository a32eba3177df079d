import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildQuery, TestRecords } from '../../test/builders/indexable-companies.ts'
import { calf, findWhale, indexDirectories, whale, whales } from '../../test/search/whale-index.ts'
import { SearchUnavailable } from './company-search.ts'
import { writeChecksummedFile } from './segment/checksummed-file.ts'

const { directory, filesOf, baseFile, start, prepare } = indexDirectories()
const building = ['search.index-building', 'search.index-ready']

describe('an index', () => {
  test('that is missing: preparing until it stands, never an empty answer', async () => {
    const { search } = start(new TestRecords(whales()))
    expect(search.state()).toMatchObject({ ready: false, companies: 0, segments: 0, builtAt: null, version: null })
    await expect(findWhale(search)).rejects.toMatchObject({ reason: 'preparing' })
    await expect(search.suggest('蓝鲸', 3)).rejects.toThrow(SearchUnavailable)
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale'])
    expect(search.state()).toMatchObject({ ready: true, companies: 301, segments: 1, builtAt: 1000, lagSeconds: 0 })
  })

  test('that is current is opened, not built again', async () => {
    const records = new TestRecords(whales())
    await prepare(records)
    const { search, events } = start(records)
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale', 'calf'])
    expect(search.state()).toMatchObject({ companies: 302, segments: 2 })
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
    ['whose base is no segment', async () => writeFile(await baseFile(), 'x'.repeat(100_000))],
    [
      'whose base was copied by half',
      async () => truncate(await baseFile(), Math.floor((await stat(await baseFile())).size / 2)),
    ],
    ['whose base is gone', async () => rm(await baseFile())],
    ['whose segments are all gone', async () => Promise.all((await filesOf('.segment')).map((file) => rm(file)))],
    ['without the ids of a segment', async () => Promise.all((await filesOf('.ids')).map((file) => rm(file)))],
    ['named by nothing', () => rm(path.join(directory(), 'current'))],
    ['named by noise', () => writeFile(path.join(directory(), 'current'), 'noise')],
    ['named by half', () => truncate(path.join(directory(), 'current'), 90)],
    ['of an earlier version', () => writeFile(path.join(directory(), 'current'), 'companies-1-2.sqlite')],
    [
      'of another format',
      async () => {
        const file = path.join(directory(), 'current')
        const manifest = JSON.parse((await readFile(file)).subarray(4).toString('utf8'))
        writeChecksummedFile(file, Buffer.from(JSON.stringify({ ...manifest, format: manifest.format + 1 })))
      },
    ],
    [
      'that leads out of its directory',
      async () => {
        const file = path.join(directory(), 'current')
        const text = (await readFile(file)).subarray(4).toString('utf8')
        writeChecksummedFile(file, Buffer.from(text.replace(/segment-[0-9a-f-]+/, '../../etc/passwd')))
      },
    ],
  ])('%s is made whole again', async (_what, damage) => {
    const records = new TestRecords(whales())
    await prepare(records)
    await damage()
    const { search } = start(records)
    await search.refresh()
    expect(await findWhale(search)).toEqual(['whale', 'calf'])
    const kept = (await filesOf('.segment')).length
    expect(kept).toBe(search.state().segments)
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
    // Each thread has one question in hand and the next one beside it.
    expect(refused).toHaveLength(20 - 5 - 2 * 2)
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
    expect(await readdir(directory())).toEqual(['lock'])
    await expect(findWhale(search)).rejects.toThrow(SearchUnavailable)
    await expect(search.refresh()).resolves.toBeUndefined()
  })
})
