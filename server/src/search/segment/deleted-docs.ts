import { ByteReader, ByteWriter } from './bytes.ts'
import { readChecksummedFile, withFileContext, writeChecksummedFile } from './checksummed-file.ts'

/** The companies of a segment that a newer segment replaces or removes, one bit each (tombstones). */
export class DeletedDocs {
  readonly #bits: Uint32Array
  size = 0

  /** For a segment of this many companies. */
  constructor(companies: number) {
    this.#bits = new Uint32Array(Math.ceil(companies / 32))
  }

  add(doc: number) {
    if (this.has(doc)) return
    this.#bits[doc >>> 5] = (this.#bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
    this.size += 1
  }

  has(doc: number): boolean {
    return (((this.#bits[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1
  }
}

/** `docs` may be unordered and contain duplicates. @returns the size of the file */
export function writeDeletedDocs(file: string, docs: readonly number[]): number {
  const writer = new ByteWriter()
  const sorted = Uint32Array.from(docs).sort()
  const different = sorted.filter((doc, at) => at === 0 || doc !== sorted[at - 1])
  writer.varint(different.length)
  let previous = 0
  for (const doc of different) {
    writer.varint(doc - previous)
    previous = doc
  }
  return writeChecksummedFile(file, writer.view())
}

/** In ascending order. @throws FileCorrupted */
export const readDeletedDocs = (file: string): Uint32Array =>
  withFileContext(file, () => {
    const reader = new ByteReader(readChecksummedFile(file))
    const docs = new Uint32Array(reader.varint())
    let doc = 0
    for (let at = 0; at < docs.length; at += 1) {
      doc += reader.varint()
      docs[at] = doc
    }
    return docs
  })

/** The union of several files. @throws FileCorrupted */
export function deletedDocsOf(companies: number, files: readonly string[]): DeletedDocs {
  const deleted = new DeletedDocs(companies)
  for (const file of files) for (const doc of readDeletedDocs(file)) deleted.add(doc)
  return deleted
}
