import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AdminCall } from './admin-action.ts'

/** Where the pictures are: copies in the folder of `--pictures`, which it writes, else the stored ones. */
export async function placesOf(
  ids: readonly string[],
  { files, option }: Pick<AdminCall, 'files' | 'option'>,
): Promise<string[]> {
  const folder = option('pictures')
  if (folder === null) return ids.map((id) => files.placeOf(id))
  await mkdir(folder, { recursive: true })
  const places: string[] = []
  for (const id of ids) {
    const jpeg = await files.read(id)
    const file = path.resolve(folder, `${id}.jpg`)
    if (jpeg !== null) await writeFile(file, jpeg, { mode: 0o600 })
    places.push(jpeg === null ? `${id}（已删除）` : file)
  }
  return places
}
