import type { ByteWriter } from './bytes.ts'
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

/** Companies in a closed file. */
export type SentCompanies = { ranks: Float64Array; starts: Float64Array; bytes: number }

/** Companies in a temporary file, in order of adding. Only ranks and offsets stay in memory: 16 bytes per company. */
export class StagedCompanies {
  readonly #file: ScratchFile
  readonly #ranks: NumberColumn
  readonly #starts: NumberColumn
  #bytes = Buffer.allocUnsafeSlow(4096)
  #end = 0

  /** `sent`: what another thread has collected in the file. */
  constructor(file: string, sent?: SentCompanies) {
    this.#file = new ScratchFile(file, sent?.bytes)
    this.#ranks = new NumberColumn(sent?.ranks)
    this.#starts = new NumberColumn(sent?.starts)
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

  /** Call after the last company. */
  finish() {
    this.#starts.add(this.#file.length)
    this.#file.flush()
  }

  /** Closes the file after `finish`. */
  send(): SentCompanies {
    this.#file.close()
    return { ranks: this.#ranks.values(), starts: this.#starts.values(), bytes: this.#file.length }
  }

  ranks = (): Float64Array => this.#ranks.values()

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
  #numbers: Float64Array
  count: number

  constructor(numbers: Float64Array = new Float64Array()) {
    this.#numbers = numbers
    this.count = numbers.length
  }

  add(number: number) {
    if (this.count === this.#numbers.length) {
      const larger = new Float64Array(Math.max(1024, this.count * 2))
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
