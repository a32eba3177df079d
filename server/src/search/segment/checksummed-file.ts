import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { crc32 } from 'node:zlib'

/** A file of the index does not contain what was written to it. The follower rebuilds it from the records. */
export class IndexCorrupted extends Error {}

/** Corruption with its file: only what that file contained has to be rebuilt. */
export class FileCorrupted extends IndexCorrupted {
  readonly file: string
  constructor(file: string, message: string, cause: unknown) {
    super(message, { cause })
    this.file = file
  }
}

/** The system is short of a resource for the moment; the file may be intact. */
const transientErrors = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EBUSY'])

function withFile(file: string, error: unknown): unknown {
  if (!(error instanceof IndexCorrupted) || error instanceof FileCorrupted) return error
  const { cause } = error
  const isTransient = cause instanceof Error && 'code' in cause && transientErrors.has(String(cause.code))
  return isTransient ? cause : new FileCorrupted(file, error.message, error)
}

/** Runs `act`. @throws FileCorrupted when it meets corruption; the original error when that may pass by itself */
export function withFileContext<Result>(file: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw withFile(file, error)
  }
}

/** `read`, with the errors of `withFileContext`. */
export const readingFile =
  <Args extends readonly unknown[], Result>(file: string, read: (...args: Args) => Result) =>
  (...args: Args): Result => {
    try {
      return read(...args)
    } catch (error) {
      throw withFile(file, error)
    }
  }

/** CRC-32 of bytes, seeded with their kind and id: it also detects valid bytes in the wrong place. */
type Checksum = (id: number, bytes: Uint8Array) => number

/** Bytes that a check sum takes in a file. */
export const CHECKSUM_BYTES = 4

export function checksumFor(kind: string): Checksum {
  const seed = crc32(kind)
  return (id, bytes) => crc32(bytes, (seed ^ Math.imul(id + 1, 0x9e3779b1)) >>> 0)
}

const checksumOf = (name: string, bytes: Uint8Array) => crc32(bytes, crc32(name))

/** Writes and syncs a file with a check sum of its bytes and its name. @returns the size of the file */
export function writeChecksummedFile(file: string, bytes: Uint8Array, name = basename(file)): number {
  const contents = Buffer.alloc(CHECKSUM_BYTES)
  contents.writeUInt32LE(checksumOf(name, bytes))
  const handle = openSync(file, 'w')
  try {
    for (const part of [contents, bytes]) {
      for (let at = 0; at < part.length; ) at += writeSync(handle, part, at)
    }
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return CHECKSUM_BYTES + bytes.length
}

/** @throws FileCorrupted unless the file contains what was written under this name */
export const readChecksummedFile = (file: string): Uint8Array =>
  withFileContext(file, () => {
    const contents = readWhole(file)
    const bytes = contents.subarray(CHECKSUM_BYTES)
    if (contents.length < CHECKSUM_BYTES || contents.readUInt32LE() !== checksumOf(basename(file), bytes)) {
      throw new IndexCorrupted(`${basename(file)} is not what was written`)
    }
    return bytes
  })

function readWhole(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new IndexCorrupted(`${basename(file)} cannot be read`, { cause: error })
  }
}
