import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildQuery, TestRecords } from '../../../test/builders/indexable-companies.ts'
import {
  calf,
  findFirstMatch,
  indexDirectories,
  manyMatches,
  whale,
} from '../../../test/search/company-search.local.ts'
import { SearchUnavailable } from '../company-search.ts'
import { writeChecksummedFile } from '../segment/checksummed-file.ts'

const { directory, filesOf, baseFile, start, prepare } = indexDirectories()
const building = ['search.index-building', 'search.index-ready']

describe('an index', () => {
  test('that is missing: queries fail with preparing until it is built, and never return an empty result', async () => {
    const { search } = start(new TestRecords(manyMatches()))
    expect(search.state()).toMatchObject({ ready: false, companies: 0, segments: 0 })
    await expect(findFirstMatch(search)).rejects.toMatchObject({ reason: 'preparing' })
    await expect(search.suggest('蓝鲸', 3)).rejects.toThrow(SearchUnavailable)
    await search.refresh()
    expect(await findFirstMatch(search)).toEqual(['whale'])
    expect(search.state()).toMatchObject({ ready: true, companies: 301, segments: 1, lagSeconds: 0 })
  })

  test('that is up to date is opened and not rebuilt', async () => {
    const records = new TestRecords(manyMatches())
    await prepare(records)
    const { search, events } = start(records)
    await search.refresh()
    expect(await findFirstMatch(search)).toEqual(['whale', 'calf'])
    expect(search.state()).toMatchObject({ companies: 302, segments: 2 })
    expect([records.fullReads, events]).toEqual([1, []])
  })

  test('that is behind results queries while it catches up', async () => {
    const records = new TestRecords(manyMatches())
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
    expect(await findFirstMatch(search)).toEqual(['whale', 'calf'])
    release()
    await search.refresh()
    expect(await findFirstMatch(search)).toEqual(['whale'])
    expect(records.fullReads).toBe(1)
  })

  test('of another store is not used, and is removed', async () => {
    await prepare(new TestRecords(manyMatches()))
    const others = new TestRecords([...manyMatches(), calf])
    others.changes[others.changes.length - 1] = { seq: 302, companyId: 'calf', at: 7 }
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    others.gate = () => released
    const { search, events } = start(others)
    const refused = search.refresh().catch((error: unknown) => error)
    await expect.poll(() => events).toContain('search.index-building')
    await expect(findFirstMatch(search)).rejects.toMatchObject({ reason: 'preparing' })
    expect(events).toContain('search.index-of-other-records')
    release()
    expect(await refused).toBeUndefined()
    expect(await findFirstMatch(search)).toEqual(['whale', 'calf'])
  })

  test('that is older than the change table reaches back is rebuilt', async () => {
    const records = new TestRecords(manyMatches())
    await prepare(records)
    records.put({ ...whale, name: '演示蓝鲸远航有限公司' })
    records.changes = records.changes.slice(-1)
    const { search } = start(records)
    await search.refresh()
    expect((await search.search(buildQuery('远航'))).total).toBe(1)
    expect(records.fullReads).toBe(2)
  })

  test('of another scope is rebuilt', async () => {
    const records = new TestRecords(manyMatches())
    await prepare(records)
    const { search } = start(Object.assign(records, { scope: 'without some' }))
    await search.refresh()
    expect(records.fullReads).toBe(2)
  })

  test('of an earlier format is rebuilt, and its files are removed', async () => {
    const manifest = {
      format: 5,
      scope: 'test',
      companies: 301,
      segments: [{ name: 'layer-0', bytes: 1, companies: 301, ids: null, from: null, to: null, gone: [], builtAt: 0 }],
    }
    writeChecksummedFile(path.join(directory(), 'current'), Buffer.from(JSON.stringify(manifest)))
    for (const name of ['layer-0.layer', 'layer-0.ids', 'layer-0.gone-layer-1']) {
      await writeFile(path.join(directory(), name), 'x')
    }
    const { search, events } = start(new TestRecords(manyMatches()))
    await search.refresh()
    expect(await findFirstMatch(search)).toEqual(['whale'])
    expect(events).toEqual(['search.index-unusable', ...building])
    expect((await readdir(directory())).toSorted()).toEqual(['current', 'lock', expect.stringMatching(/\.segment$/)])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['with an empty base file', async () => writeFile(await baseFile(), '')],
    ['whose base file is not a segment', async () => writeFile(await baseFile(), 'x'.repeat(100_000))],
    [
      'with a truncated base file',
      async () => truncate(await baseFile(), Math.floor((await stat(await baseFile())).size / 2)),
    ],
    ['without a base file', async () => rm(await baseFile())],
    ['without segment files', async () => Promise.all((await filesOf('.segment')).map((file) => rm(file)))],
    ['without the ids of a segment', async () => Promise.all((await filesOf('.ids')).map((file) => rm(file)))],
    ['without a manifest', () => rm(path.join(directory(), 'current'))],
    ['with noise as a manifest', () => writeFile(path.join(directory(), 'current'), 'noise')],
    ['with a truncated manifest', () => truncate(path.join(directory(), 'current'), 90)],
    ['with a manifest of an early version', () => writeFile(path.join(directory(), 'current'), 'companies-1-2.sqlite')],
    [
      'of another format',
      async () => {
        const file = path.join(directory(), 'current')
        const manifest = JSON.parse((await readFile(file)).subarray(4).toString('utf8'))
        writeChecksummedFile(file, Buffer.from(JSON.stringify({ ...manifest, format: manifest.format + 1 })))
      },
    ],
    [
      'whose manifest points out of the directory',
      async () => {
        const file = path.join(directory(), 'current')
        const text = (await readFile(file)).subarray(4).toString('utf8')
        writeChecksummedFile(file, Buffer.from(text.replace(/segment-[0-9a-f-]+/, '../../etc/passwd')))
      },
    ],
  ])('%s is repaired', async (_what, corrupt) => {
    const records = new TestRecords(manyMatches())
    await prepare(records)
    await corrupt()
    const { search } = start(records)
    await search.refresh()
    expect(await findFirstMatch(search)).toEqual(['whale', 'calf'])
    const files = (await filesOf('.segment')).length
    expect(files).toBe(search.state().segments)
  })
})

