import { createHash } from 'node:crypto'
import { openInput } from '../../input/open-input.ts'
import { openTable } from '../../input/table-rows.ts'
import type { CompanyMapping } from './company-row.ts'
import type { StatementReader } from './statement-reader.ts'

/**
 * 48 bits of a hash: two of a million names collide once in 500 files. A collision prevents a match and never makes
 * one.
 */
const hashOf = (key: string) => createHash('sha256').update(key).digest().readUIntBE(0, 6)

/** Finds the names that more than one row of a file has. */
export function createNamesInFile(file: string, mapping: CompanyMapping, reader: StatementReader) {
  let repeated: ReadonlySet<number> | null = null
  return {
    /** Reads the whole file at the first call; 8 bytes per row. Needed only by rows without any code or key. */
    load: async (): Promise<void> => {
      repeated ??= await findRepeated(file, mapping, reader)
    },
    /** Whether exactly one row of the file has the name. @throws before `load` */
    isUnique: (nameKey: string): boolean => {
      if (repeated === null) throw new Error('The names of the file have not been read')
      return !repeated.has(hashOf(nameKey))
    },
  }
}
export type NamesInFile = ReturnType<typeof createNamesInFile>

async function findRepeated(
  file: string,
  mapping: CompanyMapping,
  reader: StatementReader,
): Promise<ReadonlySet<number>> {
  let hashes = new Float64Array(1024)
  let count = 0
  const input = await openInput(file)
  const table = await openTable(input.content, mapping)
  const readCells = table.cellReader(mapping.columns)
  for await (const rows of table.rows) {
    for (const row of rows) {
      const cells = row.problem === undefined ? readCells(row.text) : row.problem
      const read = typeof cells === 'string' ? null : reader.read(row.line, cells)
      if (read === null || 'reason' in read || read.nameKey === null) continue
      if (count === hashes.length) {
        const larger = new Float64Array(count * 2)
        larger.set(hashes)
        hashes = larger
      }
      hashes[count++] = hashOf(read.nameKey)
    }
  }
  await input.close()
  const sorted = hashes.subarray(0, count).sort()
  const repeatedHashes = new Set<number>()
  for (let at = 1; at < sorted.length; at++) {
    const hash = sorted[at]
    if (hash !== undefined && hash === sorted[at - 1]) repeatedHashes.add(hash)
  }
  return repeatedHashes
}
