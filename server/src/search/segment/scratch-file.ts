import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { ByteWriter } from './bytes.ts'

const FLUSH_BYTES = 1 << 18

/** A file that is written and read while a segment is built, and goes with it. What is read must be flushed before. */
export class ScratchFile {
  readonly #file: string
  #handle: number | null = null
  #flushed = 0
  /** What is to be written next. */
  readonly writer = new ByteWriter(2 * FLUSH_BYTES)

  /** The file is made when there is something to write. */
  constructor(file: string) {
    this.#file = file
  }

  /** Bytes written so far. */
  get length() {
    return this.#flushed + this.writer.length
  }

  /** To be called between whole entries: what was written leaves memory once it is enough. */
  flushIfLarge() {
    if (this.writer.length >= FLUSH_BYTES) this.flush()
  }

  flush() {
    this.#handle ??= openSync(this.#file, 'w+')
    const bytes = this.writer.view()
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#handle, bytes, written, bytes.length - written, this.#flushed + written)
    }
    this.#flushed += bytes.length
    this.writer.clear()
  }

  /** @throws RangeError where the file holds less */
  read(into: Uint8Array, offset: number, length: number, at: number) {
    const read = this.#handle === null ? 0 : readSync(this.#handle, into, offset, length, at)
    if (read < length) throw new RangeError(`${this.#file} ends at ${at + read}`)
  }

  remove() {
    if (this.#handle === null) return
    closeSync(this.#handle)
    this.#handle = null
    rmSync(this.#file, { force: true })
  }
}
