import type { IndexableCompany } from '../../src/domain/company/indexable-company.ts'
import { analyzeCompany } from '../../src/search/analysis/company-terms.ts'
import type { Pronunciation } from '../../src/search/analysis/pronunciation.ts'
import { regionWordsOf } from '../../src/search/analysis/region-words.ts'
import { dayOf } from '../../src/search/analysis/static-rank.ts'
import type { Term } from '../../src/search/analysis/term.ts'
import { toDocIdSet } from '../../src/search/segment/doc-id-set.ts'
import {
  type DocIterator,
  emptyIterator,
  largeIterator,
  SMALL_SIZE,
  smallIterator,
} from '../../src/search/segment/doc-iterator.ts'
import type { SegmentReader } from '../../src/search/segment/segment-reader.ts'

/** A segment in memory, of at most one container: the reference for segment files. */
export function buildMemorySegment(
  companies: readonly IndexableCompany[],
  pronunciation: Pronunciation,
): SegmentReader {
  const inOrder = companies
    .map((company) => ({ company, indexed: analyzeCompany(company, pronunciation) }))
    .sort((a, b) => a.indexed.rank - b.indexed.rank || (a.company.id < b.company.id ? -1 : 1))
  const docsByTerm = new Map<Term, Set<number>>()
  inOrder.forEach(({ indexed }, doc) => {
    for (const term of indexed.terms) docsByTerm.set(term, (docsByTerm.get(term) ?? new Set()).add(doc))
  })
  const at = (doc: number) => {
    const found = inOrder[doc]
    if (found === undefined) throw new RangeError(`no company ${doc}`)
    return found
  }
  const postings = (term: Term): DocIterator => {
    const docs = docsByTerm.get(term)
    if (docs === undefined) return emptyIterator
    if (docs.size <= SMALL_SIZE) return smallIterator(docs.size, () => Uint32Array.from(docs))
    const set = toDocIdSet(Uint16Array.from(docs))
    return largeIterator(docs.size, (container) => (container === 0 ? set : null))
  }
  return {
    file: 'memory',
    header: {
      format: 0,
      companies: companies.length,
      builtAt: 0,
      regionWords: [...new Set(companies.flatMap((company) => regionWordsOf(company).keys))],
    },
    containers: 1,
    postings,
    record: (doc) => at(doc).indexed.record,
    longText: (doc) => at(doc).indexed.longText,
    rank: (doc) => at(doc).indexed.rank,
    foundedOn: (doc) => dayOf(at(doc).company.foundedOn) ?? 0,
    capital: (doc) => at(doc).company.capital ?? Number.NaN,
    close: () => {},
  }
}
