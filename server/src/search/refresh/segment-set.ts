import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { CompanyChange, CompanySource } from '../company-source.ts'
import { findCompany } from '../ranking/index-reader.ts'
import { readChecksummedFile, writeChecksummedFile } from '../segment/checksummed-file.ts'
import { deletedDocsOf, readDeletedDocs, writeDeletedDocs } from '../segment/deleted-docs.ts'
import { openNamedSegment } from '../segment/index-corruption.ts'
import { createSegmentBuilder } from '../segment/segment-builder.ts'
import { FORMAT_VERSION } from '../segment/segment-format.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import type { IndexDirectory } from './index-directory.ts'
import type { Manifest, SegmentEntry } from './index-manifest.ts'
import { createYielder } from './yield-to-event-loop.ts'

export type SegmentStackNeeds = {
  files: IndexDirectory
  source: CompanySource
  pronunciation: Pronunciation
  clock: { now(): number }
  /** Ends whatever is being built. */
  signal: AbortSignal
}

/** Which companies a new segment is for, and the changes it then holds. `ids` null: all companies, a base. */
export type SegmentOrder = { ids: readonly string[] | null; from: CompanyChange | null; to: CompanyChange | null }

type Hiding = {
  by: SegmentEntry
  ids: readonly string[]
  /** What `by` stands for. */
  replaced?: readonly SegmentEntry[]
  mayGoOn?: (() => Promise<void>) | undefined
}

