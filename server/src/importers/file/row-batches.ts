import type { TableRow } from '../input/table-rows.ts'

/** Rows per batch. The first batches are small, so that a file that does not fit fails early. */
const FIRST = 1_000
const FIRST_UNTIL = 10_000
const LATER = 4_000
/** Characters per batch; bounds the memory of long rows. */
const LENGTH = 4_000_000

/**
 * Yields batches of the rows after the first `skip`. The batch borders depend on the file only, so an interrupted
 * import resumes at a border.
 */
export async function* rowBatches(rows: AsyncIterable<TableRow[]>, skip: number): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = []
  let length = 0
  let seen = 0
  for await (const more of rows) {
    if (seen + more.length <= skip) {
      seen += more.length
      continue
    }
    for (const row of more) {
      seen += 1
      if (seen <= skip) continue
      batch.push(row)
      length += row.problem === undefined ? row.text.length : 0
      const isFull = batch.length >= (seen <= FIRST_UNTIL ? FIRST : LATER) || length >= LENGTH
      if (!isFull) continue
      yield batch
      batch = []
      length = 0
    }
  }
  if (batch.length > 0) yield batch
}
