import { statSync } from 'node:fs'
import path from 'node:path'

/** Larger than WeChat's check files, which contain one short text. */
const VERIFY_FILE_BYTES = 1024

/** @throws Error unless all are small text files, each with a name of its own: the name is the address. */
export function readVerifyFiles(text: string): string[] {
  const files = text.split(',').flatMap((file) => (file.trim() === '' ? [] : [path.resolve(file.trim())]))
  const names = new Set<string>()
  for (const file of files) {
    const name = path.basename(file)
    const stats = statSync(file)
    const isSmallText = /^[\w-]{1,64}\.txt$/.test(name) && stats.isFile() && stats.size <= VERIFY_FILE_BYTES
    if (!isSmallText || names.has(name)) throw new Error(file)
    names.add(name)
  }
  return files
}
