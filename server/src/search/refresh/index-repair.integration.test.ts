import { cpSync } from 'node:fs'
import { open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildQuery, TestRecords } from '../../../test/builders/indexable-companies.ts'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import {
  calf,
  findFirstMatch,
  indexDirectories,
  manyMatches,
  openSearchOver,
  outcome,
} from '../../../test/search/company-search.local.ts'
import { SearchUnavailable } from '../company-search.ts'

const { directory, filesOf, baseFile, start, prepare } = indexDirectories()

test('returns right results or none while noise is written to ten places, and repairs the index', async () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const random = seededRandom(seed)
    const records = new TestRecords(manyMatches())
    await prepare(records)
    const { search } = start(records, { workers: 2 })
    await search.refresh()
    const answers = Array.from({ length: 40 }, () => outcome(findFirstMatch(search)))
    // Opened before: a file that was found corrupted may be removed before the last write.
    const files = await Promise.all((await filesOf('segment-')).map((file) => open(file, 'r+')))
    for (let place = 0; place < 10; place += 1) {
      const file = random.pick(files)
      const { size } = await file.stat()
      const noise = Buffer.from(Array.from({ length: Math.min(size, 200) }, () => random.below(256)))
      await file.write(noise, 0, noise.length, random.below(size - noise.length + 1))
      answers.push(outcome(findFirstMatch(search)))
    }
    await Promise.all(files.map((file) => file.close()))
    for (const answer of await Promise.all(answers)) {
      if ('ids' in answer) expect(answer.ids).toEqual(['whale', 'calf'])
      else expect(answer.failure).toBeInstanceOf(SearchUnavailable)
    }
    // Corruption that no query has met yet is met on reopening.
    await search.close()
    const restarted = start(records)
    await restarted.search.refresh()
    const settled = () => restarted.search.refresh().then(() => outcome(findFirstMatch(restarted.search)))
    await expect.poll(settled).toEqual({ ids: ['whale', 'calf'] })
    await restarted.search.close()
    await rm(directory(), { recursive: true })
  }
})

test('answers from deleted files and rebuilds the index', async () => {
  const records = new TestRecords(manyMatches())
  const { search } = start(records)
  await search.refresh()
  const answers = Array.from({ length: 100 }, () => findFirstMatch(search))
  await rm(directory(), { recursive: true })
  answers.push(...Array.from({ length: 20 }, () => findFirstMatch(search)))
  const refreshed = search.refresh()
  answers.push(...Array.from({ length: 20 }, () => findFirstMatch(search)))
  for (const ids of await Promise.all(answers)) expect(ids).toEqual(['whale'])
  await refreshed
  expect(records.fullReads).toBe(2)
  expect(await stat(await baseFile())).toBeDefined()
  expect(await findFirstMatch(search)).toEqual(['whale'])
})

test('returns right results or none from a truncated index, and rebuilds it', async () => {
  const records = new TestRecords(manyMatches())
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
  expect(await findFirstMatch(search)).toEqual(['whale'])
})

test('keeps the previous index, and no remains, when a build fails', async () => {
  const records = new TestRecords(manyMatches())
  const { search } = start(records)
  await search.refresh()
  records.put(calf)
  records.gate = () => Promise.reject(new Error('the records went away'))
  await expect(search.refresh()).rejects.toThrow('the records went away')
  expect(await findFirstMatch(search)).toEqual(['whale'])
  expect((await readdir(directory())).toSorted()).toEqual(['current', 'lock', expect.stringMatching(/\.segment$/)])
  records.gate = () => Promise.resolve()
  await search.refresh()
  expect(await findFirstMatch(search)).toEqual(['whale', 'calf'])
})

test('finds the index as it was before or after an interrupted build', async () => {
  const records = new TestRecords(manyMatches())
  const copies: string[] = []
  // A copy in one task is the directory at one moment, as a crash would leave it.
  const copy = () => {
    const name = `${directory()}-${copies.length}`
    copies.push(name)
    cpSync(directory(), name, { recursive: true })
  }
  records.gate = async () => copy()
  const { search } = start(records)
  await search.refresh()
  for (let change = 0; change < 4; change += 1) {
    records.put({ ...calf, prominence: 500 + change })
    const refreshed = search.refresh()
    copy()
    await refreshed
    copy()
  }
  await search.close()
  records.gate = () => Promise.resolve()
  for (const name of copies) {
    const reopened = openSearchOver({ directory: name, source: records })
    await reopened.refresh()
    expect(await findFirstMatch(reopened)).toEqual(['calf', 'whale'])
    expect((await readdir(name)).filter((file) => file.endsWith('.segment'))).toHaveLength(reopened.state().segments)
    await reopened.close()
    await rm(name, { recursive: true })
  }
  expect(copies.length).toBeGreaterThan(10)
})
