import type { TableRow } from '../input/table-rows.ts'

/** Rows that are stored together: few at first, so that a file that does not fit is told early. */
const FIRST = 1_000
const FIRST_UNTIL = 10_000
const LATER = 4_000
/** Characters of a batch, so that long rows do not fill the memory. */
const LENGTH = 4_000_000

/**
 * Batches of the rows behind the first `skip`. Where they are cut depends on the file alone, so that an interrupted
 * import goes on with the batch at which it stopped.
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
