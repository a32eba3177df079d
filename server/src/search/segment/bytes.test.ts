import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteReader, ByteWriter } from './bytes.ts'
import { IndexCorrupted } from './checksummed-file.ts'

test('returns varints up to 2^53 and length-prefixed bytes as written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.maxSafeNat(), fc.uint8Array())), (rows) => {
      const writer = new ByteWriter(1)
      for (const [number, bytes] of rows) {
        writer.varint(number)
        writer.lengthPrefixed(Buffer.from(bytes), 0, bytes.length)
      }
      const written = writer.view()
      const reader = new ByteReader(written)
      for (const [number, bytes] of rows) {
        expect(reader.varint()).toBe(number)
        const length = reader.varint()
        expect(new Uint8Array(written.subarray(reader.at, reader.at + length))).toEqual(bytes)
        reader.skip(length)
      }
      expect(reader.at).toBe(reader.end)
    }),
  )
})

test('writes fixed-size numbers and texts at their offsets', () => {
  const writer = new ByteWriter(1)
  writer.uint16(0xfffe)
  writer.uint32(0)
  writer.float64(-0.5)
  writer.setUint32(2, 0xfffffffd)
  expect(writer.text('企业A')).toBe(7)
  const written = writer.view()
  expect(written.readUInt16LE()).toBe(0xfffe)
  expect(written.readUInt32LE(2)).toBe(0xfffffffd)
  expect(written.readDoubleLE(6)).toBe(-0.5)
  expect(written.toString('utf8', 14)).toBe('企业A')
})

test('throws when bytes are cut off', () => {
  expect(() => new ByteReader(Uint8Array.of(0x80)).varint()).toThrow(IndexCorrupted)
  expect(() => new ByteReader(Uint8Array.of(1)).skip(2)).toThrow(IndexCorrupted)
  expect(() => new ByteReader(Uint8Array.of(0x80, 1), 0, 1).varint()).toThrow(IndexCorrupted)
})