describe('a directory that two processes use', () => {
  test('is written by one and read by both; the other takes over when the writer ends', async () => {
    const records = new TestRecords(manyMatches())
    const first = start(records)
    await first.search.refresh()
    const second = start(records)
    await second.search.refresh()
    expect(await findFirstMatch(second.search)).toEqual(['whale'])
    records.put(calf)
    await first.search.refresh()
    await second.search.refresh()
    for (const { search } of [first, second]) expect(await findFirstMatch(search)).toEqual(['whale', 'calf'])
    await first.search.close()
    records.remove('whale')
    await second.search.refresh()
    expect(await findFirstMatch(second.search)).toEqual(['calf'])
    expect([records.fullReads, first.events, second.events]).toEqual([1, building, []])
  })
})

describe('the worker threads', () => {
  test('refuse requests beyond the queue limit and result the others', async () => {
    const { search } = start(new TestRecords(manyMatches()), { queueLimit: 5, workers: 2 })
    await search.refresh()
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => findFirstMatch(search)))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    // Each worker has two requests posted to it.
    expect(refused).toHaveLength(20 - 5 - 2 * 2)
    for (const reason of refused) expect(reason).toMatchObject({ reason: 'overloaded', retryAfterSeconds: 1 })
    expect(await findFirstMatch(search)).toEqual(['whale'])
  })

  test('end with the search, also during a build', async () => {
    const records = new TestRecords(manyMatches())
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
    await expect(findFirstMatch(search)).rejects.toThrow(SearchUnavailable)
    await expect(search.refresh()).resolves.toBeUndefined()
  })
})