/** The segments of one index, and how they change. Only whole segments are ever put on the stack. */
export function createSegmentStack({ files, source, pronunciation, clock, signal }: SegmentStackNeeds) {
  let segments: readonly SegmentEntry[] = []
  /** Names of files that are being written and stand in no manifest yet. */
  const inProgress = new Set<string>()
  /** Which newer segments hide what they hide in one that is in progress. */
  const askedOf = new Map<string, Set<string>>()
  const readers = new Map<string, SegmentReader>()

  const readerOf = ({ name }: SegmentEntry) => {
    const reader = readers.get(name) ?? openNamedSegment(files.segmentFile(name))
    readers.set(name, reader)
    return reader
  }
  const closeOthers = () => {
    for (const [name, reader] of readers) {
      if (inProgress.has(name) || segments.some((segment) => segment.name === name)) continue
      reader.close()
      readers.delete(name)
    }
  }
  /** Where segments that follow each other begin; none: on top. */
  const placeOf = ([first]: readonly SegmentEntry[]) =>
    Math.max(
      0,
      segments.findIndex(({ name }) => name === first?.name),
    )
  const set = (next: readonly SegmentEntry[]) => {
    segments = next
    closeOthers()
  }
  const forget = (name: string) => {
    inProgress.delete(name)
    askedOf.delete(name)
  }

  /** The companies these segments were made for, gone ones too; each once. */
  const idsOf = (some: readonly SegmentEntry[]): string[] => [
    ...new Set(some.flatMap(({ name }) => readIds(files.idsFile(name)))),
  ]

  const idsBesides = (segment: SegmentEntry, others: readonly SegmentEntry[]) => {
    const known = new Set(idsOf(others))
    return idsOf([segment]).filter((id) => !known.has(id))
  }

  /**
   * Says which of the companies of `older` the newer segment hides: those of `ids`, and what the segments it replaces hide
   * already, which need not be looked up again.
   */
  const hide = async (
    older: SegmentEntry,
    { by, ids, replaced = [], mayGoOn = nothing }: Hiding,
  ): Promise<SegmentEntry> => {
    const isReplaced = (name: string) => replaced.some((segment) => segment.name === name)
    const inherited = older.gone.filter((gone) => isReplaced(gone.by))
    const docs = inherited.flatMap((gone) => [...readDeletedDocs(files.goneFile(older.name, gone.by))])
    const gone = older.gone.filter((one) => !isReplaced(one.by))
    const reader = readerOf(older)
    const yielder = createYielder(signal)
    for (const id of ids) {
      const doc = findCompany(reader, id)
      if (doc !== null) docs.push(doc)
      if (!yielder.shouldYield()) continue
      await mayGoOn()
      await yielder.yieldNow()
    }
    if (docs.length > 0) gone.push({ by: by.name, bytes: writeDeletedDocs(files.goneFile(older.name, by.name), docs) })
    return { ...older, gone }
  }

  /** Says what those newer segments hide in it that were not asked yet; they may change meanwhile. */
  const hideByAll = async (
    segment: SegmentEntry,
    newer: () => readonly SegmentEntry[],
    mayGoOn?: () => Promise<void>,
  ) => {
    const asked = askedOf.get(segment.name) ?? new Set()
    askedOf.set(segment.name, asked)
    let hidden = segment
    for (;;) {
      const by = newer().find(({ name }) => !asked.has(name))
      if (by === undefined) return hidden
      asked.add(by.name)
      hidden = await hide(hidden, { by, ids: idsOf([by]), mayGoOn })
    }
  }

  const countFound = () =>
    segments.reduce((found, { name, companies, gone }) => {
      const hidden = deletedDocsOf(
        companies,
        gone.map(({ by }) => files.goneFile(name, by)),
      )
      return found + companies - hidden.size
    }, 0)

  return {
    get segments() {
      return segments
    },
    /** The last change that is in a segment. */
    get point() {
      return segments[0]?.to ?? null
    },

    /** Takes over what a manifest names. @returns false where that is of another kind */
    load(manifest: Manifest): boolean {
      if (manifest.format !== FORMAT_VERSION || manifest.scope !== source.scope) return false
      set(manifest.segments)
      return true
    },

    /**
     * Writes a segment from the records, and what newer segments hide in it; it is not in use yet. Parts of one that fails
     * are removed. Now and then it waits until it may go on.
     */
    async build({ ids, from, to }: SegmentOrder, mayGoOn: () => Promise<void> = nothing): Promise<SegmentEntry> {
      const name = `segment-${randomUUID()}`
      const file = files.segmentFile(name)
      const builtAt = clock.now()
      inProgress.add(name)
      const builder = createSegmentBuilder({ file, builtAt }, pronunciation)
      signal.addEventListener('abort', builder.discard)
      try {
        const yielder = createYielder(signal)
        for await (const company of source.companies(ids ?? undefined)) {
          builder.add(company)
          if (!yielder.shouldYield()) continue
          await mayGoOn()
          await yielder.yieldNow()
        }
        const { companies } = await builder.finish(mayGoOn)
        const own = ids === null ? null : writeChecksummedFile(files.idsFile(name), Buffer.from(JSON.stringify(ids)))
        const built: SegmentEntry = {
          name,
          bytes: statSync(file).size,
          companies,
          ids: ids === null || own === null ? null : { count: ids.length, bytes: own },
          from,
          to,
          gone: [],
          builtAt,
        }
        return await hideByAll(built, () => segments.filter(isNewerThan(built)), mayGoOn)
      } catch (error) {
        builder.discard()
        forget(name)
        throw error
      } finally {
        signal.removeEventListener('abort', builder.discard)
      }
    },

    idsOf,

    /** The places of segments that follow each other. */
    runOf: (some: readonly SegmentEntry[]) => ({ from: placeOf(some), to: placeOf(some) + some.length }),
    has: (some: readonly SegmentEntry[]) => some.every(({ name }) => segments.some((segment) => segment.name === name)),

    /** Puts a segment in the place of these, which follow each other; of none: on top. */
    async put(added: SegmentEntry, replaced: readonly SegmentEntry[]): Promise<void> {
      const at = placeOf(replaced)
      const newer = segments.slice(0, at)
      const below = segments.slice(at + replaced.length)
      const isHiddenBy = ({ by }: SegmentEntry['gone'][number]) => newer.some(({ name }) => name === by)
      const entry = await hideByAll({ ...added, gone: added.gone.filter(isHiddenBy) }, () => newer)
      const ids = below.length === 0 ? [] : idsBesides(added, replaced)
      const older: SegmentEntry[] = []
      for (const segment of below) older.push(await hide(segment, { by: added, ids, replaced }))
      set([...newer, entry, ...older])
    },

    /** What was built is in use, or will never be. */
    forget: ({ name }: SegmentEntry) => forget(name),

    /** Takes so many of the newest segments away: what they held is pending again. */
    drop(count: number) {
      const dropped = namesOf(segments.slice(0, count))
      set(segments.slice(count).map((segment) => without(segment, dropped)))
    },

    toManifest: (): Manifest => ({
      format: FORMAT_VERSION,
      scope: source.scope,
      companies: countFound(),
      segments: [...segments],
    }),

    /** Names of all files that are in use or being made. */
    names: () => [...segments.map(({ name }) => name), ...inProgress],

    close() {
      inProgress.clear()
      set([])
    },
  }
}
export type SegmentStack = ReturnType<typeof createSegmentStack>

const readIds = (file: string): string[] => JSON.parse(Buffer.from(readChecksummedFile(file)).toString('utf8'))

const nothing = () => Promise.resolve()

/** Whether a segment holds what came later. */
const isNewerThan =
  ({ to }: SegmentEntry) =>
  (other: SegmentEntry) =>
    other.ids !== null && (other.to?.seq ?? 0) > (to?.seq ?? 0)

const namesOf = (segments: readonly SegmentEntry[]) => new Set(segments.map(({ name }) => name))

/** The segment, no longer hidden by these. */
const without = (segment: SegmentEntry, names: ReadonlySet<string>): SegmentEntry => ({
  ...segment,
  gone: segment.gone.filter(({ by }) => !names.has(by)),
})
