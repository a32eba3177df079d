import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { createBreathing } from './breathing.ts'
import type { CompanyChange, CompanySource } from './company-source.ts'
import { openNamedLayer } from './damaged-file.ts'
import { goneDocsOf, writeGoneDocs } from './gone-docs.ts'
import type { IndexDirectory } from './index-directory.ts'
import type { LayerEntry, Manifest } from './index-manifest.ts'
import { createLayerBuilder } from './layer-builder.ts'
import { FORMAT_VERSION } from './layer-format.ts'
import type { LayerReader } from './layer-reader.ts'
import { findCompany } from './layered-index.ts'
import type { Pronunciation } from './readings.ts'
import { readSealedFile, writeSealedFile } from './sealed-file.ts'

export type LayerStackNeeds = {
  files: IndexDirectory
  source: CompanySource
  pronunciation: Pronunciation
  clock: { now(): number }
  /** Ends whatever is being built. */
  signal: AbortSignal
}

/** Which companies a new layer is for, and the changes it then holds. `ids` null: all companies, a base. */
export type LayerOrder = { ids: readonly string[] | null; from: CompanyChange | null; to: CompanyChange | null }

/** The layers of one index, and how they change. Only whole layers are ever put on the stack. */
export function createLayerStack({ files, source, pronunciation, clock, signal }: LayerStackNeeds) {
  let layers: readonly LayerEntry[] = []
  /** Names of files that are being written and stand in no manifest yet. */
  const inProgress = new Set<string>()
  const readers = new Map<string, LayerReader>()

  const readerOf = ({ name }: LayerEntry) => {
    const reader = readers.get(name) ?? openNamedLayer(files.layerFile(name))
    readers.set(name, reader)
    return reader
  }
  const closeOthers = () => {
    for (const [name, reader] of readers) {
      if (layers.some((layer) => layer.name === name)) continue
      reader.close()
      readers.delete(name)
    }
  }
  /** Where layers that follow each other begin; none: on top. */
  const placeOf = ([first]: readonly LayerEntry[]) =>
    Math.max(
      0,
      layers.findIndex(({ name }) => name === first?.name),
    )
  const set = (next: readonly LayerEntry[]) => {
    layers = next
    closeOthers()
  }

  /** The companies these layers were made for, gone ones too; each once. */
  const idsOf = (some: readonly LayerEntry[]): string[] => [
    ...new Set(some.flatMap(({ name }) => readIds(files.idsFile(name)))),
  ]

  /** Says which of the companies of `older` the newer layer hides. */
  const hide = async (older: LayerEntry, by: LayerEntry, ids: readonly string[]): Promise<LayerEntry> => {
    const reader = readerOf(older)
    const docs: number[] = []
    const breathing = createBreathing(signal)
    for (const id of ids) {
      const doc = findCompany(reader, id)
      if (doc !== null) docs.push(doc)
      if (breathing.isDue()) await breathing.breathe()
    }
    if (docs.length === 0) return older
    const bytes = writeGoneDocs(files.goneFile(older.name, by.name), docs)
    return { ...older, gone: [...older.gone, { by: by.name, bytes }] }
  }

  const countFound = () =>
    layers.reduce((found, { name, companies, gone }) => {
      const hidden = goneDocsOf(
        companies,
        gone.map(({ by }) => files.goneFile(name, by)),
      )
      return found + companies - hidden.size
    }, 0)

  return {
    get layers() {
      return layers
    },
    /** The last change that is in a layer. */
    get point() {
      return layers[0]?.to ?? null
    },

    /** Takes over what a manifest names. @returns false where that is of another kind */
    load(manifest: Manifest): boolean {
      if (manifest.format !== FORMAT_VERSION || manifest.scope !== source.scope) return false
      set(manifest.layers)
      return true
    },

    /**
     * Writes a layer from the records; it is not in use yet. Parts of one that fails are removed. Now and then it waits
     * until it may go on.
     */
    async build({ ids, from, to }: LayerOrder, mayGoOn: () => Promise<void> = nothing): Promise<LayerEntry> {
      const name = `layer-${randomUUID()}`
      const file = files.layerFile(name)
      const builtAt = clock.now()
      inProgress.add(name)
      const builder = createLayerBuilder({ file, builtAt }, pronunciation)
      signal.addEventListener('abort', builder.discard)
      try {
        const breathing = createBreathing(signal)
        for await (const company of source.companies(ids ?? undefined)) {
          builder.add(company)
          if (!breathing.isDue()) continue
          await mayGoOn()
          await breathing.breathe()
        }
        const { companies } = await builder.finish()
        const own = ids === null ? null : writeSealedFile(files.idsFile(name), Buffer.from(JSON.stringify(ids)))
        return {
          name,
          bytes: statSync(file).size,
          companies,
          ids: ids === null || own === null ? null : { count: ids.length, bytes: own },
          from,
          to,
          gone: [],
          builtAt,
        }
      } catch (error) {
        builder.discard()
        inProgress.delete(name)
        throw error
      } finally {
        signal.removeEventListener('abort', builder.discard)
      }
    },

    idsOf,

    /** The places of layers that follow each other. */
    runOf: (some: readonly LayerEntry[]) => ({ from: placeOf(some), to: placeOf(some) + some.length }),
    has: (some: readonly LayerEntry[]) => some.every(({ name }) => layers.some((layer) => layer.name === name)),

    /** Puts a layer in the place of these, which follow each other; of none: on top. */
    async put(added: LayerEntry, replaced: readonly LayerEntry[]): Promise<void> {
      const names = namesOf(replaced)
      const at = placeOf(replaced)
      const newer = layers.slice(0, at)
      let entry = added
      for (const by of newer) entry = await hide(entry, by, idsOf([by]))
      const older: LayerEntry[] = []
      const ids = added.ids === null ? [] : idsOf([added])
      for (const layer of layers.slice(at + names.size)) older.push(await hide(without(layer, names), added, ids))
      set([...newer, entry, ...older])
    },

    /** What was built is in use, or will never be. */
    forget({ name }: LayerEntry) {
      inProgress.delete(name)
    },

    /** Takes so many of the newest layers away: what they held is pending again. */
    drop(count: number) {
      const dropped = namesOf(layers.slice(0, count))
      set(layers.slice(count).map((layer) => without(layer, dropped)))
    },

    toManifest: (): Manifest => ({
      format: FORMAT_VERSION,
      scope: source.scope,
      companies: countFound(),
      layers: [...layers],
    }),

    /** Names of all files that are in use or being made. */
    names: () => [...layers.map(({ name }) => name), ...inProgress],

    close() {
      set([])
    },
  }
}
export type LayerStack = ReturnType<typeof createLayerStack>

const readIds = (file: string): string[] => JSON.parse(Buffer.from(readSealedFile(file)).toString('utf8'))

const nothing = () => Promise.resolve()

const namesOf = (layers: readonly LayerEntry[]) => new Set(layers.map(({ name }) => name))

/** The layer, no longer hidden by these. */
const without = (layer: LayerEntry, names: ReadonlySet<string>): LayerEntry => ({
  ...layer,
  gone: layer.gone.filter(({ by }) => !names.has(by)),
})
