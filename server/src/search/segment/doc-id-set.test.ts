import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import { byteLengthOf, decodeDocs, docSetOf, docsOf, encodeDocs, intersect, unite } from './doc-id-set.ts'

/** Few, many or nearly all of a container, by a seed: the two forms and every mix of them. */
const docs = fc.tuple(fc.nat(), fc.constantFrom(0, 3, 200, 4096, 4097, 30_000, 65_536)).map(([seed, count]) => {
  const random = seededRandom(seed)
  const all = new Set<number>()
  for (let index = 0; index < count; index += 1) all.add(count === 65_536 ? index : random.below(65_536))
  return Uint16Array.from(all).sort()
})

test('a set read back is the set that was written, wherever it stands', () => {
  fc.assert(
    fc.property(docs, fc.nat(7), (sorted, offset) => {
      const bytes = encodeDocs(sorted)
      expect(bytes.length).toBe(byteLengthOf(sorted.length))
      const shifted = new Uint8Array(offset + bytes.length)
      shifted.set(bytes, offset)
      expect(docsOf(decodeDocs(shifted.subarray(offset), sorted.length))).toEqual(sorted)
    }),
    { numRuns: 50 },
  )
})

test('intersection and union are those of sets', () => {
  fc.assert(
    fc.property(docs, docs, docs, (a, b, c) => {
      const [setA, setB] = [new Set(a), new Set(b)]
      expect(docsOf(intersect(docSetOf(a), docSetOf(b)))).toEqual(a.filter((doc) => setB.has(doc)))
      const all = Uint16Array.from(new Set([...setA, ...setB, ...c])).sort()
      const united = unite([a, b, c].map(docSetOf))
      expect(united.count).toBe(all.length)
      expect(docsOf(united)).toEqual(all)
    }),
    { numRuns: 15 },
  )
})
