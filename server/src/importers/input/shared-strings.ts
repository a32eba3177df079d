import { ImportRefused } from './import-refused.ts'
import { textOfItem, xmlElements } from './xml-text.ts'

/** Bytes of all texts: 500,000 rows with names and addresses need 60 MiB. */
const TEXTS_LIMIT = 160 * 1024 * 1024
const FIRST_LENGTH = 1024 * 1024

/** Texts of a workbook by number; null for one that is too long, undefined for a number that is not there. */
export type SharedStrings = (index: number) => string | null | undefined

/** Holds the texts as UTF-8 in one buffer: as strings, millions of them would need several times the memory. */
export async function readSharedStrings(
  chunks: AsyncIterable<Buffer>,
  { name, limit }: { name: string; limit: number },
): Promise<SharedStrings> {
  let texts = Buffer.allocUnsafe(FIRST_LENGTH)
  let ends = new Uint32Array(FIRST_LENGTH / 16)
  const tooLong = new Set<number>()
  let [count, length] = [0, 0]
  for await (const items of xmlElements(chunks, 'si', limit)) {
    for (const { content } of items) {
      const text = content === null ? '' : textOfItem(content)
      if (content === null) tooLong.add(count)
      const needed = length + text.length * 3
      if (needed > TEXTS_LIMIT)
        throw new ImportRefused(`${name} 的文字超过 ${TEXTS_LIMIT / 1024 / 1024} MiB：请分成几个文件，或另存为 CSV。`)
      if (needed > texts.length) {
        const larger = Buffer.allocUnsafe(Math.max(needed, Math.floor(texts.length * 1.5)))
        texts.copy(larger, 0, 0, length)
        texts = larger
      }
      if (count === ends.length) {
        const more = new Uint32Array(count * 2)
        more.set(ends)
        ends = more
      }
      length += texts.write(text, length)
      ends[count] = length
      count += 1
    }
  }
  return (index) => {
    if (tooLong.has(index)) return null
    return index < count ? texts.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index]) : undefined
  }
}
