import type { ByteWriter } from './bytes.ts'
import { orderOf } from './radix-sort.ts'
import { ScratchFile } from './scratch-file.ts'

/** What a segment stores of a company besides its terms. */
export type StagedCompany = {
  /** Smaller first; equal ranks keep the order of adding. */
  rank: number
  /** yyyymmdd; 0 when unknown. */
  foundedOn: number
  /** NaN when unknown. */
  capital: number
  record: string
  /** Empty when there is none. */
  longText: string
}

/** Byte offsets in a staged company: capital, then foundedOn, then the length of the record, then the texts. */
const FOUNDED_ON = 8
const RECORD_LENGTH = 12
const TEXTS = 16

/** Companies in a temporary file, in order of adding. Only ranks and offsets stay in memory: 16 bytes per company. */
export class StagedCompanies {
  readonly #file: ScratchFile
  readonly #ranks = new NumberColumn()
  readonly #starts = new NumberColumn()
  #bytes = Buffer.allocUnsafeSlow(4096)
  #end = 0

  constructor(file: string) {
    this.#file = new ScratchFile(file)
  }

  get count() {
    return this.#ranks.count
  }

  /** @returns the number of the company, from 0 */
  add({ rank, foundedOn, capital, record, longText }: StagedCompany): number {
    const company = this.count
    this.#ranks.add(rank)
    this.#starts.add(this.#file.length)
    const { writer } = this.#file
    writer.float64(capital)
    writer.uint32(foundedOn)
    const lengthAt = writer.length
    writer.uint32(0)
    writer.setUint32(lengthAt, writer.text(record))
    writer.text(longText)
    this.#file.flushIfLarge()
    return company
  }

  /** Call after the last company. @returns the companies by rank */
  *inRankOrder(): Generator<void, Uint32Array> {
    this.#starts.add(this.#file.length)
    this.#file.flush()
    return yield* orderOf(this.#ranks.values())
  }

  rankOf = (company: number) => this.#ranks.at(company)

  /** Loads a company; `capital`, `foundedOn` and the `copy` methods then refer to it. */
  open(company: number) {
    const start = this.#starts.at(company)
    this.#end = this.#starts.at(company + 1) - start
    if (this.#end > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(2 * this.#end)
    this.#file.read(this.#bytes, 0, this.#end, start)
  }

  get capital() {
    return this.#bytes.readDoubleLE()
  }

  get foundedOn() {
    return this.#bytes.readUInt32LE(FOUNDED_ON)
  }

  get #recordEnd() {
    return TEXTS + this.#bytes.readUInt32LE(RECORD_LENGTH)
  }

  /** Writes the record with its length. */
  copyRecord(target: ByteWriter) {
    target.lengthPrefixed(this.#bytes, TEXTS, this.#recordEnd)
  }

  copyLongText(target: ByteWriter) {
    target.lengthPrefixed(this.#bytes, this.#recordEnd, this.#end)
  }

  remove() {
    this.#file.remove()
  }
}

/** A growable array of numbers. */
class NumberColumn {
  #numbers = new Float64Array(1024)
  count = 0

  add(number: number) {
    if (this.count === this.#numbers.length) {
      const larger = new Float64Array(this.count * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.count] = number
    this.count += 1
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0
  }

  values(): Float64Array {
    return this.#numbers.subarray(0, this.count)
  }
}
