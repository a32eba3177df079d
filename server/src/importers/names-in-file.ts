import { createHash } from 'node:crypto'
import { nameKey } from '../domain/company-name.ts'
import { openInput } from './input/open-input.ts'
import { openTable } from './input/table-rows.ts'
import type { StatementReader } from './statements.ts'

/** 48 bits of a hash: two of a million names meet once in 500 files, and then a match is left out, never made. */
const hashOf = (key: string) => createHash('sha256').update(key).digest().readUIntBE(0, 6)

/**
 * Which names stand in more than one row of a file. Reads the whole file at the first question,
 * which most imports never ask; eight bytes a row.
 */
export function createNamesInFile(file: string, reader: StatementReader): (key: string) => Promise<boolean> {
  let repeated: Promise<ReadonlySet<number>> | null = null
  return async (key) => {
    repeated ??= findRepeated(file, reader)
    return !(await repeated).has(hashOf(key))
  }
}

async function findRepeated(file: string, reader: StatementReader): Promise<ReadonlySet<number>> {
  let hashes = new Float64Array(1024)
  let count = 0
  const table = await openTable((await openInput(file)).chunks)
  for await (const rows of table.rows) {
    for (const row of rows) {
      if (row.problem !== undefined) continue
      const read = reader.read(row.line, row.cells)
      if ('reason' in read || read.name === null) continue
      if (count === hashes.length) {
        const larger = new Float64Array(count * 2)
        larger.set(hashes)
        hashes = larger
      }
      hashes[count++] = hashOf(nameKey(read.name))
    }
  }
  const sorted = hashes.subarray(0, count).sort()
  const repeated = new Set<number>()
  for (let at = 1; at < sorted.length; at++) {
    const hash = sorted[at]
    if (hash !== undefined && hash === sorted[at - 1]) repeated.add(hash)
  }
  return repeated
}
