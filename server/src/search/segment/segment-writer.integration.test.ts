import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import type { Term } from '../analysis/term.ts'
import { CONTAINER_SIZE, docsOf } from './doc-id-set.ts'
import { docIds } from './doc-iterator.ts'
import { SegmentPart } from './segment-part.ts'
import { openSegment, type SegmentReader } from './segment-reader.ts'
import { SegmentWriter } from './segment-writer.ts'
import type { StagedCompany } from './staged-companies.ts'

/** Three containers, and few enough entries per run for hundreds of runs. */
const COMPANIES = 2 * CONTAINER_SIZE + 20_000
const RUN_ENTRIES = 2000
const directory = mkdtempSync(path.join(tmpdir(), 'baiqicha-segment-'))
mkdirSync(path.join(directory, 'whole'))
const file = path.join(directory, 'whole', 'segment')
afterAll(() => rmSync(directory, { recursive: true }))

const random = seededRandom(7)
const companies = Array.from({ length: COMPANIES }, (_, at): StagedCompany => {
  const longText = at % 5 === 0 ? `地址${at}\n${'经营'.repeat(random.below(at % 5000 === 0 ? 20_000 : 40))}` : ''
  return {
    // Many companies share a rank.
    rank: random.below(3) * 2 ** 40 + random.below(200),
    foundedOn: random.pick([0, 19_990_101 + at]),
    capital: random.pick([Number.NaN, at / 3]),
    record: `公司${at}`,
    longText,
  }
})
const inOrder = companies
  .map((_, at) => at)
  .sort((a, b) => (companies[a]?.rank ?? 0) - (companies[b]?.rank ?? 0) || a - b)

/** The companies of each term, by order of adding: one, hundreds, thousands, nearly all. */
const companiesByTerm = new Map<Term, Set<number>>()
const sizes = [1, 5, 16, 17, 64, 65, 256, 257, 1025, 3000, 20_000, COMPANIES - 7]
for (let index = 0; index < 3000; index += 1) {
  const size = index < 2 * sizes.length ? (sizes[index % sizes.length] ?? 1) : 1 + random.below(3)
  const isAll = size > COMPANIES / 2
  const members = new Set<number>()
  while (members.size < size) members.add(isAll ? members.size : random.below(COMPANIES))
  companiesByTerm.set(random.pick([index * 8, 2 ** 52 + index * 2 ** 30, 2 ** 33 + index]), members)
}
const termsByCompany: Term[][] = companies.map(() => [])
for (const [term, members] of companiesByTerm) {
  for (const company of members) {
    termsByCompany[company]?.push(term)
    if (company % 7 === 0) termsByCompany[company]?.push(term)
  }
}
let segment: SegmentReader
let pauses = 0

beforeAll(() => {
  const part = new SegmentPart(file, { runEntries: RUN_ENTRIES })
  companies.forEach((company, at) => {
    part.addAnalyzed(company, termsByCompany[at] ?? [])
  })
  part.finish()
  const writer = new SegmentWriter(file, [part])
  for (const _ of writer.write(123, ['北京'])) pauses += 1
  writer.close()
  part.remove()
  segment = openSegment(file)
})
afterAll(() => segment.close())

const docOf = new Map(inOrder.map((company, doc) => [company, doc]))
const docsWith = (term: Term) =>
  [...(companiesByTerm.get(term) ?? [])].map((company) => docOf.get(company) ?? -1).sort((a, b) => a - b)

describe('a segment', () => {
  test('has a header and is one file', async () => {
    expect(segment.header).toMatchObject({ companies: COMPANIES, builtAt: 123, regionWords: ['北京'] })
    expect(segment.containers).toBe(3)
    expect(await readdir(path.dirname(file))).toEqual(['segment'])
  })

  test('yields often while it is written', () => {
    expect(pauses).toBeGreaterThan(COMPANIES / 256)
  })

  test('contains its companies by rank, and equal ranks in order of adding', () => {
    const read = inOrder.map((_, doc) => ({
      rank: segment.rank(doc),
      foundedOn: segment.foundedOn(doc),
      capital: segment.capital(doc),
      record: segment.record(doc),
      longText: segment.longText(doc),
    }))
    expect(read.findIndex((one, doc) => !isSame(one, companies[inOrder[doc] ?? 0]))).toBe(-1)
  })

  test('has exactly the companies of every term, in order', () => {
    for (const term of companiesByTerm.keys()) {
      const candidates = segment.postings(term)
      const docs = docsWith(term)
      expect(candidates.size).toBe(docs.length)
      expect(Buffer.from(Uint32Array.from(docIds(candidates, segment.containers)).buffer)).toEqual(
        Buffer.from(Uint32Array.from(docs).buffer),
      )
    }
  })

  test('has an empty list for an unknown term', () => {
    for (const term of [1, 7, 2 ** 40, 2 ** 53 - 1]) expect(segment.postings(term).size).toBe(0)
  })

  test('returns containers in any order', () => {
    for (const [term, { size }] of companiesByTerm) {
      if (size < 64) continue
      const docs = docsWith(term)
      const candidates = segment.postings(term)
      for (const container of [2, 0, 0, 1, 2, 1, 3]) {
        const set = candidates.inContainer(container)
        const expected = docs
          .filter((doc) => Math.floor(doc / CONTAINER_SIZE) === container)
          .map((doc) => doc % CONTAINER_SIZE)
        expect(set === null ? 0 : set.count).toBe(expected.length)
        if (set !== null) expect(docsOf(set)).toEqual(Uint16Array.from(expected))
      }
    }
  })

  test('returns sets that stay valid while others are read', () => {
    const large = [...companiesByTerm].filter(([, { size }]) => size > 1024).map(([term]) => term)
    const decoded = large.map((term) => [0, 1, 2].map((container) => segment.postings(term).inContainer(container)))
    const before = decoded.map((sets) => sets.map((set) => set && Array.from(docsOf(set))))
    for (const term of companiesByTerm.keys()) segment.postings(term).inContainer(1)
    expect(decoded.map((sets) => sets.map((set) => set && Array.from(docsOf(set))))).toEqual(before)
  })
})

function isSame(one: StagedCompany, other: StagedCompany | undefined) {
  return (
    one.rank === other?.rank &&
    one.foundedOn === other.foundedOn &&
    Object.is(one.capital, other.capital) &&
    one.record === other.record &&
    one.longText === other.longText
  )
}

test('an empty segment has no companies and no terms', () => {
  const empty = path.join(directory, 'empty')
  const writer = new SegmentWriter(empty, [])
  for (const _ of writer.write(0, [])) continue
  writer.close()
  const reader = openSegment(empty)
  expect([reader.header.companies, reader.containers, reader.postings(1).size]).toEqual([0, 0, 0])
  reader.close()
})
