import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../test/builders/seeded-random.ts'
import { byteLengthOf, decodeDocs, docsOf, encodeDocs, intersect, toDocIdSet, unite } from './doc-id-set.ts'

/** From none to all of a container, so that both encodings and every mix of them occur. */
const docs = fc.tuple(fc.nat(), fc.constantFrom(0, 3, 200, 4096, 4097, 30_000, 65_536)).map(([seed, count]) => {
  const random = seededRandom(seed)
  const all = new Set<number>()
  for (let index = 0; index < count; index += 1) all.add(count === 65_536 ? index : random.below(65_536))
  return Uint16Array.from(all).sort()
})

test('decodes what it encoded, at any alignment', () => {
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

test('intersects and unites as sets do', () => {
  fc.assert(
    fc.property(docs, docs, docs, (a, b, c) => {
      const [setA, setB] = [new Set(a), new Set(b)]
      expect(docsOf(intersect(toDocIdSet(a), toDocIdSet(b)))).toEqual(a.filter((doc) => setB.has(doc)))
      const all = Uint16Array.from(new Set([...setA, ...setB, ...c])).sort()
      const united = unite([a, b, c].map(toDocIdSet))
      expect(united.count).toBe(all.length)
      expect(docsOf(united)).toEqual(all)
    }),
    { numRuns: 15 },
  )
})
