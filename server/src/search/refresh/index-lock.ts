import Sqlite from 'better-sqlite3'

/**
 * Ensures that one process writes the index. An exclusive SQLite lock on an empty file works on every system, and is
 * released when the process dies.
 */
export function createIndexLock(file: string) {
  let lock: Sqlite.Database | null = null
  return {
    /** @returns whether this process has the lock. Does not wait. */
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
