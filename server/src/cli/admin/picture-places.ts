import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseFollowUpNumber } from '../../domain/follow-up-number.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused } from './admin-refused.ts'

/** The file of `--out`. @throws AdminRefused when it is absent */
export function outOf({ option }: Pick<AdminCall, 'option'>): string {
  const file = option('out')
  if (file === null) throw new AdminRefused('须用 --out 指定文件。')
  return file
}

/** The text of the file of an option. @throws AdminRefused */
export function readText(file: string, option: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch {
    throw new AdminRefused(`${option} 无法读取，或不是 UTF-8 文本。`)
  }
}

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

/** The action that writes one picture of a correction or of feedback into a file. */
export const pictureAction = (subject: 'corrections' | 'feedback'): AdminAction => ({
  name: `${subject} picture`,
  usage: ['<编号> <图片> --out <文件>'],
  help: ['将一张图片存为文件，写入审计'],
  audit: 'evidenceShown',
  async run(call) {
    const { operands, operator, services, print } = call
    const [typed = '', picture = ''] = operands
    const out = outOf(call)
    const of = subject === 'corrections' ? 'correction' : subject
    const shown = await services.evidence.show({ of, number: parseFollowUpNumber(typed), picture, operator })
    if (!shown.ok) throw new AdminRefused('没有这张图片，或已按期删除。')
    await writeFile(out, shown.value, { mode: 0o600 })
    print(path.resolve(out))
  },
})
