import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../test/seeded-random.ts'
import { allOf, anyOf, docsIn, findTerm } from './candidates.ts'
import { SEGMENT } from './doc-set.ts'
import { createPostingWriter } from './posting-writer.ts'
import { mergeRuns, RunReader, SegmentTerms } from './term-runs.ts'

const SEGMENTS = 3
const random = seededRandom(7)
/** Terms of one company, of hundreds, of thousands and of nearly all, spread over three segments. */
const expected = new Map<number, number[]>()
const pages = new Map<number, Buffer>()
const blocks = new Map<number, Buffer>()
let firstTerms: Float64Array
let directory: string

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'baiqicha-terms-'))
  const sizes = [1, 5, 300, 1024, 1025, 20_000, 150_000]
  for (let term = 0; term < 3000; term += 1) {
    const size = term < 20 ? (sizes[term % sizes.length] ?? 1) : 1 + random.below(3)
    const docs = new Set(Array.from({ length: size }, () => random.below(SEGMENTS * SEGMENT)))
    expected.set(
      term * 31 + (term % 2) * 2 ** 36,
      [...docs].sort((a, b) => a - b),
    )
  }
  const runs = Array.from({ length: SEGMENTS }, (_, segment) => {
    const terms = new SegmentTerms()
    for (const [term, docs] of expected) {
      for (const doc of docs) {
        if (Math.floor(doc / SEGMENT) !== segment) continue
        terms.add(term, doc % SEGMENT)
        if (doc % 7 === 0) terms.add(term, doc % SEGMENT)
      }
    }
    const file = path.join(directory, `run-${segment}`)
    terms.flush(file)
    return new RunReader(file, segment)
  })
  const writer = createPostingWriter({
    page: (id, bytes) => pages.set(id, Buffer.from(bytes)),
    block: (id, bytes) => blocks.set(id, Buffer.from(bytes)),
  })
  mergeRuns(runs, (term, entries) => writer.add(term, entries))
  firstTerms = writer.finish()
  for (const run of runs) run.remove()
})
afterAll(() => rmSync(directory, { recursive: true }))

const rowOf = (rows: Map<number, Buffer>) => (id: number) => {
  const row = rows.get(id)
  if (row === undefined) throw new RangeError(`no row ${id}`)
  return row
}
const find = (term: number) => findTerm(term, firstTerms, { page: rowOf(pages), block: rowOf(blocks) })

test('every term leads to exactly its companies, in order', () => {
  for (const [term, docs] of expected) {
    const candidates = find(term)
    expect(candidates.size).toBe(docs.length)
    expect([...docsIn(candidates, SEGMENTS)]).toEqual(docs)
  }
  expect(pages.size).toBe(firstTerms.length)
  expect(blocks.size).toBeGreaterThan(3)
})

test('a term that nobody has leads nowhere', () => {
  for (const term of [1, 30, 2 ** 36 - 1, 2 ** 37]) expect(find(term).size).toBe(0)
})

const docsOf = (term = 0) => expected.get(term) ?? []

test('all of and any of are intersection and union, the former perhaps with more', () => {
  const [small, large, huge] = [2, 5, 6].map((index) => [...expected.keys()][index] ?? 0)
  const inLarge = new Set(docsOf(large))
  const both = docsOf(huge).filter((doc) => inLarge.has(doc))
  const proposed = [...docsIn(allOf([find(large ?? 0), find(huge ?? 0)]), SEGMENTS)]
  expect(proposed).toEqual(both)
  const any = [...new Set([...docsOf(small), ...docsOf(large)])].sort((a, b) => a - b)
  expect([...docsIn(anyOf([find(small ?? 0), find(large ?? 0)]), SEGMENTS)]).toEqual(any)
})
