import { IndexDamaged, SEAL, sealFor } from './bytes.ts'

/** Counted up with every change of what a layer file holds or means; a file of another version is made again. */
export const FORMAT_VERSION = 5

/** What a layer says of itself. */
export type LayerHeader = {
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
export const BLOCKS_PER_RUN = 64

/** Companies of one block: neighbours in rank are mostly read together. */
export const RECORDS_PER_BLOCK = 8
export const LONG_TEXTS_PER_BLOCK = 8
export const VALUES_PER_BLOCK = 1024

export type Place = { at: number; length: number }

/** Where the runs of a section start and where in them its blocks end. */
export type SectionTable = Place & { blocks: number }

/** The end of a layer file: written last, so that a file without it is none. */
export type Footer = {
  header: LayerHeader
  tables: Record<SectionName, SectionTable>
  /** The first term of every page. */
  firstTerms: Place
}

const MAGIC = Buffer.from('BQCLAYER')
const LENGTH = 4
/** Bytes at the very end: how long the footer before them is, and what file this is. */
export const TAIL = LENGTH + MAGIC.length

const sealFooter = sealFor('footer')

export function encodeFooter(footer: Footer): Buffer {
  const text = Buffer.from(JSON.stringify(footer))
  const seal = Buffer.alloc(SEAL)
  seal.writeUInt32LE(sealFooter(text.length, text))
  const length = Buffer.alloc(LENGTH)
  length.writeUInt32LE(SEAL + text.length)
  return Buffer.concat([seal, text, length, MAGIC])
}

/** @returns the length of the footer. @throws IndexDamaged where no layer ends like this */
export function decodeTail(tail: Buffer): number {
  if (tail.length !== TAIL || !tail.subarray(LENGTH).equals(MAGIC)) throw new IndexDamaged('the file is no whole layer')
  return tail.readUInt32LE()
}

/** @throws IndexDamaged where it is not what was written, or of another version */
export function decodeFooter(bytes: Buffer): Footer {
  const text = bytes.subarray(SEAL)
  if (bytes.length < SEAL || sealFooter(text.length, text) !== bytes.readUInt32LE()) {
    throw new IndexDamaged('the footer is damaged')
  }
  const footer: Footer = JSON.parse(text.toString())
  if (footer.header.format !== FORMAT_VERSION) throw new IndexDamaged(`format ${footer.header.format}`)
  return footer
}
