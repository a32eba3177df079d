import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Uploaded pictures by id: files of a folder, or objects of a bucket. */
export interface PictureFiles {
  /** Where an operator finds the picture: a path, or the address of the object without credentials. */
  placeOf(id: string): string
  /** Atomic: the picture is whole or missing. */
  save(id: string, jpeg: Uint8Array): Promise<void>
  /** null: there is no such picture. At most 2560 pixels a side, so a whole one fits in memory. */
  read(id: string): Promise<Buffer | null>
  /** Does nothing when the picture does not exist. */
  remove(id: string): Promise<void>
  /** Ids of the pictures last written before `instant` (milliseconds), in no order; removes unfinished files of that age. */
  listOlderThan(instant: number): AsyncIterable<string>
  /** @throws FilesUnavailable when pictures cannot be read now. */
  requireReachable(): Promise<void>
}

/** The folder of uploaded pictures in DATA_DIR. */
export const uploadsDirectory = (dataDir: string) => path.join(dataDir, 'uploads')

const EXTENSION = '.jpg'
const UNFINISHED = '.part'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Pictures as files, in folders by the first characters of the id. */
export function createPictureFiles(directory: string): PictureFiles {
  // Ids look like `i-7h3k…`.
  const pathOf = (id: string) => path.join(directory, id.slice(2, 4), id.slice(4, 6), id + EXTENSION)

  return {
    placeOf: pathOf,

    async save(id, jpeg) {
      const file = pathOf(id)
      await mkdir(path.dirname(file), { recursive: true })
      // The rename makes the write atomic. Only the owner of the process may read the file.
      await writeFile(file + UNFINISHED, jpeg, { mode: 0o600 })
      await rename(file + UNFINISHED, file)
    },

    read: (id) =>
      readFile(pathOf(id)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),

    remove: (id) => rm(pathOf(id), { force: true }),

    async *listOlderThan(instant) {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
      for (const entry of entries) {
        if (!entry.isFile()) continue
        const file = path.join(entry.parentPath, entry.name)
        const written = await stat(file).catch(() => null)
        if (written === null || written.mtimeMs >= instant) continue
        if (entry.name.endsWith(EXTENSION)) yield entry.name.slice(0, -EXTENSION.length)
        else await rm(file, { force: true })
      }
    },

    requireReachable: async () => undefined,
  }
}
