import { statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildIndexableCompany } from '../../../test/builders/indexable-companies.ts'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import { buildMemorySegment } from '../../../test/search/memory-segment.ts'
import { analyzeCompany } from '../analysis/company-terms.ts'
import { loadPronunciation } from '../analysis/pronunciation.ts'
import { docIds } from './doc-iterator.ts'
import { createSegmentBuilder } from './segment-builder.ts'
import { SegmentPart } from './segment-part.ts'
import { openSegment } from './segment-reader.ts'

const pronunciation = loadPronunciation()
let directory: string
let file: string
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'baiqicha-builder-'))
  file = path.join(directory, 'segment')
})
afterEach(() => rm(directory, { recursive: true }))

const random = seededRandom(11)
const companies = Array.from({ length: 400 }, (_, at) =>
  buildIndexableCompany({
    prominence: random.below(4),
    foundedOn: random.pick([null, '1999-01-31']),
    capital: random.pick([null, 0.5, 12_000]),
    regionName: random.pick([null, '演示省海边市']),
    scope: at % 3 === 0 ? `演示服务${at}；海水养殖` : null,
  }),
)

function addAll(builder: ReturnType<typeof createSegmentBuilder>) {
  for (const company of companies) builder.add(company)
}

test('builds a segment that equals one in memory', async () => {
  const builder = createSegmentBuilder({ file, builtAt: 5 }, pronunciation)
  addAll(builder)
  const header = await builder.finish()
  const segment = openSegment(file)
  const expected = buildMemorySegment(companies, pronunciation)
  expect(segment.header).toEqual(header)
  expect(header).toMatchObject({ companies: 400, builtAt: 5, regionWords: expected.header.regionWords })
  for (let doc = 0; doc < companies.length; doc += 1) {
    for (const read of ['record', 'longText', 'rank', 'foundedOn', 'capital'] as const) {
      expect(segment[read](doc)).toEqual(expected[read](doc))
    }
  }
  const terms = new Set(companies.flatMap((company) => [...analyzeCompany(company, pronunciation).terms]))
  for (const term of terms) {
    expect([...docIds(segment.postings(term), 1)]).toEqual([...docIds(expected.postings(term), 1)])
  }
  segment.close()
  expect(await readdir(directory)).toEqual(['segment'])
})

test('writes the same bytes when another thread collects a part of the companies', async () => {
  const whole = createSegmentBuilder({ file, builtAt: 5 }, pronunciation)
  addAll(whole)
  await whole.finish()
  for (const split of [0, 1, 150, 399, 400]) {
    const other = path.join(directory, `split-at-${split}`)
    const part = new SegmentPart(`${other}.part`)
    for (const company of companies.slice(split)) part.add(company, pronunciation)
    part.finish()
    const sent = structuredClone(part.send())
    const builder = createSegmentBuilder({ file: other, builtAt: 5 }, pronunciation)
    for (const company of companies.slice(0, split)) builder.add(company)
    builder.addPart(`${other}.part`, sent)
    await builder.finish()
    expect(await readFile(other)).toEqual(await readFile(file))
    await rm(other)
  }
  expect(await readdir(directory)).toEqual(['segment'])
})

describe('leaves no file behind', () => {
  test('when it is discarded before the end, even twice', async () => {
    const builder = createSegmentBuilder({ file, builtAt: 0 }, pronunciation)
    addAll(builder)
    builder.discard()
    builder.discard()
    expect(await readdir(directory)).toEqual([])
    expect(() => addAll(builder)).toThrow('discarded')
    await expect(builder.finish()).rejects.toThrow('discarded')
    expect(await readdir(directory)).toEqual([])
  })

  test('when it is discarded at any moment of finishing', async () => {
    withoutPatience()
    for (let pauses = 0; pauses < 12; pauses += 1) {
      const builder = createSegmentBuilder({ file, builtAt: 0 }, pronunciation)
      addAll(builder)
      const finished = builder.finish()
      const outcome = expect(finished).rejects.toThrow()
      for (let pause = 0; pause < pauses; pause += 1) await setImmediate()
      builder.discard()
      await outcome
      expect(await readdir(directory)).toEqual([])
    }
  })

  test('when it is discarded after finishing', async () => {
    const builder = createSegmentBuilder({ file, builtAt: 0 }, pronunciation)
    addAll(builder)
    await builder.finish()
    builder.discard()
    expect(await readdir(directory)).toEqual([])
  })

  test('when the file cannot be written', async () => {
    await mkdir(`${file}.companies`)
    const builder = createSegmentBuilder({ file, builtAt: 0 }, pronunciation)
    addAll(builder)
    await expect(builder.finish()).rejects.toThrow('EISDIR')
    expect(await readdir(directory)).toEqual(['segment.companies'])
  })
})

test('lets other work run while it finishes', async () => {
  withoutPatience()
  const builder = createSegmentBuilder({ file, builtAt: 0 }, pronunciation)
  addAll(builder)
  const building = { isDone: false }
  const finished = builder.finish().finally(() => {
    building.isDone = true
  })
  const sizes = new Set<number>()
  while (!building.isDone) {
    sizes.add(statSync(file).size)
    await setImmediate()
  }
  await finished
  // Without pauses only the final size would be seen.
  expect(sizes.size).toBeGreaterThan(1)
})

test('does not finish before waitForTurn resolves', async () => {
  withoutPatience()
  const builder = createSegmentBuilder({ file, builtAt: 0 }, pronunciation)
  addAll(builder)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const building = { isDone: false }
  const finished = builder
    .finish(() => {
      reach()
      return released
    })
    .finally(() => {
      building.isDone = true
    })
  await reached
  const { size } = statSync(file)
  for (let pause = 0; pause < 30; pause += 1) await setImmediate()
  expect(building.isDone).toBe(false)
  expect(statSync(file).size).toBe(size)
  release()
  await finished
  expect(statSync(file).size).toBeGreaterThan(size)
})

/** Every reading of the clock is one second later, so every time slice is over at once. */
function withoutPatience() {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000
    return now
  })
  return clock
}
afterEach(() => vi.restoreAllMocks())
