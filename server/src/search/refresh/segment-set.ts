import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { CompanyChange, CompanySource } from '../company-source.ts'
import { readChecksummedFile, writeChecksummedFile } from '../segment/checksummed-file.ts'
import { deletedDocsOf, readDeletedDocs, writeDeletedDocs } from '../segment/deleted-docs.ts'
import { findDoc } from '../segment/find-doc.ts'
import { openSegmentFile } from '../segment/open-segment-file.ts'
import { createSegmentBuilder } from '../segment/segment-builder.ts'
import { FORMAT_VERSION } from '../segment/segment-format.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import type { IndexDirectory } from './index-directory.ts'
import type { Manifest, SegmentEntry } from './index-manifest.ts'
import { createYielder } from './yield-to-event-loop.ts'

export type SegmentSetDeps = {
  files: IndexDirectory
  source: CompanySource
  pronunciation: Pronunciation
  clock: { now(): number }
  /** Ends whatever is being built. */
  signal: AbortSignal
}

/** Which companies a new segment is for, and the changes it then holds. `ids` null: all companies, a base. */
export type SegmentSpec = { ids: readonly string[] | null; from: CompanyChange | null; to: CompanyChange | null }

type Deletions = {
  by: SegmentEntry
  ids: readonly string[]
  /** What `by` stands for. */
  replaced?: readonly SegmentEntry[]
  waitForTurn?: (() => Promise<void>) | undefined
}

