import type { Logger } from '../../platform/log/logger.ts'
import { openIndexDirectory, versionOf } from './index-directory.ts'
import { createIndexLock } from './index-lock.ts'
import type { Manifest, OpenableIndex, SegmentEntry } from './index-manifest.ts'
import { createSegmentSet, type SegmentSetDeps } from './segment-set.ts'

export type IndexWriterDeps = Omit<SegmentSetDeps, 'files'> & {
  directory: string
  log: Pick<Logger, 'warn'>
  /** Resolves once nothing is answered from the index before. null: there is nothing to answer from. */
  use: (index: OpenableIndex | null) => Promise<void>
}

/**
 * The segments as they stand in the directory, and those in use: the same, but for the instants of a change. Of several
 * processes with one directory one changes it; the others use what that one has made, and take over when it ends.
 */
export function openIndexWriter(deps: IndexWriterDeps) {
  const { log } = deps
  const files = openIndexDirectory(deps.directory)
  const segmentSet = createSegmentSet({ ...deps, files })
  const lock = createIndexLock(files.lockFile)
  let isWriter = false
  let isLoaded = false
  /** Versions. */
  let servedVersion: string | null = null
  let writtenVersion: string | null = null
  let servedSeq = 0

  const readManifest = (): Manifest | null => {
    try {
      return files.readManifest()
    } catch (error) {
      log.warn('search.index-incomplete', { error })
      return null
    }
  }

  /** What another process makes is whole when it is named; what is named for the second time was not usable. */
  const load = () => {
    isLoaded = true
    const manifest = readManifest()
    const version = versionOf(manifest?.segments ?? [])
    if (!isWriter && (version === writtenVersion || files.countIncomplete(manifest?.segments ?? []) > 0)) return
    writtenVersion = version
    if (manifest !== null && !segmentSet.load(manifest)) log.warn('search.index-incomplete')
  }

  /** Puts the segments as they are into use, unless they are, or lack what could be found before. */
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

    /** Before anything else: what is there already, and later what is still there of it. @returns whether it may be changed */
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

    /** Puts a segment in the place of these, and the index that then is into use. */
    async commit(built: SegmentEntry, replaced: readonly SegmentEntry[]) {
      try {
        if (segmentSet.has(replaced)) await segmentSet.replace(built, replaced)
      } finally {
        segmentSet.release(built)
      }
      await publish()
    },

    /** Nothing of the index is of any use. */
    async clear() {
      segmentSet.dropNewest(segmentSet.segments.length)
      servedVersion = null
      servedSeq = 0
      await deps.use(null)
    },

    /** The index is no longer in use: a file is damaged, and what it held is made anew, or it is put into use again. */
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
