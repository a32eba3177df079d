import Sqlite from 'better-sqlite3'

/**
 * Who may change the files of an index: one process, and the system takes it back from one that has died. A lock of
 * SQLite on an empty file is such a lock on every system.
 */
export function createIndexLock(file: string) {
  let lock: Sqlite.Database | null = null
  return {
    /** Takes it, where nobody else has it. */
    tryAcquire(): boolean {
      if (lock !== null) return true
      const database = new Sqlite(file, { timeout: 0 })
      try {
        database.pragma('journal_mode = memory')
        database.exec('begin exclusive')
        lock = database
      } catch {
        database.close()
      }
      return lock !== null
    },
    release() {
      lock?.close()
      lock = null
    },
  }
}
