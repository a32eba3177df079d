import type { Logger } from '../../platform/log/logger.ts'
import { openIndexDirectory, versionOf } from './index-directory.ts'
import { createIndexLock } from './index-lock.ts'
import type { Manifest, OpenableIndex, SegmentEntry } from './index-manifest.ts'
import { createSegmentStack, type SegmentStackNeeds } from './segment-set.ts'

export type IndexWriterDeps = Omit<SegmentStackNeeds, 'files'> & {
  directory: string
  log: Pick<Logger, 'warn'>
  /** Resolves once nothing is answered from the index before. null: there is nothing to answer from. */
  use: (index: OpenableIndex | null) => Promise<void>
}

/**
 * The segments as they stand in the directory, and those in use: the same, but for the instants of a change. Of several
 * processes with one directory one changes it; the others use what that one has made, and take over when it ends.
 */
export function openIndexWriter(needs: IndexWriterDeps) {
  const { log } = needs
  const files = openIndexDirectory(needs.directory)
  const stack = createSegmentStack({ ...needs, files })
  const lock = createIndexLock(files.lockFile)
  let isOwner = false
  let isLoaded = false
  /** Versions. */
  let used: string | null = null
  let written: string | null = null
  let usedSeq = 0

  const readManifest = (): Manifest | null => {
    try {
      return files.readManifest()
    } catch (error) {
      log.warn('search.index-unusable', { error })
      return null
    }
  }

  /** What another process makes is whole when it is named; what is named for the second time was not usable. */
  const load = () => {
    isLoaded = true
    const manifest = readManifest()
    const version = versionOf(manifest?.segments ?? [])
    if (!isOwner && (version === written || files.countUnusable(manifest?.segments ?? []) > 0)) return
    written = version
    if (manifest !== null && !stack.load(manifest)) log.warn('search.index-unusable')
  }

  /** Puts the segments as they are into use, unless they are, or lack what could be found before. */
  const publish = async () => {
    const version = versionOf(stack.segments)
    const seq = stack.point?.seq ?? 0
    if (stack.segments.length === 0 || seq < usedSeq) return
    usedSeq = seq
    const isWritten = !isOwner || (version === written && files.hasManifest())
    if (version === used && isWritten) return
    const manifest = stack.toManifest()
    const whenUsed = version === used ? undefined : needs.use(files.openable(manifest))
    used = version
    if (!isWritten) files.writeManifest(manifest)
    written = version
    await whenUsed
    if (isOwner) files.keepOnly(stack.names())
  }

  return {
    stack,
    publish,

    /** Before anything else: what is there already, and later what is still there of it. @returns whether it may be changed */
    keepWhole(): boolean {
      files.make()
      const wasOwner = isOwner
      isOwner = lock.isHeld()
      if (!isLoaded || !wasOwner) load()
      const unusable = files.countUnusable(stack.segments)
      if (unusable > 0 && isOwner) {
        log.warn('search.index-incomplete', { count: unusable })
        stack.drop(unusable)
      }
      return isOwner
    },

    /** Puts a segment in the place of these, and the index that then is into use. */
    async place(built: SegmentEntry, replaced: readonly SegmentEntry[]) {
      try {
        if (stack.has(replaced)) await stack.put(built, replaced)
      } finally {
        stack.forget(built)
      }
      await publish()
    },

    /** Nothing of the index is of any use. */
    async discard() {
      stack.drop(stack.segments.length)
      used = null
      usedSeq = 0
      await needs.use(null)
    },

    /** The index is no longer in use: a file is damaged, and what it held is made anew, or it is put into use again. */
    lose(file: string | null) {
      if (file !== null) files.remove(file)
      used = null
    },

    close() {
      stack.close()
      lock.release()
    },
  }
}
