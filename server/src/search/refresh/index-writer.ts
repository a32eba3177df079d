import Sqlite from 'better-sqlite3'
import type { Logger } from '../../platform/log/logger.ts'
import {
  type Manifest,
  type OpenableIndex,
  openIndexDirectory,
  type SegmentEntry,
  versionOf,
} from './index-directory.ts'
import { createSegmentSet, type SegmentSetDeps } from './segment-set.ts'

/**
 * Ensures that one process writes the index. An exclusive SQLite lock on an empty file works on every system, and is
 * released when the process dies.
 */
function createIndexLock(file: string) {
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

export type IndexWriterDeps = Omit<SegmentSetDeps, 'files'> & {
  directory: string
  log: Pick<Logger, 'warn'>
  /** Resolves once no query runs on the previous index. null: there is no usable index. */
  use: (index: OpenableIndex | null) => Promise<void>
}

/**
 * Commits segments to the directory and publishes the index to the workers. Of several processes with one directory,
 * the one with the lock writes; the others use what it commits, and take over when it ends.
 */
export function openIndexWriter(deps: IndexWriterDeps) {
  const { log } = deps
  const files = openIndexDirectory(deps.directory)
  const segmentSet = createSegmentSet({ ...deps, files })
  const lock = createIndexLock(files.lockFile)
  let isWriter = false
  let isLoaded = false
  /** Versions of the index that the workers use and that the manifest lists. */
  let servedVersion: string | null = null
  let writtenVersion: string | null = null
  let servedSeq = 0

  const readManifest = (): Manifest | null => {
    try {
      return files.readManifest()
    } catch (error) {
      log.warn('search.index-unusable', { error })
      return null
    }
  }

  /**
   * Loads the manifest. A process without the lock skips an incomplete index, and a version that it has loaded already.
   */
  const load = () => {
    isLoaded = true
    const manifest = readManifest()
    const version = versionOf(manifest?.segments ?? [])
    if (!isWriter && (version === writtenVersion || files.countIncomplete(manifest?.segments ?? []) > 0)) return
    writtenVersion = version
    if (manifest !== null && !segmentSet.load(manifest)) log.warn('search.index-unusable')
  }

  /**
   * Writes the manifest and switches the workers, unless both are up to date or the segments contain less than the
   * workers have now.
   */
  const publish = async () => {
    const version = versionOf(segmentSet.segments)
    const seq = segmentSet.appliedUpTo?.seq ?? 0
    if (segmentSet.segments.length === 0 || seq < servedSeq) return
    servedSeq = seq
    const isWritten = !isWriter || (version === writtenVersion && files.hasManifest())
    if (version === servedVersion && isWritten) return
    const manifest = segmentSet.toManifest()
    const switched = version === servedVersion ? undefined : deps.use(files.toOpenable(manifest))
    servedVersion = version
    if (!isWritten) files.writeManifest(manifest)
    writtenVersion = version
    await switched
    if (isWriter) files.removeUnused(segmentSet.referencedNames())
  }

  return {
    segmentSet,
    publish,

    /**
     * Call at the start of every poll. Takes the lock when it is free, loads the index, and drops segments with missing
     * files. @returns whether this process is the writer
     */
    acquire(): boolean {
      files.ensureExists()
      const wasWriter = isWriter
      isWriter = lock.tryAcquire()
      if (!isLoaded || !wasWriter) load()
      const incomplete = files.countIncomplete(segmentSet.segments)
      if (incomplete > 0 && isWriter) {
        log.warn('search.index-incomplete', { count: incomplete })
        segmentSet.dropNewest(incomplete)
      }
      return isWriter
    },

    /** Replaces these segments by a built one and publishes the index. */
    async commit(built: SegmentEntry, replaced: readonly SegmentEntry[]) {
      try {
        if (segmentSet.has(replaced)) await segmentSet.replace(built, replaced)
      } finally {
        segmentSet.release(built)
      }
      await publish()
    },

    /** Discards every segment. Queries fail with `preparing` until a new base is built. */
    async clear() {
      segmentSet.dropNewest(segmentSet.segments.length)
      servedVersion = null
      servedSeq = 0
      await deps.use(null)
    },

    /**
     * The workers no longer use the index. With a file: it is removed, so that the next poll rebuilds its content.
     * Without: the index is published again.
     */
    invalidate(file: string | null) {
      if (file !== null) files.remove(file)
      servedVersion = null
    },

    close() {
      segmentSet.close()
      lock.release()
    },
  }
}
