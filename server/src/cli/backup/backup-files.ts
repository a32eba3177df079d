import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/** A file of a backup: path in its folder with slashes, size, SHA-256 in hexadecimal. */
export type BackupFile = { path: string; bytes: number; sha256: string }

/** Size and hash of a file. `relative` is its path in the folder, with slashes. */
export async function hashFile(folder: string, relative: string): Promise<BackupFile> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    createReadStream(path.join(folder, relative), { highWaterMark: 1024 * 1024 }),
    async function* count(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        bytes += chunk.length
        yield chunk
      }
    },
    hash,
  )
  return { path: relative, bytes, sha256: hash.digest('hex') }
}

/** Waits until the content of a file is on the disk, and lets its owner alone read it. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.chmod(0o600)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files synced at once: the disk writes them together. */
const AT_ONCE = 16

export async function syncFiles(folder: string, files: readonly BackupFile[]): Promise<void> {
  for (let from = 0; from < files.length; from += AT_ONCE) {
    await Promise.all(files.slice(from, from + AT_ONCE).map((file) => syncFile(path.join(folder, file.path))))
  }
}

/** Waits until the names of a folder are on the disk. Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
