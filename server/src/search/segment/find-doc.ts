import { decodeSearchDocument } from '../analysis/search-document-codec.ts'
import { partTerm } from '../analysis/term.ts'
import { docIds } from './doc-iterator.ts'
import type { SegmentReader } from './segment-reader.ts'

/** The number of the company in the segment; null when the segment does not contain it. */
export function findDoc(segment: SegmentReader, companyId: string): number | null {
  for (const doc of docIds(segment.postings(partTerm('company', companyId)), segment.containers)) {
    if (decodeSearchDocument(segment.record(doc)).id === companyId) return doc
  }
  return null
}
