import { CHECKSUM_BYTES, checksumFor } from './checksum.ts'
import { IndexCorrupted } from './index-corruption.ts'

/** Counted up with every change of what a segment file holds or means; a file of another version is made again. */
export const FORMAT_VERSION = 6

/** What a segment says of itself. */
export type SegmentHeader = {
  format: number
  companies: number
  /** Milliseconds. */
  builtAt: number
  /** Every word a company's region is known by. */
  regionWords: string[]
}

/** What stands in blocks, each sealed by itself. */
export type SectionName = 'record' | 'longText' | 'rank' | 'foundedOn' | 'capital' | 'page' | 'posting'

/** Blocks of a section that stand side by side; between such runs other sections may stand. */
export const BLOCKS_PER_EXTENT = 64

/** Companies of one block: neighbours in rank are mostly read together. */
export const RECORDS_PER_BLOCK = 8
export const LONG_TEXTS_PER_BLOCK = 8
export const VALUES_PER_BLOCK = 1024

export type Place = { at: number; length: number }

/** Where the runs of a section start and where in them its blocks end. */
export type SectionTable = Place & { blocks: number }

/** The end of a segment file: written last, so that a file without it is none. */
export type Footer = {
  header: SegmentHeader
  tables: Record<SectionName, SectionTable>
  /** The first term of every page. */
  firstTerms: Place
}

const MAGIC = Buffer.from('BQCSEGMENT')
const LENGTH = 4
/** Bytes at the very end: how long the footer before them is, and what file this is. */
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

/** @returns the length of the footer. @throws IndexCorrupted where no segment ends like this */
export function decodeTail(tail: Buffer): number {
  if (tail.length !== TAIL || !tail.subarray(LENGTH).equals(MAGIC))
    throw new IndexCorrupted('the file is no whole segment')
  return tail.readUInt32LE()
}

/** @throws IndexCorrupted where it is not what was written, or of another version */
export function decodeFooter(bytes: Buffer): Footer {
  const text = bytes.subarray(CHECKSUM_BYTES)
  if (bytes.length < CHECKSUM_BYTES || footerChecksum(text.length, text) !== bytes.readUInt32LE()) {
    throw new IndexCorrupted('the footer is damaged')
  }
  const footer: Footer = JSON.parse(text.toString())
  if (footer.header.format !== FORMAT_VERSION) throw new IndexCorrupted(`format ${footer.header.format}`)
  return footer
}
