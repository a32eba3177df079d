import type { IndexableCompany } from '../../src/domain/indexable-company.ts'
import { type Candidates, FEW, fewCandidates, manyCandidates, noCandidates } from '../../src/indexing/candidates.ts'
import { indexedCompany } from '../../src/indexing/company-terms.ts'
import { docSetOf } from '../../src/indexing/doc-set.ts'
import type { LayerReader } from '../../src/indexing/layer-reader.ts'
import { dayOf } from '../../src/indexing/rank.ts'
import type { Pronunciation } from '../../src/indexing/readings.ts'
import { regionWordsOf } from '../../src/indexing/region-words.ts'
import type { Term } from '../../src/indexing/term.ts'

/** A layer without a file, of fewer companies than a segment holds: what a layer means, as short as it can be said. */
export function buildMemoryLayer(companies: readonly IndexableCompany[], pronunciation: Pronunciation): LayerReader {
  const inOrder = companies
    .map((company) => ({ company, indexed: indexedCompany(company, pronunciation) }))
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
  const candidates = (term: Term): Candidates => {
    const docs = docsByTerm.get(term)
    if (docs === undefined) return noCandidates
    if (docs.size <= FEW) return fewCandidates(docs.size, () => Uint32Array.from(docs))
    const set = docSetOf(Uint16Array.from(docs))
    return manyCandidates(docs.size, (segment) => (segment === 0 ? set : null))
  }
  return {
    file: 'memory',
    header: {
      format: 0,
      companies: companies.length,
      builtAt: 0,
      regionWords: [...new Set(companies.flatMap(({ regionName }) => regionWordsOf(regionName).keys))],
    },
    segments: 1,
    candidates,
    record: (doc) => at(doc).indexed.record,
    longText: (doc) => at(doc).indexed.longText,
    rank: (doc) => at(doc).indexed.rank,
    foundedOn: (doc) => dayOf(at(doc).company.foundedOn) ?? 0,
    capital: (doc) => at(doc).company.capital ?? Number.NaN,
    close: () => {},
  }
}
