import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, it, test } from 'vitest'
import {
  checksumFor,
  FileCorrupted,
  IndexCorrupted,
  readChecksummedFile,
  withFileContext,
  writeChecksummedFile,
} from './checksummed-file.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'baiqicha-checksum-'))
afterAll(() => rmSync(directory, { recursive: true }))
const file = path.join(directory, 'file')

it('reads back what was written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(writeChecksummedFile(file, bytes)).toBe(bytes.length + 4)
      expect(Array.from(readChecksummedFile(file))).toEqual(Array.from(bytes))
    }),
    { numRuns: 20 },
  )
})

it('throws when a byte differs, the file was renamed or cut, or there is no file', () => {
  const bytes = Uint8Array.from([1, 2, 3, 4, 5])
  for (let at = 0; at < 9; at += 1) {
    writeChecksummedFile(file, bytes)
    const changed = Buffer.concat([Buffer.alloc(4), bytes])
    changed[at] = 255
    writeFileSync(file, changed)
    expect(() => readChecksummedFile(file)).toThrow(IndexCorrupted)
  }
  writeChecksummedFile(file, bytes)
  const elsewhere = `${file}-elsewhere`
  renameSync(file, elsewhere)
  for (const other of [elsewhere, file]) expect(() => readChecksummedFile(other)).toThrow(FileCorrupted)
  writeFileSync(file, 'abc')
  expect(() => readChecksummedFile(file)).toThrow(expect.objectContaining({ file }))
})

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

const anyFile = 'file'

const shortOf = (code: string) => () => {
  throw new IndexCorrupted('cannot be opened', { cause: Object.assign(new Error(code), { code }) })
}

it('does not report a shortage of the system as corruption', () => {
  expect(() => withFileContext(anyFile, shortOf('EMFILE'))).toThrow('EMFILE')
  expect(() => withFileContext(anyFile, shortOf('EMFILE'))).not.toThrow(IndexCorrupted)
  for (const code of ['ENOENT', 'EIO']) expect(() => withFileContext(anyFile, shortOf(code))).toThrow(FileCorrupted)
})
