import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteReader, ByteWriter, IndexDamaged, seal, unseal } from './bytes.ts'

test('numbers up to 2^53 and bytes come back as they were written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.maxSafeNat(), fc.uint8Array())), (rows) => {
      const writer = new ByteWriter(1)
      for (const [number, bytes] of rows) {
        writer.number(number)
        writer.number(bytes.length)
        writer.bytes(bytes)
      }
      const reader = new ByteReader(writer.view())
      for (const [number, bytes] of rows) {
        expect(reader.number()).toBe(number)
        expect(new Uint8Array(reader.bytes(reader.number()))).toEqual(bytes)
      }
      expect(reader.atEnd).toBe(true)
    }),
  )
})

test('what is cut off is damage', () => {
  expect(() => new ByteReader(Uint8Array.of(0x80)).number()).toThrow(IndexDamaged)
  expect(() => new ByteReader(Uint8Array.of(1)).bytes(2)).toThrow(IndexDamaged)
})

test('a sealed row opens only whole, unchanged and in its own place', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.nat(), (bytes, id, at) => {
      const sealed = seal('company', id, bytes)
      expect(new Uint8Array(unseal('company', id, sealed))).toEqual(bytes)
      expect(() => unseal('company', id + 1, sealed)).toThrow(IndexDamaged)
      expect(() => unseal('page', id, sealed)).toThrow(IndexDamaged)
      expect(() => unseal('company', id, sealed.subarray(1))).toThrow(IndexDamaged)
      const changed = Buffer.from(sealed)
      changed.writeUInt8((changed.readUInt8(at % changed.length) + 1) % 256, at % changed.length)
      expect(() => unseal('company', id, changed)).toThrow(IndexDamaged)
    }),
  )
  expect(() => unseal('company', 0, undefined)).toThrow(IndexDamaged)
})
