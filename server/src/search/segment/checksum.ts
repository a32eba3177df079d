import { crc32 } from 'node:zlib'

/** The check sum of bytes that also says where they belong: bytes in a wrong place are as bad as wrong bytes. */
export type Checksum = (id: number, bytes: Uint8Array) => number

/** Bytes of a check sum in the file. */
export const CHECKSUM_BYTES = 4

export function checksumFor(kind: string): Checksum {
  const seed = crc32(kind)
  return (id, bytes) => crc32(bytes, (seed ^ Math.imul(id + 1, 0x9e3779b1)) >>> 0)
}
