import { CHECKSUM_BYTES, checksumFor, IndexCorrupted } from './checksummed-file.ts'

/**
 * Raise this with every change of the bytes or the meaning of a file of the index. Files of another version are
 * rebuilt.
 */
export const FORMAT_VERSION = 10

export type SegmentHeader = {
  format: number
  companies: number
  /** Milliseconds. */
  builtAt: number
  /** Search keys of every word that stands for the region of a company. */
  regionWords: string[]
}

/** The sections of a segment file. A section is a sequence of blocks, each with its own check sum. */
export type SectionName = 'record' | 'longText' | 'rank' | 'foundedOn' | 'capital' | 'page' | 'posting'

/**
 * Blocks of a section that are contiguous in the file (an extent). Sections are written at the same time, so their
 * extents alternate.
 */
export const BLOCKS_PER_EXTENT = 64

/** Companies per block. Queries mostly read neighbours in rank order. */
export const RECORDS_PER_BLOCK = 8
export const LONG_TEXTS_PER_BLOCK = 8
export const VALUES_PER_BLOCK = 1024

export type ByteRange = { at: number; length: number }

/** Start of every extent, then the end of every block within its extent. */
export type SectionTable = ByteRange & { blocks: number }

/** Written last: a file without a footer is incomplete. */
export type Footer = {
  header: SegmentHeader
  tables: Record<SectionName, SectionTable>
  /** The first term of every page, as 64-bit floats. */
  firstTerms: ByteRange
}

const MAGIC = Buffer.from('BQCSEGMENT')
const LENGTH = 4
/** Bytes at the end of the file: the length of the footer, and the magic number. */
export const TAIL = LENGTH + MAGIC.length

const footerChecksum = checksumFor('footer')

export function encodeFooter(footer: Footer): Buffer {
  const text = Buffer.from(JSON.stringify(footer))
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt32LE(footerChecksum(text.length, text))
  const length = Buffer.alloc(LENGTH)
  length.writeUInt32LE(CHECKSUM_BYTES + text.length)
  return Buffer.concat([checksum, text, length, MAGIC])
}

/** @returns the length of the footer. @throws IndexCorrupted when the file is not a complete segment */
export function decodeTail(tail: Buffer): number {
  if (tail.length !== TAIL || !tail.subarray(LENGTH).equals(MAGIC))
    throw new IndexCorrupted('the file is no whole segment')
  return tail.readUInt32LE()
}

/** @throws IndexCorrupted when the check sum or the version differs */
export function decodeFooter(bytes: Buffer): Footer {
  const text = bytes.subarray(CHECKSUM_BYTES)
  if (bytes.length < CHECKSUM_BYTES || footerChecksum(text.length, text) !== bytes.readUInt32LE()) {
    throw new IndexCorrupted('the footer is corrupted')
  }
  const footer: Footer = JSON.parse(text.toString())
  if (footer.header.format !== FORMAT_VERSION) throw new IndexCorrupted(`format ${footer.header.format}`)
  return footer
}
