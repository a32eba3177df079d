import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { lstat, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ImportRefused, unopened } from './import-refused.ts'
import { beginning } from './text-lines.ts'
import { isWorkbook, openWorkbook, type Workbook } from './workbook.ts'
import { type ArchiveEntry, boundedRatio, openZip } from './zip-archive.ts'

const CHUNK = 256 * 1024

export type Input = {
  /** Decompressed bytes in order, or a workbook. Throws `ImportRefused` for a file that is not a table. */
  content: AsyncIterable<Buffer> | Workbook
  /** Size on disk, bytes. */
  size: number
  /** Bytes of `size` that are read so far. */
  bytesRead(): number
  /** Closes the file after its last row. */
  close(): Promise<void>
}

type Content = Pick<Input, 'content' | 'bytesRead' | 'close'>

const isZip = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b
const nothingToClose = async () => {}

function refuseFormat(head: Buffer, name: string) {
  const refused = (what: string) => new ImportRefused(`${name} 是 ${what} 文件：请先解开，导入其中的表格。`)
  if (head.subarray(257, 262).toString('latin1') === 'ustar') throw refused('tar')
  if (head.subarray(0, 6).equals(Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]))) throw refused('7z')
  if (head.subarray(0, 4).toString('latin1') === '%PDF') throw refused('PDF')
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw new ImportRefused(`${name} 是旧版 Excel（.xls）或加密的文件：请另存为不加密的 .xlsx 或 CSV。`)
  // Portals name such files .xls; the mark of UTF-8 may stand before.
  if (/^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype|html|head|meta|body|table|\?xml)\b/i.test(head.toString('latin1')))
    throw new ImportRefused(`${name} 是网页或 XML：请用表格软件打开，另存为 .xlsx 或 CSV。`)
}

async function headOf(file: string, name: string): Promise<Buffer> {
  const handle = await open(file).catch((error: unknown) => {
    throw unopened(`${name} 无法读取`, error)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Opens a plain file, one compressed with gzip, a workbook, or a zip file of one of these. The first bytes decide, not the name. */
export async function openInput(file: string): Promise<Input> {
  const name = path.basename(file)
  const stats = await lstat(file).catch(() => null)
  if (stats === null) throw new ImportRefused(`未找到文件 ${name}。`)
  if (stats.isSymbolicLink()) throw new ImportRefused(`${name} 是符号链接：请直接给出文件本身。`)
  if (!stats.isFile()) throw new ImportRefused(`${name} 不是普通文件。`)
  const head = await headOf(file, name)
  refuseFormat(head, name)
  const { size } = stats
  if (isZip(head)) return { ...(await openArchive(file, name)), size }

  let raw: ReadStream | null = null
  const bytesRead = () => raw?.bytesRead ?? 0
  // Open the stream when reading starts: an error without a listener would end the process.
  const start = () => {
    raw = createReadStream(file, { highWaterMark: CHUNK })
    return isGzip(head) ? unpack(raw, name) : raw
  }
  const chunks: AsyncIterable<Buffer> = { [Symbol.asyncIterator]: () => start()[Symbol.asyncIterator]() }
  if (!isGzip(head)) return { content: chunks, size, bytesRead, close: nothingToClose }
  const { content, close } = await unpacked(chunks, name)
  return { content, size, bytesRead, close }
}

/** A table that was compressed; a workbook is read from a temporary file, since its parts are in any order. */
async function unpacked(chunks: AsyncIterable<Buffer>, name: string): Promise<Pick<Content, 'content' | 'close'>> {
  const { head, all } = await beginning(chunks)
  refuseFormat(head, name)
  if (!isZip(head)) return { content: all, close: nothingToClose }
  const folder = await mkdtemp(path.join(tmpdir(), 'baiqicha-import-'))
  try {
    const file = path.join(folder, 'workbook')
    await pipeline(all, createWriteStream(file))
    const { content, close } = await openArchive(file, name, 'workbook')
    return { content, close: () => close().then(() => rm(folder, { recursive: true, force: true })) }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

const tableName = /\.(?:csv|tsv|txt|json|ndjson|jsonl|xlsx|xlsm)$/i
/** Files that macOS and Excel add beside the table. */
const hiddenName = /(?:^|\/)(?:\.|~\$|__MACOSX\/)/

async function openArchive(file: string, name: string, only?: 'workbook'): Promise<Content> {
  const handle = await open(file)
  const close = () => handle.close()
  try {
    const archive = await openZip(handle, { file, name })
    const { bytesRead } = archive
    if (isWorkbook(archive)) return { content: await openWorkbook(archive), bytesRead, close }
    if (only === 'workbook') throw new ImportRefused(`${name} 里又是 zip 文件：请先解开，导入其中的表格。`)
    const table = onlyTable(archive.entries, name)
    const chunks: AsyncIterable<Buffer> = { [Symbol.asyncIterator]: () => archive.read(table) }
    const inner = await unpacked(chunks, `${name} 中的 ${table.name}`)
    return { content: inner.content, bytesRead, close: () => inner.close().then(close) }
  } catch (error) {
    await close()
    throw error
  }
}

function onlyTable(entries: readonly ArchiveEntry[], name: string): ArchiveEntry {
  const tables = entries.filter((entry) => tableName.test(entry.name) && !hiddenName.test(entry.name))
  const [table] = tables
  if (table === undefined) throw new ImportRefused(`${name} 是 zip 文件，里面没有 CSV、NDJSON、JSON 或 XLSX。`)
  if (tables.length > 1)
    throw new ImportRefused(
      `${name} 里有 ${tables.length} 个表格，请先解开，逐个导入：${tables.map((one) => one.name).join('、')}`,
    )
  return table
}

async function* unpack(raw: ReadStream, name: string): AsyncGenerator<Buffer> {
  const inflated = createGunzip({ chunkSize: CHUNK })
  raw.on('error', (error) => inflated.destroy(error))
  try {
    yield* boundedRatio(raw.pipe(inflated), name, () => raw.bytesRead)
  } catch (error) {
    if (error instanceof ImportRefused) throw error
    const damage = error instanceof Error ? error.message : ''
    throw new ImportRefused(`${name} 的 gzip 数据已损坏或不完整（${damage}）：此前的行已处理。`)
  } finally {
    raw.destroy()
  }
}
