import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { CompanyChange, CompanySource } from '../company-source.ts'
import { readChecksummedFile, writeChecksummedFile } from '../segment/checksummed-file.ts'
import { deletedDocsOf, readDeletedDocs, writeDeletedDocs } from '../segment/deleted-docs.ts'
import { createSegmentBuilder } from '../segment/segment-builder.ts'
import { FORMAT_VERSION } from '../segment/segment-format.ts'
import type { CollectPart } from '../segment/segment-part.ts'
import { findDoc, openSegment, type SegmentReader } from '../segment/segment-reader.ts'
import type { IndexDirectory, Manifest, SegmentEntry } from './index-directory.ts'
import { createYielder } from './yield-to-event-loop.ts'

export type SegmentSetDeps = {
  files: IndexDirectory
  source: CompanySource
  pronunciation: Pronunciation
  clock: { now(): number }
  /** Collects half of the companies of a large index in another thread. */
  collectPart?: CollectPart | undefined
  /** Aborts running builds. */
  signal: AbortSignal
}

/** The middle of all ids: `c` and characters of a hash. */
export const MIDDLE_ID = 'cg'
/** Up to this number of companies, starting a thread takes longer than it saves. */
const FEW_COMPANIES = 100_000

/**
 * The companies of a new segment and its range of changes, `from` exclusive, `to` inclusive. `ids` null: all companies
 * (a base).
 */
export type SegmentSpec = { ids: readonly string[] | null; from: CompanyChange | null; to: CompanyChange | null }

type Deletions = {
  by: SegmentEntry
  ids: readonly string[]
  /** Segments that `by` replaces. */
  replaced?: readonly SegmentEntry[]
  waitForTurn?: (() => Promise<void>) | undefined
}

/**
 * The segments of one index, newest first, and the operations on them. Segments are immutable; the set changes only by
 * whole segments.
 */
export function createSegmentSet(deps: SegmentSetDeps) {
  const { files, source, pronunciation, clock, signal } = deps
  let segments: readonly SegmentEntry[] = []
  /** Segments that are being built or wait to be committed. */
  const unpublished = new Set<string>()
  /** For each unpublished segment, the newer segments whose deletions it contains already. */
  const appliedTo = new Map<string, Set<string>>()
  const readers = new Map<string, SegmentReader>()

  const readerOf = ({ name }: SegmentEntry) => {
    const reader = readers.get(name) ?? openSegment(files.segmentFile(name))
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
  /** Position of the first of these consecutive segments; 0, on top, when there are none. */
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

  /** Ids of the companies that these segments were built for, also of removed ones, each once. */
  const idsOf = (some: readonly SegmentEntry[]): string[] => [
    ...new Set(some.flatMap(({ name }) => readIds(files.idsFile(name)))),
  ]

  const idsNotIn = (segment: SegmentEntry, others: readonly SegmentEntry[]) => {
    const known = new Set(idsOf(others))
    return idsOf([segment]).filter((id) => !known.has(id))
  }

  /**
   * Writes which companies of `older` the newer segment `by` deletes: those of `ids`, and those that the segments it
   * replaces have deleted, which are not looked up again.
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

  /**
   * Applies the deletions of all newer segments that are not applied yet. `newer` is called again each time: segments
   * may be added meanwhile.
   */
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

  /** null when there are too few companies for a second thread. */
  const collectHalf = async (file: string) =>
    deps.collectPart !== undefined && (await source.hasMoreThan(FEW_COMPANIES))
      ? deps.collectPart(file, MIDDLE_ID)
      : null

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
    /** The last change that is in a segment; null when there is none. */
    get appliedUpTo() {
      return segments[0]?.to ?? null
    },

    /** Takes over the segments of a manifest. @returns false when its format or scope is different */
    load(manifest: Manifest): boolean {
      if (manifest.format !== FORMAT_VERSION || manifest.scope !== source.scope) return false
      set(manifest.segments)
      return true
    },

    /**
     * Builds a segment from the records and applies the deletions of newer segments. The segment is not in the set yet.
     * A failed build leaves no files. Awaits `waitForTurn` now and then.
     */
    async build({ ids, from, to }: SegmentSpec, waitForTurn: () => Promise<void> = noWait): Promise<SegmentEntry> {
      const name = `segment-${randomUUID()}`
      const file = files.segmentFile(name)
      const builtAt = clock.now()
      unpublished.add(name)
      const builder = createSegmentBuilder({ file, builtAt }, pronunciation)
      const partFile = `${file}.part`
      const part = ids === null ? await collectHalf(partFile) : null
      const ownRange = part === null ? undefined : { before: MIDDLE_ID }
      const discard = () => {
        builder.discard()
        void part?.stop()
      }
      signal.addEventListener('abort', discard)
      try {
        signal.throwIfAborted()
        const yielder = createYielder(signal)
        for await (const company of source.companies(ids ?? ownRange)) {
          builder.add(company)
          if (!yielder.shouldYield()) continue
          await waitForTurn()
          await yielder.yieldNow()
        }
        if (part !== null) builder.addPart(partFile, await part.sent)
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
        await part?.stop()
        signal.removeEventListener('abort', discard)
      }
    },

    idsOf,

    /** Positions of consecutive segments. */
    rangeOf: (some: readonly SegmentEntry[]) => ({ from: positionOf(some), to: positionOf(some) + some.length }),
    has: (some: readonly SegmentEntry[]) => some.every(({ name }) => segments.some((segment) => segment.name === name)),

    /** Replaces consecutive segments by `added`; with none, adds it on top. */
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

    /** Call when a built segment is in the set, or will never be. */
    release: ({ name }: SegmentEntry) => release(name),

    /** Drops the newest segments; their changes are pending again. */
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

    /** Names of all segments whose files must stay. */
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

/** Whether `other` contains later changes than a segment. */
const isNewerThan =
  ({ to }: SegmentEntry) =>
  (other: SegmentEntry) =>
    other.ids !== null && (other.to?.seq ?? 0) > (to?.seq ?? 0)

const namesOf = (segments: readonly SegmentEntry[]) => new Set(segments.map(({ name }) => name))

/** The segment without the deletions of these segments. */
const without = (segment: SegmentEntry, names: ReadonlySet<string>): SegmentEntry => ({
  ...segment,
  deletedDocs: segment.deletedDocs.filter(({ by }) => !names.has(by)),
})
