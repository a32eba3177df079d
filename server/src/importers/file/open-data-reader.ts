import type { Input } from '../input/open-input.ts'
import type { Table } from '../input/table-rows.ts'

/** Reads the published files of an open source as rows of the canonical format. */
export type OpenDataReader = {
  openRows: (content: Input['content']) => Promise<Table>
  /** Number of records by the reason why they are not imported. */
  leftOut: ReadonlyMap<string, number>
}

export function createLeftOut() {
  const leftOut = new Map<string, number>()
  return {
    leftOut,
    /** Counts a record. Returns null, the row of a record that is not imported. */
    leaveOut: (reason: string): null => {
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
      return null
    },
  }
}
