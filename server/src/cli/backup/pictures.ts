import path from 'node:path'
import { createPictureFiles, type PictureFiles } from '../../platform/uploads/picture-files.ts'
import { type BackupFile, hashFile } from './backup-files.ts'

/** Pictures copied at once: a bucket answers each in milliseconds. */
const AT_ONCE = 8
const PICTURES = 'pictures'

async function inGroups(ids: readonly string[], copy: (id: string) => Promise<void>) {
  for (let from = 0; from < ids.length; from += AT_ONCE) await Promise.all(ids.slice(from, from + AT_ONCE).map(copy))
}

/** Copies the pictures that still exist: those erased since the snapshot stay erased. */
export async function backUpPictures(ids: readonly string[], files: PictureFiles, folder: string) {
  const copies = createPictureFiles(path.join(folder, PICTURES))
  const found: { id: string; file: BackupFile }[] = []
  await inGroups(ids, async (id) => {
    const jpeg = await files.read(id)
    if (jpeg === null) return
    await copies.save(id, jpeg)
    const relative = path.relative(folder, copies.placeOf(id)).split(path.sep).join('/')
    found.push({ id, file: await hashFile(folder, relative) })
  })
  found.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { pictures: found.map(({ id }) => id), files: found.map(({ file }) => file) }
}

/** Puts the pictures where this store has its own: a folder or a bucket. */
export async function restorePictures(folder: string, ids: readonly string[], files: PictureFiles): Promise<void> {
  const copies = createPictureFiles(path.join(folder, PICTURES))
  await inGroups(ids, async (id) => {
    const jpeg = await copies.read(id)
    if (jpeg !== null) await files.save(id, jpeg)
  })
}
