import { createReadStream, type ReadStream } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import { unopened } from './import-failure.ts'
import { ImportRefused } from './import-refused.ts'

/** Real registers compress 5 to 20 times, decompression bombs 1,000 times. Checked after 64 MiB. */
const RATIO_LIMIT = 200
const RATIO_CHECKED_FROM = 64 * 1024 * 1024
const CHUNK = 256 * 1024

export type Input = {
  /** Decompressed bytes in order. Throws `ImportRefused` for a file that is not a table. */
  chunks: AsyncIterable<Buffer>
  /** Size on disk, bytes. */
  size: number
  /** Bytes of `size` that are read so far. */
  bytesRead(): number
}

/** Detects an archive by its first bytes; null for none. */
function archiveKind(head: Buffer): string | null {
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'zip'
  if (head.subarray(257, 262).toString('latin1') === 'ustar') return 'tar'
  if (head.subarray(0, 6).equals(Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]))) return '7z'
  if (head.subarray(0, 4).toString('latin1') === '%PDF') return 'PDF'
  return null
}

function refuseArchive(head: Buffer, name: string) {
  const kind = archiveKind(head)
  if (kind !== null)
    throw new ImportRefused(`${name} 是 ${kind} 文件：请先解开，导入其中的 CSV 或 NDJSON（可用 gzip 压缩）。`)
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

async function* checked(source: AsyncIterable<Buffer>, name: string, bytesRead: () => number): AsyncGenerator<Buffer> {
  let unpacked = 0
  for await (const chunk of source) {
    if (unpacked === 0) refuseArchive(chunk, name)
    unpacked += chunk.length
    if (unpacked > RATIO_CHECKED_FROM && unpacked > bytesRead() * RATIO_LIMIT) {
      throw new ImportRefused(`${name} 解压后超过原大小的 ${RATIO_LIMIT} 倍，不像真实数据，已停止。`)
    }
    yield chunk
  }
}

/** Opens a plain or gzip file. The first bytes decide, not the name. */
export async function openInput(file: string): Promise<Input> {
  const name = path.basename(file)
  const stats = await lstat(file).catch(() => null)
  if (stats === null) throw new ImportRefused(`未找到文件 ${name}。`)
  if (stats.isSymbolicLink()) throw new ImportRefused(`${name} 是符号链接：请直接给出文件本身。`)
  if (!stats.isFile()) throw new ImportRefused(`${name} 不是普通文件。`)
  const head = await headOf(file, name)
  refuseArchive(head, name)

  let raw: ReadStream | null = null
  const bytesRead = () => raw?.bytesRead ?? 0
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  // Open the stream when reading starts: an error without a listener would end the process.
  const start = () => {
    raw = createReadStream(file, { highWaterMark: CHUNK })
    return isGzip ? unpack(raw, name, bytesRead) : checked(raw, name, bytesRead)
  }
  return { chunks: { [Symbol.asyncIterator]: start }, size: stats.size, bytesRead }
}

async function* unpack(raw: ReadStream, name: string, bytesRead: () => number): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: CHUNK })
  raw.on('error', (error) => unpacked.destroy(error))
  try {
    yield* checked(raw.pipe(unpacked), name, bytesRead)
  } catch (error) {
    if (error instanceof ImportRefused) throw error
    const damage = error instanceof Error ? error.message : ''
    throw new ImportRefused(`${name} 的 gzip 数据已损坏或不完整（${damage}）：此前的行已处理。`)
  } finally {
    raw.destroy()
  }
}
