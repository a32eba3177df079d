import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { CHECKSUM_BYTES, checksumFor, IndexCorrupted } from './checksummed-file.ts'
import { BLOCKS_PER_EXTENT, type ByteRange, type SectionName, type SectionTable } from './segment-format.ts'

/** A segment file, open for reading. */
export class SegmentInput {
  readonly #handle: number
  readonly size: number

  constructor(file: string) {
    try {
      this.#handle = openSync(file, 'r')
      this.size = fstatSync(this.#handle).size
    } catch (error) {
      throw new IndexCorrupted('the file cannot be opened', { cause: error })
    }
  }

  /** @throws IndexCorrupted when the file is shorter or cannot be read */
  read(into: Buffer, offset: number, { at, length }: ByteRange) {
    if (readAt(this.#handle, into, offset, length, at) < length) throw new IndexCorrupted('the file is cut short')
  }

  /** Reads what `SegmentOutput.appendChecksummed` wrote. The bytes are aligned for typed arrays of any width. */
  readChecksummed(kind: string, range: ByteRange): Buffer {
    const whole = Buffer.allocUnsafeSlow(PAD + range.length)
    this.read(whole, PAD, range)
    const bytes = whole.subarray(START, PAD + range.length)
    if (checksumFor(kind)(0, bytes) !== whole.readUInt32LE(PAD)) throw new IndexCorrupted(`${kind} is corrupted`)
    return bytes
  }

  close() {
    closeSync(this.#handle)
  }
}

/** Before a check sum, so that the bytes after it are aligned to 8. */
const PAD = 4
const START = PAD + CHECKSUM_BYTES

function readAt(handle: number, into: Buffer, offset: number, length: number, at: number): number {
  try {
    return readSync(handle, into, offset, length, at)
  } catch (error) {
    throw new IndexCorrupted('the file cannot be read', { cause: error })
  }
}

/** A verified block: `bytes` from `start` to `end`. */
export type Block = { bytes: Buffer; start: number; end: number }

type CacheSlot = Block & { id: number }

export type BlockCache = {
  /** Maximum number of cached blocks; a power of two. */
  blocks: number
  /** Whether views of a block are used after another block is read. */
  shared: boolean
}

/** Larger blocks are rare and not cached: a few would take more memory than all others. */
const MAX_CACHED_BYTES = 1 << 16

/**
 * The blocks of one section, verified when they are read. The cache is direct-mapped: the number of a block decides its
 * slot, so a hit costs one comparison.
 */
export class SegmentSection {
  readonly #name: SectionName
  readonly #input: SegmentInput
  readonly #checksumOf
  readonly #blocks: number
  readonly #extentStarts: Float64Array
  readonly #blockEnds: Uint32Array
  readonly #slots: CacheSlot[]
  readonly #isShared: boolean

  constructor(name: SectionName, input: SegmentInput, table: SectionTable, cache: BlockCache) {
    this.#name = name
    this.#input = input
    this.#checksumOf = checksumFor(name)
    this.#blocks = table.blocks
    const extents = Math.ceil(table.blocks / BLOCKS_PER_EXTENT)
    const { buffer, byteOffset } = input.readChecksummed(`table ${name}`, table)
    this.#extentStarts = new Float64Array(buffer, byteOffset, extents)
    this.#blockEnds = new Uint32Array(buffer, byteOffset + this.#extentStarts.byteLength, table.blocks)
    this.#slots = Array.from({ length: cache.blocks }, () => ({ id: -1, bytes: noBytes, start: START, end: START }))
    this.#isShared = cache.shared
  }

  /** Valid until the next call, unless the section is `shared`. @throws IndexCorrupted */
  block(id: number): Block {
    const slot = this.#slots[id & (this.#slots.length - 1)]
    return slot?.id === id ? slot : this.#read(id, slot)
  }

  #read(id: number, slot: CacheSlot = { id: -1, bytes: noBytes, start: START, end: START }): Block {
    if (id < 0 || id >= this.#blocks) throw new IndexCorrupted(`there is no ${this.#name} ${id}`)
    const from = id % BLOCKS_PER_EXTENT === 0 ? 0 : (this.#blockEnds[id - 1] ?? 0)
    const length = (this.#blockEnds[id] ?? 0) - from
    const at = (this.#extentStarts[Math.floor(id / BLOCKS_PER_EXTENT)] ?? 0) + from
    const target = length > MAX_CACHED_BYTES ? { ...slot } : slot
    target.id = -1
    target.end = PAD + length
    if (this.#isShared || target.bytes.length < target.end) target.bytes = Buffer.allocUnsafeSlow(target.end)
    this.#input.read(target.bytes, PAD, { at, length })
    if (this.#checksumOf(id, target.bytes.subarray(START, target.end)) !== target.bytes.readUInt32LE(PAD)) {
      throw new IndexCorrupted(`${this.#name} ${id} is corrupted`)
    }
    target.id = id
    return target
  }
}

const noBytes = Buffer.alloc(0)
