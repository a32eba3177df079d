import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { DeletedDocs, deletedDocsOf, writeDeletedDocs } from './deleted-docs.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'baiqicha-deleted-'))
afterAll(() => rmSync(directory, { recursive: true }))
const file = path.join(directory, 'file')

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
    { numRuns: 20 },
  )
  expect(new DeletedDocs(10).has(9)).toBe(false)
})
