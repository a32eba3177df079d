import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const program = process.env['TESSERACT_PATH']?.trim() || 'tesseract'

/** null if it is not installed. */
export function tesseractVersion(): string | null {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 ? (stdout.split('\n')[0] ?? '') : null
}

type Reading = { files: readonly string[]; folder: string; segmentation: number; alphabet: string }

/** The text of each picture in letters of the alphabet, without spaces. */
export async function readWithTesseract(reading: Reading): Promise<string[]> {
  const { files, folder, segmentation, alphabet } = reading
  const list = path.join(folder, 'list.txt')
  writeFileSync(list, files.join('\n'))
  const options = ['--psm', String(segmentation), '--dpi', '300', '-c', `tessedit_char_whitelist=${alphabet}`]
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' }
  try {
    const { stdout } = await promisify(execFile)(program, [list, 'stdout', ...options], { env })
    const pages = stdout.split('\f')
    return files.map((_, index) => (pages[index] ?? '').replace(/\s/g, '').toUpperCase())
  } catch {
    // Some pictures crash tesseract, and the rest of the list with them.
    if (files.length === 1) return ['']
    const half = Math.ceil(files.length / 2)
    const first = await readWithTesseract({ ...reading, files: files.slice(0, half) })
    return [...first, ...(await readWithTesseract({ ...reading, files: files.slice(half) }))]
  }
}
