import { decodeSearchDocument } from '../analysis/search-document-codec.ts'
import { partTerm, type Term } from '../analysis/term.ts'
import { ByteReader } from './bytes.ts'
import { readingFile, withFileContext } from './checksummed-file.ts'
import { CONTAINER_SIZE } from './doc-id-set.ts'
import { type DocIterator, docIds } from './doc-iterator.ts'
import { PostingReader } from './posting-reader.ts'
import {
  decodeFooter,
  decodeTail,
  LONG_TEXTS_PER_BLOCK,
  RECORDS_PER_BLOCK,
  type SegmentHeader,
  TAIL,
  VALUES_PER_BLOCK,
} from './segment-format.ts'
import { type BlockCache, SegmentInput, SegmentSection } from './segment-input.ts'

/** An open segment file. Every block is verified when it is read. @throws FileCorrupted from every method */
export type SegmentReader = {
  file: string
  header: SegmentHeader
  containers: number
  postings: (term: Term) => DocIterator
  record(doc: number): string
  longText(doc: number): string
  rank(doc: number): number
  /** yyyymmdd; 0 when unknown. */
  foundedOn(doc: number): number
  /** NaN when unknown. */
  capital(doc: number): number
  close(): void
}

/** Cached blocks: up to 16 MB per segment, half of it posting lists of common terms. */
const caches = {
  page: { blocks: 4096, shared: false },
  posting: { blocks: 1024, shared: true },
  record: { blocks: 2048, shared: false },
  longText: { blocks: 64, shared: false },
  value: { blocks: 64, shared: false },
} as const satisfies Record<string, BlockCache>

/** @throws FileCorrupted when the file is not a complete segment of this version */
export const openSegment = (file: string): SegmentReader =>
  withFileContext(file, () => {
    const input = new SegmentInput(file)
    try {
      return readSegment(file, input)
    } catch (error) {
      input.close()
      throw error
    }
  })

function readSegment(file: string, input: SegmentInput): SegmentReader {
  const { header, tables, firstTerms } = readFooter(input)
  const terms = input.readChecksummed('first terms', firstTerms)
  const record = new SegmentSection('record', input, tables.record, caches.record)
  const longText = new SegmentSection('longText', input, tables.longText, caches.longText)
  const rank = new SegmentSection('rank', input, tables.rank, caches.value)
  const foundedOn = new SegmentSection('foundedOn', input, tables.foundedOn, caches.value)
  const capital = new SegmentSection('capital', input, tables.capital, caches.value)
  const postings = new PostingReader(
    new Float64Array(terms.buffer, terms.byteOffset, terms.length / Float64Array.BYTES_PER_ELEMENT),
    new SegmentSection('page', input, tables.page, caches.page),
    new SegmentSection('posting', input, tables.posting, caches.posting),
    file,
  )
  return {
    file,
    header,
    containers: Math.ceil(header.companies / CONTAINER_SIZE),
    postings: readingFile(file, (term) => postings.postings(term)),
    record: readingFile(file, (doc) => textAt(record, doc, RECORDS_PER_BLOCK)),
    longText: readingFile(file, (doc) => textAt(longText, doc, LONG_TEXTS_PER_BLOCK)),
    rank: readingFile(file, (doc) => doubleAt(rank, doc)),
    foundedOn: readingFile(file, (doc) => {
      const { bytes, start } = foundedOn.block(Math.floor(doc / VALUES_PER_BLOCK))
      return bytes.readUInt32LE(start + (doc % VALUES_PER_BLOCK) * Uint32Array.BYTES_PER_ELEMENT)
    }),
    capital: readingFile(file, (doc) => doubleAt(capital, doc)),
    close: () => input.close(),
  }
}

function readFooter(input: SegmentInput) {
  const tail = Buffer.alloc(TAIL)
  input.read(tail, 0, { at: Math.max(0, input.size - TAIL), length: TAIL })
  const length = decodeTail(tail)
  const at = Math.max(0, input.size - TAIL - length)
  const footer = Buffer.alloc(Math.min(length, input.size))
  input.read(footer, 0, { at, length: footer.length })
  return decodeFooter(footer)
}

function textAt(section: SegmentSection, doc: number, perBlock: number): string {
  const { bytes, start, end } = section.block(Math.floor(doc / perBlock))
  const reader = new ByteReader(bytes, start, end)
  for (let before = doc % perBlock; before > 0; before -= 1) reader.skip(reader.varint())
  const length = reader.varint()
  const from = reader.at
  reader.skip(length)
  return bytes.toString('utf8', from, from + length)
}

function doubleAt(section: SegmentSection, doc: number): number {
  const { bytes, start } = section.block(Math.floor(doc / VALUES_PER_BLOCK))
  return bytes.readDoubleLE(start + (doc % VALUES_PER_BLOCK) * Float64Array.BYTES_PER_ELEMENT)
}

/** The number of the company in the segment; null when the segment does not contain it. */
export function findDoc(segment: SegmentReader, companyId: string): number | null {
  for (const doc of docIds(segment.postings(partTerm('company', companyId)), segment.containers)) {
    if (decodeSearchDocument(segment.record(doc)).id === companyId) return doc
  }
  return null
}
