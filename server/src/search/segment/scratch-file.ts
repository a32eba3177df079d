import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { ByteWriter } from './bytes.ts'

const FLUSH_BYTES = 1 << 18

/** A temporary file that is written and read while a segment is built. Only flushed bytes can be read. */
export class ScratchFile {
  readonly #file: string
  #handle: number | null = null
  #flushed = 0
  /** Bytes that are not flushed yet. */
  readonly writer = new ByteWriter(2 * FLUSH_BYTES)

  /** Creates the file on the first flush. `written`: bytes of a file that another thread has closed. */
  constructor(file: string, written?: number) {
    this.#file = file
    if (written === undefined) return
    this.#flushed = written
    this.#handle = openSync(file, 'r+')
  }

  /** Bytes written, flushed or not. */
  get length() {
    return this.#flushed + this.writer.length
  }

  /** Call between whole entries: flushes when the buffer is large enough. */
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

  /** @throws RangeError when the file is shorter */
  read(into: Uint8Array, offset: number, length: number, at: number) {
    const read = this.#handle === null ? 0 : readSync(this.#handle, into, offset, length, at)
    if (read < length) throw new RangeError(`${this.#file} ends at ${at + read}`)
  }

  /** Keeps the file. */
  close() {
    if (this.#handle !== null) closeSync(this.#handle)
    this.#handle = null
  }

  remove() {
    if (this.#handle === null) return
    this.close()
    rmSync(this.#file, { force: true })
  }
}
