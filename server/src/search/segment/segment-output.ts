import { closeSync, fsync, openSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { ByteWriter } from './bytes.ts'
import { CHECKSUM_BYTES, checksumFor } from './checksummed-file.ts'
import { BLOCKS_PER_EXTENT, type ByteRange, type SectionName, type SectionTable } from './segment-format.ts'

const toDisk = promisify(fsync)

/** A file that is written sequentially. */
export class SegmentOutput {
  readonly #handle: number
  #isOpen = true
  length = 0

  constructor(file: string) {
    this.#handle = openSync(file, 'w')
  }

  /** @returns the offset of the bytes */
  append(bytes: Uint8Array): number {
    const at = this.length
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#handle, bytes, written, bytes.length - written, at + written)
    }
    this.length += bytes.length
    return at
  }

  appendChecksummed(kind: string, bytes: Uint8Array): ByteRange {
    const checksum = Buffer.alloc(CHECKSUM_BYTES)
    checksum.writeUInt32LE(checksumFor(kind)(0, bytes))
    const at = this.append(checksum)
    this.append(bytes)
    return { at, length: CHECKSUM_BYTES + bytes.length }
  }

  /** Resolves when every byte is on disk. */
  async sync(): Promise<void> {
    await toDisk(this.#handle)
  }

  close() {
    if (this.#isOpen) closeSync(this.#handle)
    this.#isOpen = false
  }
}

/** Writes the blocks of one section, in extents, so that several sections can be written at the same time. */
export class SectionWriter {
  readonly #name: SectionName
  readonly #output: SegmentOutput
  readonly #checksumOf
  readonly #extent = new ByteWriter(1 << 16)
  readonly #extentStarts: number[] = []
  readonly #blockEnds = new ByteWriter()
  blocks = 0

  constructor(name: SectionName, output: SegmentOutput) {
    this.#name = name
    this.#output = output
    this.#checksumOf = checksumFor(name)
  }

  add(bytes: Uint8Array) {
    this.#extent.uint32(this.#checksumOf(this.blocks, bytes))
    this.#extent.bytes(bytes)
    this.#blockEnds.uint32(this.#extent.length)
    this.blocks += 1
    if (this.blocks % BLOCKS_PER_EXTENT === 0) this.#endExtent()
  }

  #endExtent() {
    if (this.#extent.length === 0) return
    this.#extentStarts.push(this.#output.append(this.#extent.view()))
    this.#extent.clear()
  }

  finish(): SectionTable {
    this.#endExtent()
    const starts = Buffer.from(Float64Array.from(this.#extentStarts).buffer)
    const table = Buffer.concat([starts, this.#blockEnds.view()])
    return { ...this.#output.appendChecksummed(`table ${this.#name}`, table), blocks: this.blocks }
  }
}
