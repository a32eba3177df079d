import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Index files and `current`, which names the one in use. Only a whole, synced file is ever named, and naming is one
 * rename: whatever ends the process, the next start finds the old index or the new one.
 */
export function openIndexDirectory(directory: string) {
  const pointer = join(directory, 'current')
  const prefix = 'companies-'
  const isOurs = (name: string) => name.startsWith(prefix) || name.startsWith('current.')

  return {
    /** A name no other file has. */
    newFile: (stamp: string) => join(directory, `${prefix}${stamp}.sqlite`),
    exists,

    /** The file in use; null where there is none, or none that exists. */
    async findCurrent(): Promise<string | null> {
      await mkdir(directory, { recursive: true })
      const name = await readFile(pointer, 'utf8').catch(() => '')
      if (!/^companies-[\w-]+\.sqlite$/.test(name)) return null
      const file = join(directory, name)
      return (await exists(file)) ? file : null
    },

    async use(file: string): Promise<void> {
      const aside = `${pointer}.new`
      const handle = await open(aside, 'w')
      try {
        await handle.writeFile(file.slice(directory.length + 1))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(aside, pointer)
    },

    remove: (file: string) => rm(file, { force: true }),

    /** Removes every index file but this one: earlier ones, and parts of a building that was cut short. */
    async keepOnly(file: string): Promise<void> {
      const names = (await readdir(directory)).filter((name) => isOurs(name) && join(directory, name) !== file)
      await Promise.all(names.map((name) => rm(join(directory, name), { force: true })))
    },
  }
}
