import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { readChecksummedFile, writeChecksummedFile } from './checksummed-file.ts'
import { DeletedDocs, deletedDocsOf, writeDeletedDocs } from './deleted-docs.ts'
import { FileCorrupted, IndexCorrupted, withFileContext } from './index-corruption.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'baiqicha-checksum-'))
afterAll(() => rmSync(directory, { recursive: true }))
const file = path.join(directory, 'file')

it('reads back what was written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(writeChecksummedFile(file, bytes)).toBe(bytes.length + 4)
      expect(Array.from(readChecksummedFile(file))).toEqual(Array.from(bytes))
    }),
    { seed: 1, numRuns: 20 },
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

it('unites the deleted companies of several files', () => {
  const docs = fc.uniqueArray(fc.nat(99_999), { maxLength: 50 })
  fc.assert(
    fc.property(docs, docs, (some, others) => {
      const files = [some, others].map((part, at) => {
        writeDeletedDocs(`${file}-${at}`, part)
        return `${file}-${at}`
      })
      const deleted = deletedDocsOf(100_000, files)
      const all = new Set([...some, ...others])
      expect(deleted.size).toBe(all.size)
      for (const doc of [...all, 0, 31, 32, 99_999]) expect(deleted.has(doc)).toBe(all.has(doc))
    }),
    { seed: 2, numRuns: 20 },
  )
  expect(new DeletedDocs(10).has(9)).toBe(false)
})

const shortOf = (code: string) => () => {
  throw new IndexCorrupted('cannot be opened', { cause: Object.assign(new Error(code), { code }) })
}

it('does not report a shortage of the system as corruption', () => {
  expect(() => withFileContext(file, shortOf('EMFILE'))).toThrow('EMFILE')
  expect(() => withFileContext(file, shortOf('EMFILE'))).not.toThrow(IndexCorrupted)
  for (const code of ['ENOENT', 'EIO']) expect(() => withFileContext(file, shortOf(code))).toThrow(FileCorrupted)
})
