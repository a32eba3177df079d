import { readingFile, withFileContext } from './index-corruption.ts'
import { openSegment, type SegmentReader } from './segment-reader.ts'

/** Like `openSegment`, but every error names the file. @throws FileCorrupted */
export function openSegmentFile(file: string): SegmentReader {
  const segment = withFileContext(file, () => openSegment(file))
  return {
    ...segment,
    postings: readingFile(file, (term) => {
      const docs = segment.postings(term)
      return {
        size: docs.size,
        inContainer: readingFile(file, (container) => docs.inContainer(container)),
        filter: readingFile(file, (candidates) => docs.filter(candidates)),
        materialize: readingFile(file, () => docs.materialize()),
      }
    }),
    record: readingFile(file, (doc) => segment.record(doc)),
    longText: readingFile(file, (doc) => segment.longText(doc)),
    rank: readingFile(file, (doc) => segment.rank(doc)),
    foundedOn: readingFile(file, (doc) => segment.foundedOn(doc)),
    capital: readingFile(file, (doc) => segment.capital(doc)),
  }
}
