import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Picture files, named by id, in folders by the first characters of the id. */
export interface PictureFiles {
  pathOf(id: string): string
  save(id: string, jpeg: Buffer): Promise<void>
  /** Does nothing when the file does not exist. */
  remove(id: string): Promise<void>
  /** Ids of the files last written before `instant` (milliseconds); removes unfinished files of that age. */
  listOlderThan(instant: number): Promise<string[]>
}

/** The folder of uploaded pictures in DATA_DIR. */
export const uploadsDirectory = (dataDir: string) => path.join(dataDir, 'uploads')

const EXTENSION = '.jpg'
const UNFINISHED = '.part'

export function createPictureFiles(directory: string): PictureFiles {
  // Ids look like `i-7h3k…`.
  const pathOf = (id: string) => path.join(directory, id.slice(2, 4), id.slice(4, 6), id + EXTENSION)

  return {
    pathOf,

    async save(id, jpeg) {
      const file = pathOf(id)
      await mkdir(path.dirname(file), { recursive: true })
      // The rename makes the write atomic. Only the owner of the process may read the file.
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
