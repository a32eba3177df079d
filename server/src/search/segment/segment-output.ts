import { closeSync, fsync, openSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { ByteWriter, SEAL, sealFor } from './bytes.ts'
import { BLOCKS_PER_RUN, type Place, type SectionName, type SectionTable } from './segment-format.ts'

const toDisk = promisify(fsync)

/** A file that is written from its beginning to its end. */
export class LayerOutput {
  readonly #handle: number
  #isOpen = true
  length = 0

  constructor(file: string) {
    this.#handle = openSync(file, 'w')
  }

  /** @returns where the bytes begin */
  append(bytes: Uint8Array): number {
    const at = this.length
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#handle, bytes, written, bytes.length - written, at + written)
    }
    this.length += bytes.length
    return at
  }

  appendSealed(kind: string, bytes: Uint8Array): Place {
    const seal = Buffer.alloc(SEAL)
    seal.writeUInt32LE(sealFor(kind)(0, bytes))
    const at = this.append(seal)
    this.append(bytes)
    return { at, length: SEAL + bytes.length }
  }

  /** Resolves when everything is on disk. */
  async sync(): Promise<void> {
    await toDisk(this.#handle)
  }

  close() {
    if (this.#isOpen) closeSync(this.#handle)
    this.#isOpen = false
  }
}

/** Numbered blocks of one section. They are gathered in runs, so that several sections can be written at a time. */
export class SectionWriter {
  readonly #name: SectionName
  readonly #output: LayerOutput
  readonly #sealOf
  readonly #run = new ByteWriter(1 << 16)
  readonly #runStarts: number[] = []
  readonly #blockEnds = new ByteWriter()
  blocks = 0

  constructor(name: SectionName, output: LayerOutput) {
    this.#name = name
    this.#output = output
    this.#sealOf = sealFor(name)
  }

  /** The next block. */
  add(bytes: Uint8Array) {
    this.#run.uint32(this.#sealOf(this.blocks, bytes))
    this.#run.bytes(bytes)
    this.#blockEnds.uint32(this.#run.length)
    this.blocks += 1
    if (this.blocks % BLOCKS_PER_RUN === 0) this.#endRun()
  }

  #endRun() {
    if (this.#run.length === 0) return
    this.#runStarts.push(this.#output.append(this.#run.view()))
    this.#run.clear()
  }

  finish(): SectionTable {
    this.#endRun()
    const starts = Buffer.from(Float64Array.from(this.#runStarts).buffer)
    const table = Buffer.concat([starts, this.#blockEnds.view()])
    return { ...this.#output.appendSealed(`table ${this.#name}`, table), blocks: this.blocks }
  }
}
