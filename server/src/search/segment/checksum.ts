import { crc32 } from 'node:zlib'

/** CRC-32 of bytes, seeded with their kind and id: it also detects valid bytes in the wrong place. */
export type Checksum = (id: number, bytes: Uint8Array) => number

/** Bytes that a check sum takes in a file. */
export const CHECKSUM_BYTES = 4

export function checksumFor(kind: string): Checksum {
  const seed = crc32(kind)
  return (id, bytes) => crc32(bytes, (seed ^ Math.imul(id + 1, 0x9e3779b1)) >>> 0)
}
