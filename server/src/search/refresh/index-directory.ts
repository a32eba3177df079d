import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { readChecksummedFile, writeChecksummedFile } from '../segment/checksummed-file.ts'
import { IndexCorrupted } from '../segment/index-corruption.ts'
import { type Manifest, manifestSchema, type OpenableIndex, type SegmentEntry } from './index-manifest.ts'

const CURRENT = 'current'
const hasSize = (file: string, bytes: number) => statSync(file, { throwIfNoEntry: false })?.size === bytes
/** What stands in the directory for an index; files of earlier versions too. Anything else is not ours. */
const isIndexFile = (name: string) => /^(segment-|layer-|companies-|current\.)/.test(name)

/**
 * The files of an index and `current`, which names those in use. Only whole, synced files are ever named, and naming is
 * one rename: whatever ends the process, the next start finds the index before or the index after.
 */
export function openIndexDirectory(directory: string) {
  const inDirectory = (name: string) => join(directory, name)
  const segmentFile = (segment: string) => inDirectory(`${segment}.segment`)
  const idsFile = (segment: string) => inDirectory(`${segment}.ids`)
  const deletedDocsFile = (segment: string, by: string) => inDirectory(`${segment}.deleted-${by}`)
  const current = inDirectory(CURRENT)

  /** A deletedDocs file belongs to the newer segment: with that one it can be made again. */
  const hasAllFiles = ({ name, bytes, ids }: SegmentEntry, segments: readonly SegmentEntry[]) =>
    hasSize(segmentFile(name), bytes) &&
    (ids === null || hasSize(idsFile(name), ids.bytes)) &&
    segments.every((older) =>
      older.deletedDocs.every(
        (deletedDocs) => deletedDocs.by !== name || hasSize(deletedDocsFile(older.name, name), deletedDocs.bytes),
      ),
    )

  return {
    /** Also where somebody removed the directory. */
    ensureExists: () => mkdirSync(directory, { recursive: true }),
    lockFile: inDirectory('lock'),
    segmentFile,
    idsFile,
    deletedDocsFile,

    /** null where there is no index. @throws IndexCorrupted where what names it is not what was written. */
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

    /** How many of the newest segments must go so that all files of those left are there and not cut. */
    countIncomplete: (segments: readonly SegmentEntry[]): number =>
      segments.findLastIndex((segment) => !hasAllFiles(segment, segments)) + 1,

    toOpenable: ({ segments, companies }: Manifest): OpenableIndex => ({
      version: versionOf(segments),
      segments: segments.map(({ name, deletedDocs }) => ({
        file: segmentFile(name),
        deletedDocs: deletedDocs.map(({ by }) => deletedDocsFile(name, by)),
      })),
      companies,
      builtAt: segments[0]?.builtAt ?? 0,
    }),

    /** Removes what belongs to no segment of these: segments before, and parts of what was cut short. */
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

/** Segments are never changed; only other segments make another index. */
export const versionOf = (segments: readonly SegmentEntry[]) => segments.map(({ name }) => name).join(' ')

/** So that the new name survives a loss of power. Windows has no such thing for directories, and needs none. */
function syncDirectory(directory: string) {
  if (process.platform === 'win32') return
  const handle = openSync(directory, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
