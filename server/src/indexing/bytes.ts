import { crc32 } from 'node:zlib'

/** A growing run of bytes. Numbers are written in as few bytes as they need, seven bits each, up to 2^53. */
export class ByteWriter {
  #bytes: Buffer
  length = 0

  constructor(capacity = 1024) {
    this.#bytes = Buffer.allocUnsafe(capacity)
  }

  #reserve(more: number) {
    if (this.length + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.length + more, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.length)
    this.#bytes = larger
  }

  number(value: number) {
    this.#reserve(8)
    let rest = value
    while (rest >= 0x80) {
      this.#bytes[this.length] = (rest % 0x80) + 0x80
      this.length += 1
      rest = Math.floor(rest / 0x80)
    }
    this.#bytes[this.length] = rest
    this.length += 1
  }

  bytes(source: Uint8Array) {
    this.#reserve(source.length)
    this.#bytes.set(source, this.length)
    this.length += source.length
  }

  /** As `bytes`, without a view of the source: worth it where pieces are small and many. */
  copy(source: Uint8Array, from: number, length: number) {
    this.#reserve(length)
    for (let index = 0; index < length; index += 1) this.#bytes[this.length + index] = source[from + index] ?? 0
    this.length += length
  }

  /** A view that is good until the next write. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  clear() {
    this.length = 0
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get atEnd() {
    return this.at >= this.#bytes.length
  }

  number(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.#bytes[this.at]
      if (byte === undefined) throw new IndexDamaged('a number is cut off')
      this.at += 1
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 0x80
    }
  }

  skip(length: number) {
    this.at += length
    if (this.at > this.#bytes.length) throw new IndexDamaged('bytes are cut off')
  }

  bytes(length: number): Uint8Array {
    const from = this.at
    this.skip(length)
    return this.#bytes.subarray(from, this.at)
  }
}

/** The index file does not hold what was written to it. It is thrown away and made again from the records. */
export class IndexDamaged extends Error {}

const SEAL = 4
const seedOf = (place: string, id: number) => crc32(`${place} ${id}`)

/** Bytes with a check sum that also says where they belong: a row in a wrong place is as bad as a wrong row. */
export function seal(place: string, id: number, bytes: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(bytes.length + SEAL)
  sealed.set(bytes, SEAL)
  sealed.writeUInt32LE(crc32(bytes, seedOf(place, id)))
  return sealed
}

/** @throws IndexDamaged unless these are the bytes that were sealed for this place. */
export function unseal(place: string, id: number, sealed: unknown): Uint8Array {
  if (!Buffer.isBuffer(sealed) || sealed.length < SEAL) throw new IndexDamaged(`${place} ${id} is missing`)
  const bytes = sealed.subarray(SEAL)
  if (crc32(bytes, seedOf(place, id)) !== sealed.readUInt32LE()) throw new IndexDamaged(`${place} ${id} is damaged`)
  return bytes
}
