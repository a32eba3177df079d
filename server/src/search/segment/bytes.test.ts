import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteReader, ByteWriter } from './bytes.ts'
import { IndexCorrupted } from './index-corruption.ts'

test('numbers up to 2^53 and pieces of bytes come back as they were written', () => {
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

test('numbers of a fixed size and texts stand where they were written', () => {
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

test('what is cut off is damage', () => {
  expect(() => new ByteReader(Uint8Array.of(0x80)).varint()).toThrow(IndexCorrupted)
  expect(() => new ByteReader(Uint8Array.of(1)).skip(2)).toThrow(IndexCorrupted)
  expect(() => new ByteReader(Uint8Array.of(0x80, 1), 0, 1).varint()).toThrow(IndexCorrupted)
})
