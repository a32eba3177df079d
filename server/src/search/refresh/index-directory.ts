import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { IndexCorrupted, readChecksummedFile, writeChecksummedFile } from '../segment/checksummed-file.ts'

const CURRENT = 'current'
const hasSize = (file: string, bytes: number) => statSync(file, { throwIfNoEntry: false })?.size === bytes
/** Files of an index, also of earlier formats. Other files in the directory are left alone. */
const isIndexFile = (name: string) => /^(segment-|layer-|companies-|current\.)/.test(name)

/**
 * The files of an index. The manifest, `current`, lists the segments in use. It lists only complete, synced files and
 * is replaced by one rename, so a crash leaves either the old or the new index.
 */
export function openIndexDirectory(directory: string) {
  const inDirectory = (name: string) => join(directory, name)
  const segmentFile = (segment: string) => inDirectory(`${segment}.segment`)
  const idsFile = (segment: string) => inDirectory(`${segment}.ids`)
  const deletedDocsFile = (segment: string, by: string) => inDirectory(`${segment}.deleted-${by}`)
  const current = inDirectory(CURRENT)

  /**
   * A file of deleted companies is counted with the newer segment: dropping that segment makes the file unnecessary.
   */
  const hasAllFiles = ({ name, bytes, ids }: SegmentEntry, segments: readonly SegmentEntry[]) =>
    hasSize(segmentFile(name), bytes) &&
    (ids === null || hasSize(idsFile(name), ids.bytes)) &&
    segments.every((older) =>
      older.deletedDocs.every(
        (deletedDocs) => deletedDocs.by !== name || hasSize(deletedDocsFile(older.name, name), deletedDocs.bytes),
      ),
    )

  return {
    /** Creates the directory, also when somebody removed it meanwhile. */
    ensureExists: () => mkdirSync(directory, { recursive: true }),
    lockFile: inDirectory('lock'),
    segmentFile,
    idsFile,
    deletedDocsFile,

    /** null when there is no index. @throws IndexCorrupted when the manifest is corrupted or of another format */
    readManifest(): Manifest | null {
      if (statSync(current, { throwIfNoEntry: false }) === undefined) return null
      const text = Buffer.from(readChecksummedFile(current)).toString('utf8')
      const parsed = z.safeParse(manifestSchema, JSON.parse(text))
      if (!parsed.success) throw new IndexCorrupted(`${CURRENT} names no index`)
      return parsed.data
    },

    writeManifest(manifest: Manifest): void {
      const replacement = `${current}.new`
      writeChecksummedFile(replacement, Buffer.from(JSON.stringify(manifest)), CURRENT)
      renameSync(replacement, current)
      syncDirectory(directory)
    },

    hasManifest: () => statSync(current, { throwIfNoEntry: false }) !== undefined,

    /** How many of the newest segments have to be dropped so that the files of the others are complete. */
    countIncomplete: (segments: readonly SegmentEntry[]): number =>
      segments.findLastIndex((segment) => !hasAllFiles(segment, segments)) + 1,

    toOpenable: ({ segments, companies }: Manifest): OpenableIndex => ({
      version: versionOf(segments),
      segments: segments.map(({ name, deletedDocs }) => ({
        file: segmentFile(name),
        deletedDocs: deletedDocs.map(({ by }) => deletedDocsFile(name, by)),
      })),
      companies,
    }),

    /** Removes files that belong to none of these segments: replaced ones, and remains of interrupted builds. */
    removeUnused(segments: readonly string[]): void {
      const owners = new Set(segments)
      for (const name of readdirSync(directory)) {
        const [segment = '', ...rest] = name.split('.')
        const by = /^deleted-(.+)$/.exec(rest.join('.'))?.[1]
        const isInUse = owners.has(segment) && (by === undefined || owners.has(by))
        if (isIndexFile(name) && !isInUse) rmSync(inDirectory(name), { force: true })
      }
    },

    remove: (file: string) => rmSync(file, { force: true }),
  }
}
export type IndexDirectory = ReturnType<typeof openIndexDirectory>

/** Names identify content: a segment never changes. */
export const versionOf = (segments: readonly SegmentEntry[]) => segments.map(({ name }) => name).join(' ')

/** Makes the rename survive a power failure. Windows cannot sync directories. */
function syncDirectory(directory: string) {
  if (process.platform === 'win32') return
  const handle = openSync(directory, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

const whole = z.number().check(z.int(), z.minimum(0))
/** A file name without path separators, so that it cannot point out of the directory. */
const segmentName = z.string().check(z.regex(/^segment-[0-9a-f-]+$/))
const change = z.nullable(z.strictObject({ seq: whole, companyId: z.string(), at: z.number() }))

const segmentSchema = z.strictObject({
  name: segmentName,
  /** Size of the segment file. */
  bytes: whole,
  /** Companies in the segment file, deleted ones included. */
  companies: whole,
  /**
   * The companies that a small segment was built for, also those that no longer exist. Their ids are in a file of their
   * own. null for a base.
   */
  ids: z.nullable(z.strictObject({ count: whole, bytes: whole })),
  /** The segment contains the changes after `from` up to and including `to`; a base contains everything up to `to`. */
  from: change,
  to: change,
  /** Files with the deleted companies of this segment, one per newer segment that replaces or removes some. */
  deletedDocs: z.array(z.strictObject({ by: segmentName, bytes: whole })),
  builtAt: z.number(),
})

const manifestSchema = z.strictObject({
  /** FORMAT_VERSION of the segments. */
  format: whole,
  /** Scope of the source that the index was built from. */
  scope: z.string(),
  /** Searchable companies: those of all segments without the deleted ones. */
  companies: whole,
  /** Newest first; the last one is the base. Empty when there is no index. */
  segments: z.array(segmentSchema),
})

export type SegmentEntry = z.output<typeof segmentSchema>
/** The content of `current`. */
export type Manifest = z.output<typeof manifestSchema>

/** What a worker needs to open an index: paths, newest segment first. */
export type OpenableIndex = {
  /** Identifies the set of segments. */
  version: string
  segments: OpenableSegment[]
  companies: number
}
export type OpenableSegment = { file: string; deletedDocs: string[] }
