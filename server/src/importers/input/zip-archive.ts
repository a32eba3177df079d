import { createReadStream, type ReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { ImportRefused } from './import-refused.ts'

/** Real registers compress 5 to 20 times, decompression bombs 1,000 times. Checked after 64 MiB. */
const RATIO_LIMIT = 200
const RATIO_CHECKED_FROM = 64 * 1024 * 1024

/** Passes the decompressed bytes. Throws `ImportRefused` once they are far more than the compressed ones. */
export async function* boundedRatio(
  source: AsyncIterable<Buffer>,
  name: string,
  bytesRead: () => number,
): AsyncGenerator<Buffer> {
  let unpacked = 0
  for await (const chunk of source) {
    unpacked += chunk.length
    if (unpacked > RATIO_CHECKED_FROM && unpacked > bytesRead() * RATIO_LIMIT) {
      throw new ImportRefused(`${name} 解压后超过原大小的 ${RATIO_LIMIT} 倍，不像真实数据，已停止。`)
    }
    yield chunk
  }
}

// Layout: APPNOTE.TXT 6.3.10, chapters 4.3.7, 4.3.12, 4.3.16 and 4.5.3.
const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const END_SIZE = 22
const LONGEST_COMMENT = 65_535
const DIRECTORY_LIMIT = 16 * 1024 * 1024
const CHUNK = 256 * 1024
/** A size or offset of 32 bits that the extra field states with 64 bits. */
const IN_EXTRA = 0xffffffff
const ZIP64 = 1
const STORED = 0
const DEFLATED = 8

export type ArchiveEntry = { name: string; method: number; isEncrypted: boolean; size: number; offset: number }

export type ZipArchive = {
  name: string
  entries: readonly ArchiveEntry[]
  /** Decompressed bytes of an entry. Throws `ImportRefused` for one that is damaged or decompresses to too much. */
  read: (entry: ArchiveEntry) => AsyncGenerator<Buffer>
  /** Compressed bytes that are read so far. */
  bytesRead: () => number
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** The values that the directory states as `IN_EXTRA`, in order. */
function largeValues(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2)
    const field = extra.subarray(at + 4, at + 4 + length)
    if (extra.readUInt16LE(at) === ZIP64)
      return Array.from({ length: Math.floor(field.length / 8) }, (_none, index) =>
        Number(field.readBigUInt64LE(index * 8)),
      )
    at += 4 + length
  }
  return []
}

function readDirectory(directory: Buffer): ArchiveEntry[] {
  const entries: ArchiveEntry[] = []
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === DIRECTORY_ENTRY; ) {
    const [nameLength, extraLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)]
    const nameEnd = at + 46 + nameLength
    const large = largeValues(directory.subarray(nameEnd, nameEnd + extraLength))
    const sizeOf = (value: number) => (value === IN_EXTRA ? (large.shift() ?? value) : value)
    sizeOf(directory.readUInt32LE(at + 24))
    const size = sizeOf(directory.readUInt32LE(at + 20))
    const offset = sizeOf(directory.readUInt32LE(at + 42))
    entries.push({
      name: directory.toString('utf8', at + 46, nameEnd),
      method: directory.readUInt16LE(at + 10),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      size,
      offset,
    })
    at = nameEnd + extraLength + directory.readUInt16LE(at + 32)
  }
  return entries
}

type ZipFile = {
  file: string
  name: string
  /** Bytes that all entries together may decompress to; absent: the bound of each entry alone. */
  unpackedLimit?: number
}

/** Opens a zip file by the directory at its end. @throws ImportRefused */
export async function openZip(
  handle: FileHandle,
  { file, name, unpackedLimit = Number.POSITIVE_INFINITY }: ZipFile,
): Promise<ZipArchive> {
  const damaged = () => new ImportRefused(`${name} 的 zip 数据已损坏或不完整。`)
  const { size: length } = await handle.stat()
  const tail = await readAt(handle, Math.max(0, length - END_SIZE - LONGEST_COMMENT), END_SIZE + LONGEST_COMMENT)
  const signature = Buffer.alloc(4)
  signature.writeUInt32LE(END_OF_DIRECTORY)
  const end = tail.lastIndexOf(signature)
  if (end === -1 || end + END_SIZE > tail.length) throw damaged()
  const directoryLength = tail.readUInt32LE(end + 12)
  if (directoryLength > DIRECTORY_LIMIT) throw damaged()
  const entries = readDirectory(await readAt(handle, tail.readUInt32LE(end + 16), directoryLength))
  if (entries.length === 0) throw damaged()

  let before = 0
  let unpacked = 0
  let raw: ReadStream | null = null
  const bytesRead = () => before + (raw?.bytesRead ?? 0)
  async function* readEntry({ method, isEncrypted, size, offset }: ArchiveEntry): AsyncGenerator<Buffer> {
    if (isEncrypted) throw new ImportRefused(`${name} 有密码保护：请先去掉密码。`)
    if (method !== STORED && method !== DEFLATED) throw new ImportRefused(`${name} 用了不支持的压缩方法（${method}）。`)
    const header = await readAt(handle, offset, 30)
    if (header.length < 30 || header.readUInt32LE(0) !== LOCAL_HEADER) throw damaged()
    const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    if (size === 0) return
    before = bytesRead()
    const stream = createReadStream(file, { start, end: start + size - 1, highWaterMark: CHUNK })
    raw = stream
    const inflated = method === STORED ? stream : stream.pipe(createInflateRaw({ chunkSize: CHUNK }))
    stream.on('error', (error) => inflated.destroy(error))
    try {
      for await (const chunk of boundedRatio(inflated, name, () => stream.bytesRead)) {
        unpacked += chunk.length
        if (unpacked > unpackedLimit) throw new ImportRefused(`${name} 解压后超过 ${unpackedLimit / 1024 / 1024} MB。`)
        yield chunk
      }
    } catch (error) {
      throw error instanceof ImportRefused ? error : damaged()
    } finally {
      stream.destroy()
      inflated.destroy()
    }
  }
  return { name, entries, read: readEntry, bytesRead }
}