/** The segments of one index, and how they change. Only whole segments are ever put on the stack. */
export function createSegmentSet({ files, source, pronunciation, clock, signal }: SegmentSetDeps) {
  let segments: readonly SegmentEntry[] = []
  /** Names of files that are being written and stand in no manifest yet. */
  const unpublished = new Set<string>()
  /** Which newer segments markDeleted what they markDeleted in one that is in progress. */
  const appliedTo = new Map<string, Set<string>>()
  const readers = new Map<string, SegmentReader>()

  const readerOf = ({ name }: SegmentEntry) => {
    const reader = readers.get(name) ?? openSegmentFile(files.segmentFile(name))
    readers.set(name, reader)
    return reader
  }
  const closeUnused = () => {
    for (const [name, reader] of readers) {
      if (unpublished.has(name) || segments.some((segment) => segment.name === name)) continue
      reader.close()
      readers.delete(name)
    }
  }
  /** Where segments that follow each other begin; none: on top. */
  const positionOf = ([first]: readonly SegmentEntry[]) =>
    Math.max(
      0,
      segments.findIndex(({ name }) => name === first?.name),
    )
  const set = (next: readonly SegmentEntry[]) => {
    segments = next
    closeUnused()
  }
  const release = (name: string) => {
    unpublished.delete(name)
    appliedTo.delete(name)
  }

  /** The companies these segments were made for, deletion ones too; each once. */
  const idsOf = (some: readonly SegmentEntry[]): string[] => [
    ...new Set(some.flatMap(({ name }) => readIds(files.idsFile(name)))),
  ]

  const idsNotIn = (segment: SegmentEntry, others: readonly SegmentEntry[]) => {
    const known = new Set(idsOf(others))
    return idsOf([segment]).filter((id) => !known.has(id))
  }

  /**
   * Says which of the companies of `older` the newer segment hides: those of `ids`, and what the segments it replaces markDeleted
   * already, which need not be looked up again.
   */
  const markDeleted = async (
    older: SegmentEntry,
    { by, ids, replaced = [], waitForTurn = noWait }: Deletions,
  ): Promise<SegmentEntry> => {
    const isReplaced = (name: string) => replaced.some((segment) => segment.name === name)
    const inherited = older.deletedDocs.filter((deletion) => isReplaced(deletion.by))
    const docs = inherited.flatMap((deletion) => [...readDeletedDocs(files.deletedDocsFile(older.name, deletion.by))])
    const deletedDocs = older.deletedDocs.filter((one) => !isReplaced(one.by))
    const reader = readerOf(older)
    const yielder = createYielder(signal)
    for (const id of ids) {
      const doc = findDoc(reader, id)
      if (doc !== null) docs.push(doc)
      if (!yielder.shouldYield()) continue
      await waitForTurn()
      await yielder.yieldNow()
    }
    if (docs.length > 0)
      deletedDocs.push({ by: by.name, bytes: writeDeletedDocs(files.deletedDocsFile(older.name, by.name), docs) })
    return { ...older, deletedDocs }
  }

  /** Says what those newer segments markDeleted in it that were not applied yet; they may change meanwhile. */
  const markDeletedByNewer = async (
    segment: SegmentEntry,
    newer: () => readonly SegmentEntry[],
    waitForTurn?: () => Promise<void>,
  ) => {
    const applied = appliedTo.get(segment.name) ?? new Set()
    appliedTo.set(segment.name, applied)
    let entry = segment
    for (;;) {
      const by = newer().find(({ name }) => !applied.has(name))
      if (by === undefined) return entry
      applied.add(by.name)
      entry = await markDeleted(entry, { by, ids: idsOf([by]), waitForTurn })
    }
  }

  const countLive = () =>
    segments.reduce((count, { name, companies, deletedDocs }) => {
      const deleted = deletedDocsOf(
        companies,
        deletedDocs.map(({ by }) => files.deletedDocsFile(name, by)),
      )
      return count + companies - deleted.size
    }, 0)

  return {
    get segments() {
      return segments
    },
    /** The last change that is in a segment. */
    get appliedUpTo() {
      return segments[0]?.to ?? null
    },

    /** Takes over what a manifest names. @returns false where that is of another kind */
    load(manifest: Manifest): boolean {
      if (manifest.format !== FORMAT_VERSION || manifest.scope !== source.scope) return false
      set(manifest.segments)
      return true
    },

    /**
     * Writes a segment from the records, and what newer segments markDeleted in it; it is not in use yet. Parts of one that fails
     * are removed. Now and then it waits until it may go on.
     */
    async build({ ids, from, to }: SegmentSpec, waitForTurn: () => Promise<void> = noWait): Promise<SegmentEntry> {
      const name = `segment-${randomUUID()}`
      const file = files.segmentFile(name)
      const builtAt = clock.now()
      unpublished.add(name)
      const builder = createSegmentBuilder({ file, builtAt }, pronunciation)
      signal.addEventListener('abort', builder.discard)
      try {
        const yielder = createYielder(signal)
        for await (const company of source.companies(ids ?? undefined)) {
          builder.add(company)
          if (!yielder.shouldYield()) continue
          await waitForTurn()
          await yielder.yieldNow()
        }
        const { companies } = await builder.finish(waitForTurn)
        const own = ids === null ? null : writeChecksummedFile(files.idsFile(name), Buffer.from(JSON.stringify(ids)))
        const built: SegmentEntry = {
          name,
          bytes: statSync(file).size,
          companies,
          ids: ids === null || own === null ? null : { count: ids.length, bytes: own },
          from,
          to,
          deletedDocs: [],
          builtAt,
        }
        return await markDeletedByNewer(built, () => segments.filter(isNewerThan(built)), waitForTurn)
      } catch (error) {
        builder.discard()
        release(name)
        throw error
      } finally {
        signal.removeEventListener('abort', builder.discard)
      }
    },

    idsOf,

    /** The places of segments that follow each other. */
    rangeOf: (some: readonly SegmentEntry[]) => ({ from: positionOf(some), to: positionOf(some) + some.length }),
    has: (some: readonly SegmentEntry[]) => some.every(({ name }) => segments.some((segment) => segment.name === name)),

    /** Puts a segment in the place of these, which follow each other; of none: on top. */
    async replace(added: SegmentEntry, replaced: readonly SegmentEntry[]): Promise<void> {
      const at = positionOf(replaced)
      const newer = segments.slice(0, at)
      const below = segments.slice(at + replaced.length)
      const isFromNewer = ({ by }: SegmentEntry['deletedDocs'][number]) => newer.some(({ name }) => name === by)
      const entry = await markDeletedByNewer(
        { ...added, deletedDocs: added.deletedDocs.filter(isFromNewer) },
        () => newer,
      )
      const ids = below.length === 0 ? [] : idsNotIn(added, replaced)
      const older: SegmentEntry[] = []
      for (const segment of below) older.push(await markDeleted(segment, { by: added, ids, replaced }))
      set([...newer, entry, ...older])
    },

    /** What was built is in use, or will never be. */
    release: ({ name }: SegmentEntry) => release(name),

    /** Takes so many of the newest segments away: what they held is pending again. */
    dropNewest(count: number) {
      const dropped = namesOf(segments.slice(0, count))
      set(segments.slice(count).map((segment) => without(segment, dropped)))
    },

    toManifest: (): Manifest => ({
      format: FORMAT_VERSION,
      scope: source.scope,
      companies: countLive(),
      segments: [...segments],
    }),

    /** Names of all files that are in use or being made. */
    referencedNames: () => [...segments.map(({ name }) => name), ...unpublished],

    close() {
      unpublished.clear()
      set([])
    },
  }
}
export type SegmentSet = ReturnType<typeof createSegmentSet>

const readIds = (file: string): string[] => JSON.parse(Buffer.from(readChecksummedFile(file)).toString('utf8'))

const noWait = () => Promise.resolve()

/** Whether a segment holds what came later. */
const isNewerThan =
  ({ to }: SegmentEntry) =>
  (other: SegmentEntry) =>
    other.ids !== null && (other.to?.seq ?? 0) > (to?.seq ?? 0)

const namesOf = (segments: readonly SegmentEntry[]) => new Set(segments.map(({ name }) => name))

/** The segment, no longer entry by these. */
const without = (segment: SegmentEntry, names: ReadonlySet<string>): SegmentEntry => ({
  ...segment,
  deletedDocs: segment.deletedDocs.filter(({ by }) => !names.has(by)),
})
