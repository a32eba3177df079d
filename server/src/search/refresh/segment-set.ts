import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { CompanyChange, CompanySource } from '../company-source.ts'
import { findCompany } from '../ranking/index-reader.ts'
import { readSealedFile, writeSealedFile } from '../segment/checksummed-file.ts'
import { goneDocsOf, readGoneDocs, writeGoneDocs } from '../segment/deleted-docs.ts'
import { openNamedLayer } from '../segment/index-corruption.ts'
import { createLayerBuilder } from '../segment/segment-builder.ts'
import { FORMAT_VERSION } from '../segment/segment-format.ts'
import type { LayerReader } from '../segment/segment-reader.ts'
import type { IndexDirectory } from './index-directory.ts'
import type { LayerEntry, Manifest } from './index-manifest.ts'
import { createBreathing } from './yield-to-event-loop.ts'

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

type Hiding = {
  by: LayerEntry
  ids: readonly string[]
  /** What `by` stands for. */
  replaced?: readonly LayerEntry[]
  mayGoOn?: (() => Promise<void>) | undefined
}

/** The layers of one index, and how they change. Only whole layers are ever put on the stack. */
export function createLayerStack({ files, source, pronunciation, clock, signal }: LayerStackNeeds) {
  let layers: readonly LayerEntry[] = []
  /** Names of files that are being written and stand in no manifest yet. */
  const inProgress = new Set<string>()
  /** Which newer layers hide what they hide in one that is in progress. */
  const askedOf = new Map<string, Set<string>>()
  const readers = new Map<string, LayerReader>()

  const readerOf = ({ name }: LayerEntry) => {
    const reader = readers.get(name) ?? openNamedLayer(files.layerFile(name))
    readers.set(name, reader)
    return reader
  }
  const closeOthers = () => {
    for (const [name, reader] of readers) {
      if (inProgress.has(name) || layers.some((layer) => layer.name === name)) continue
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
  const forget = (name: string) => {
    inProgress.delete(name)
    askedOf.delete(name)
  }

  /** The companies these layers were made for, gone ones too; each once. */
  const idsOf = (some: readonly LayerEntry[]): string[] => [
    ...new Set(some.flatMap(({ name }) => readIds(files.idsFile(name)))),
  ]

  const idsBesides = (layer: LayerEntry, others: readonly LayerEntry[]) => {
    const known = new Set(idsOf(others))
    return idsOf([layer]).filter((id) => !known.has(id))
  }

  /**
   * Says which of the companies of `older` the newer layer hides: those of `ids`, and what the layers it replaces hide
   * already, which need not be looked up again.
   */
  const hide = async (
    older: LayerEntry,
    { by, ids, replaced = [], mayGoOn = nothing }: Hiding,
  ): Promise<LayerEntry> => {
    const isReplaced = (name: string) => replaced.some((layer) => layer.name === name)
    const inherited = older.gone.filter((gone) => isReplaced(gone.by))
    const docs = inherited.flatMap((gone) => [...readGoneDocs(files.goneFile(older.name, gone.by))])
    const gone = older.gone.filter((one) => !isReplaced(one.by))
    const reader = readerOf(older)
    const breathing = createBreathing(signal)
    for (const id of ids) {
      const doc = findCompany(reader, id)
      if (doc !== null) docs.push(doc)
      if (!breathing.isDue()) continue
      await mayGoOn()
      await breathing.breathe()
    }
    if (docs.length > 0) gone.push({ by: by.name, bytes: writeGoneDocs(files.goneFile(older.name, by.name), docs) })
    return { ...older, gone }
  }

  /** Says what those newer layers hide in it that were not asked yet; they may change meanwhile. */
  const hideByAll = async (layer: LayerEntry, newer: () => readonly LayerEntry[], mayGoOn?: () => Promise<void>) => {
    const asked = askedOf.get(layer.name) ?? new Set()
    askedOf.set(layer.name, asked)
    let hidden = layer
    for (;;) {
      const by = newer().find(({ name }) => !asked.has(name))
      if (by === undefined) return hidden
      asked.add(by.name)
      hidden = await hide(hidden, { by, ids: idsOf([by]), mayGoOn })
    }
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
     * Writes a layer from the records, and what newer layers hide in it; it is not in use yet. Parts of one that fails
     * are removed. Now and then it waits until it may go on.
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
        const { companies } = await builder.finish(mayGoOn)
        const own = ids === null ? null : writeSealedFile(files.idsFile(name), Buffer.from(JSON.stringify(ids)))
        const built: LayerEntry = {
          name,
          bytes: statSync(file).size,
          companies,
          ids: ids === null || own === null ? null : { count: ids.length, bytes: own },
          from,
          to,
          gone: [],
          builtAt,
        }
        return await hideByAll(built, () => layers.filter(isNewerThan(built)), mayGoOn)
      } catch (error) {
        builder.discard()
        forget(name)
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
      const at = placeOf(replaced)
      const newer = layers.slice(0, at)
      const below = layers.slice(at + replaced.length)
      const isHiddenBy = ({ by }: LayerEntry['gone'][number]) => newer.some(({ name }) => name === by)
      const entry = await hideByAll({ ...added, gone: added.gone.filter(isHiddenBy) }, () => newer)
      const ids = below.length === 0 ? [] : idsBesides(added, replaced)
      const older: LayerEntry[] = []
      for (const layer of below) older.push(await hide(layer, { by: added, ids, replaced }))
      set([...newer, entry, ...older])
    },

    /** What was built is in use, or will never be. */
    forget: ({ name }: LayerEntry) => forget(name),

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
      inProgress.clear()
      set([])
    },
  }
}
export type LayerStack = ReturnType<typeof createLayerStack>

const readIds = (file: string): string[] => JSON.parse(Buffer.from(readSealedFile(file)).toString('utf8'))

const nothing = () => Promise.resolve()

/** Whether a layer holds what came later. */
const isNewerThan =
  ({ to }: LayerEntry) =>
  (other: LayerEntry) =>
    other.ids !== null && (other.to?.seq ?? 0) > (to?.seq ?? 0)

const namesOf = (layers: readonly LayerEntry[]) => new Set(layers.map(({ name }) => name))

/** The layer, no longer hidden by these. */
const without = (layer: LayerEntry, names: ReadonlySet<string>): LayerEntry => ({
  ...layer,
  gone: layer.gone.filter(({ by }) => !names.has(by)),
})
