import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksumFor } from './checksum.ts'

test('accepts only the same bytes of the same kind and id', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.nat(), (bytes, id, at) => {
      const checksum = checksumFor('record')(id, bytes)
      expect(checksumFor('record')(id, bytes)).toBe(checksum)
      expect(checksumFor('record')(id + 1, bytes)).not.toBe(checksum)
      expect(checksumFor('page')(id, bytes)).not.toBe(checksum)
      expect(checksumFor('record')(id, bytes.subarray(1))).not.toBe(checksum)
      const changed = bytes.map((byte, index) => (index === at % bytes.length ? byte + 1 : byte))
      expect(checksumFor('record')(id, changed)).not.toBe(checksum)
    }),
  )
})
