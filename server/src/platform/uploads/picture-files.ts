import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Pictures as files, in folders by the first letters of their ids, under no name but those. */
export interface PictureFiles {
  pathOf(id: string): string
  save(id: string, jpeg: Buffer): Promise<void>
  /** One that is not there is fine. */
  remove(id: string): Promise<void>
  /** Ids of those last written before then, milliseconds. */
  listOlderThan(instant: number): Promise<string[]>
}

/** Their folder within DATA_DIR. */
export const uploadsDirectory = (dataDir: string) => path.join(dataDir, 'uploads')

const EXTENSION = '.jpg'
const UNFINISHED = '.part'

export function createPictureFiles(directory: string): PictureFiles {
  // As in `i-7h3k…`.
  const pathOf = (id: string) => path.join(directory, id.slice(2, 4), id.slice(4, 6), id + EXTENSION)

  return {
    pathOf,

    async save(id, jpeg) {
      const file = pathOf(id)
      await mkdir(path.dirname(file), { recursive: true })
      // Whole or not at all, for its owner alone.
      await writeFile(file + UNFINISHED, jpeg, { mode: 0o600 })
      await rename(file + UNFINISHED, file)
    },

    remove: (id) => rm(pathOf(id), { force: true }),

    async listOlderThan(instant) {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
      const old: string[] = []
      for (const entry of entries) {
        if (!entry.isFile()) continue
        const file = path.join(entry.parentPath, entry.name)
        const written = await stat(file).catch(() => null)
        if (written === null || written.mtimeMs >= instant) continue
        if (entry.name.endsWith(EXTENSION)) old.push(entry.name.slice(0, -EXTENSION.length))
        else await rm(file, { force: true })
      }
      return old
    },
  }
}
