import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'

/** A row that was not stored. `line` counts from 1 in the file; `field` is null where the row as a whole is at fault. */
export type Reject = { line: number; field: string | null; reason: string }

export type RejectsFile = {
  /** Appends, and answers the length of the file. */
  add(rejects: readonly Reject[]): number
  /** Removes the file if nothing was rejected. */
  close(): void
}

export const rejectsPathOf = (file: string) => `${file}.rejects.ndjson`

/** Opens the file that names rejected rows, cut to what an earlier run has committed. */
export function openRejects(path: string, committedBytes: number): RejectsFile {
  let bytes = committedBytes
  const handle = openSync(path, committedBytes === 0 ? 'w' : 'r+')
  ftruncateSync(handle, committedBytes)
  return {
    add: (rejects) => {
      const text = rejects.map((reject) => `${JSON.stringify(reject)}\n`).join('')
      bytes += writeSync(handle, text, bytes)
      return bytes
    },
    close: () => {
      closeSync(handle)
      if (bytes === 0) rmSync(path, { force: true })
    },
  }
}
