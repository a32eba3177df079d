import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { IndexDamaged } from '../segment/bytes.ts'
import { readSealedFile, writeSealedFile } from '../segment/checksummed-file.ts'
import { type LayerEntry, type Manifest, manifestSchema, type OpenableIndex } from './index-manifest.ts'

const CURRENT = 'current'
const isWhole = (file: string, bytes: number) => statSync(file, { throwIfNoEntry: false })?.size === bytes
/** What stands in the directory for an index; files of earlier versions too. Anything else is not ours. */
const isOurs = (name: string) => /^(layer-|companies-|current\.)/.test(name)

/**
 * The files of an index and `current`, which names those in use. Only whole, synced files are ever named, and naming is
 * one rename: whatever ends the process, the next start finds the index before or the index after.
 */
export function openIndexDirectory(directory: string) {
  const inDirectory = (name: string) => join(directory, name)
  const layerFile = (layer: string) => inDirectory(`${layer}.layer`)
  const idsFile = (layer: string) => inDirectory(`${layer}.ids`)
  const goneFile = (layer: string, by: string) => inDirectory(`${layer}.gone-${by}`)
  const current = inDirectory(CURRENT)

  /** A gone file belongs to the newer layer: with that one it can be made again. */
  const hasAllFiles = ({ name, bytes, ids }: LayerEntry, layers: readonly LayerEntry[]) =>
    isWhole(layerFile(name), bytes) &&
    (ids === null || isWhole(idsFile(name), ids.bytes)) &&
    layers.every((older) =>
      older.gone.every((gone) => gone.by !== name || isWhole(goneFile(older.name, name), gone.bytes)),
    )

  return {
    /** Also where somebody removed the directory. */
    make: () => mkdirSync(directory, { recursive: true }),
    lockFile: inDirectory('lock'),
    layerFile,
    idsFile,
    goneFile,

    /** null where there is no index. @throws IndexDamaged where what names it is not what was written. */
    readManifest(): Manifest | null {
      if (statSync(current, { throwIfNoEntry: false }) === undefined) return null
      const text = Buffer.from(readSealedFile(current)).toString('utf8')
      const parsed = z.safeParse(manifestSchema, JSON.parse(text))
      if (!parsed.success) throw new IndexDamaged(`${CURRENT} names no index`)
      return parsed.data
    },

    writeManifest(manifest: Manifest): void {
      const aside = `${current}.new`
      writeSealedFile(aside, Buffer.from(JSON.stringify(manifest)), CURRENT)
      renameSync(aside, current)
      syncDirectory(directory)
    },

    hasManifest: () => statSync(current, { throwIfNoEntry: false }) !== undefined,

    /** How many of the newest layers must go so that all files of those left are there and not cut. */
    countUnusable: (layers: readonly LayerEntry[]): number =>
      layers.findLastIndex((layer) => !hasAllFiles(layer, layers)) + 1,

    openable: ({ layers, companies }: Manifest): OpenableIndex => ({
      version: versionOf(layers),
      layers: layers.map(({ name, gone }) => ({
        file: layerFile(name),
        gone: gone.map(({ by }) => goneFile(name, by)),
      })),
      companies,
      builtAt: layers[0]?.builtAt ?? 0,
    }),

    /** Removes what belongs to no layer of these: layers before, and parts of what was cut short. */
    keepOnly(layers: readonly string[]): void {
      const kept = new Set(layers)
      for (const name of readdirSync(directory)) {
        const [layer = '', ...rest] = name.split('.')
        const by = /^gone-(.+)$/.exec(rest.join('.'))?.[1]
        const isInUse = kept.has(layer) && (by === undefined || kept.has(by))
        if (isOurs(name) && !isInUse) rmSync(inDirectory(name), { force: true })
      }
    },

    remove: (file: string) => rmSync(file, { force: true }),
  }
}
export type IndexDirectory = ReturnType<typeof openIndexDirectory>

/** Layers are never changed; only other layers make another index. */
export const versionOf = (layers: readonly LayerEntry[]) => layers.map(({ name }) => name).join(' ')

/** So that the new name survives a loss of power. Windows has no such thing for directories, and needs none. */
function syncDirectory(directory: string) {
  if (process.platform === 'win32') return
  const handle = openSync(directory, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
