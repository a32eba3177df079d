import { IndexCorrupted } from './checksummed-file.ts'

/** Above this, bit operations overflow and division is used. A varint has seven bits per byte, lowest first. */
const FOUR_BYTES = 2 ** 28

/** A growable buffer. */
export class ByteWriter {
  #bytes: Buffer
  length = 0

  constructor(capacity = 1024) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity)
  }

  /** Ensures capacity for `more` bytes. */
  #reserve(more: number) {
    if (this.length + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.length + more, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.length)
    this.#bytes = larger
  }

  /** Writes an integer from 0 to 2^53 as a varint. */
  varint(value: number) {
    this.#reserve(8)
    const bytes = this.#bytes
    let at = this.length
    let rest = value
    if (value >= FOUR_BYTES) {
      rest = Math.floor(value / FOUR_BYTES)
      const low = value - rest * FOUR_BYTES
      bytes[at] = low | 0x80
      bytes[at + 1] = (low >>> 7) | 0x80
      bytes[at + 2] = (low >>> 14) | 0x80
      bytes[at + 3] = (low >>> 21) | 0x80
      at += 4
    }
    while (rest >= 0x80) {
      bytes[at] = rest | 0x80
      rest >>>= 7
      at += 1
    }
    bytes[at] = rest
    this.length = at + 1
  }

  uint16(value: number) {
    this.#reserve(2)
    this.#bytes[this.length] = value
    this.#bytes[this.length + 1] = value >>> 8
    this.length += 2
  }

  uint32(value: number) {
    this.#reserve(4)
    this.#bytes.writeUInt32LE(value, this.length)
    this.length += 4
  }

  float64(value: number) {
    this.#reserve(8)
    this.#bytes.writeDoubleLE(value, this.length)
    this.length += 8
  }

  /** Writes UTF-8; a lone surrogate becomes U+FFFD. @returns the number of bytes */
  text(value: string): number {
    this.#reserve(value.length * 3)
    const length = this.#bytes.write(value, this.length)
    this.length += length
    return length
  }

  bytes(added: Uint8Array) {
    this.#reserve(added.length)
    this.#bytes.set(added, this.length)
    this.length += added.length
  }

  /** Writes the length of `buffer` from `from` to `to` as a varint, then those bytes. */
  lengthPrefixed(buffer: Buffer, from: number, to: number) {
    this.varint(to - from)
    this.#reserve(to - from)
    buffer.copy(this.#bytes, this.length, from, to)
    this.length += to - from
  }

  /** Overwrites four bytes that `uint32` wrote at `at`. */
  setUint32(at: number, value: number) {
    this.#bytes.writeUInt32LE(value, at)
  }

  /** A view of the bytes, valid until the next write. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  clear() {
    this.length = 0
  }
}

/** Reads what `ByteWriter` wrote. @throws IndexCorrupted at the end of the bytes */
export class ByteReader {
  #bytes: Uint8Array
  at: number
  end: number

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.#bytes = bytes
    this.at = at
    this.end = end
  }

  varint(): number {
    const bytes = this.#bytes
    let byte = bytes[this.at] ?? 0
    this.at += 1
    let value = byte & 0x7f
    for (let shift = 7; byte >= 0x80 && shift < 28; shift += 7) {
      byte = bytes[this.at] ?? 0
      this.at += 1
      value |= (byte & 0x7f) << shift
    }
    for (let scale = FOUR_BYTES; byte >= 0x80; scale *= 0x80) {
      byte = bytes[this.at] ?? 0
      this.at += 1
      value += (byte & 0x7f) * scale
    }
    if (this.at > this.end) throw new IndexCorrupted('a number is cut off')
    return value
  }

  skip(length: number) {
    this.at += length
    if (this.at > this.end) throw new IndexCorrupted('bytes are cut off')
  }
}
