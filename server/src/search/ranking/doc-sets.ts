import type { Term } from '../analysis/term.ts'
import { allOf, anyOf, type DocIterator, emptyIterator, intersectLoosely } from '../segment/doc-iterator.ts'

/**
 * Sets of companies of one engine, from which the candidates of a tier are composed: an engine either reads the set, or
 * sends it to a server as a query.
 */
export type DocSets<S> = {
  /** The companies with this term. */
  postings: (term: Term) => S
  none: S
  allOf: (all: readonly S[]) => S
  anyOf: (members: readonly S[]) => S
  /** A superset of the intersection, for candidates that are verified one by one. */
  intersectLoosely: (all: readonly S[]) => S
  /**
   * Whether an intersection with a set of most companies costs little, so that it may also exclude candidates that would
   * be rejected later.
   */
  narrowsFreely: boolean
  /** Upper bound of the number of companies; `UNKNOWN_SIZE` when reading the set is the only way to learn it. */
  sizeOf: (set: S) => number
}

export const UNKNOWN_SIZE = Number.POSITIVE_INFINITY

/** Posting lists of a segment. */
export const iteratorSets = (postings: (term: Term) => DocIterator): DocSets<DocIterator> => ({
  postings,
  none: emptyIterator,
  allOf,
  anyOf,
  intersectLoosely,
  narrowsFreely: false,
  sizeOf: ({ size }) => size,
})
