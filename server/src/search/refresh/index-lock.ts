import Sqlite from 'better-sqlite3'

/**
 * Who may change the files of an index: one process, and the system takes it back from one that has died. A lock of
 * SQLite on an empty file is such a lock on every system.
 */
export function createIndexLock(file: string) {
  let lock: Sqlite.Database | null = null
  return {
    /** Takes it, where nobody else has it. */
    isHeld(): boolean {
      if (lock !== null) return true
      const tried = new Sqlite(file, { timeout: 0 })
      try {
        tried.pragma('journal_mode = memory')
        tried.exec('begin exclusive')
        lock = tried
      } catch {
        tried.close()
      }
      return lock !== null
    },
    release() {
      lock?.close()
      lock = null
    },
  }
}
