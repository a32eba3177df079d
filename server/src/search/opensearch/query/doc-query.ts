import type { Term } from '../../analysis/term.ts'
import { type DocSets, UNKNOWN_SIZE } from '../../ranking/doc-sets.ts'
import { termToken } from '../index-document.ts'

/** A set of companies as a condition that OpenSearch evaluates. */
export type DocQuery =
  | { type: 'none' }
  | { type: 'term'; term: Term }
  | { type: 'all' | 'any'; of: readonly DocQuery[] }

/** The part of the query language of OpenSearch that is used. */
export type Clause =
  | { match_none: object }
  | { term: { terms: string } | { founded_on: number } }
  | { terms: { terms: readonly string[] } }
  | { ids: { values: readonly string[] } }
  | { range: Record<string, Record<string, number>> }
  | { exists: { field: string } }
  | { bool: { filter?: readonly Clause[]; should?: readonly Clause[]; must_not?: readonly Clause[] } }

const none: DocQuery = { type: 'none' }

const isTerm = (query: DocQuery) => query.type === 'term'

function allOf(all: readonly DocQuery[]): DocQuery {
  const [only = none] = all
  if (all.some(({ type }) => type === 'none')) return none
  return all.length < 2 ? only : { type: 'all', of: all }
}

export function anyOf(members: readonly DocQuery[]): DocQuery {
  const some = members.filter(({ type }) => type !== 'none')
  const [only = none] = some
  return some.length < 2 ? only : { type: 'any', of: some.flatMap((one) => (one.type === 'any' ? one.of : [one])) }
}

export const termQuery = (term: Term): DocQuery => ({ type: 'term', term })

/** Sets that OpenSearch evaluates. Only the empty set has a known size. */
export const querySets: DocSets<DocQuery> = {
  postings: termQuery,
  none,
  allOf,
  anyOf,
  intersectLoosely: allOf,
  narrowsFreely: true,
  sizeOf: ({ type }) => (type === 'none' ? 0 : UNKNOWN_SIZE),
}

export function clauseOf(query: DocQuery): Clause {
  switch (query.type) {
    case 'none':
      return { match_none: {} }
    case 'term':
      return { term: { terms: termToken(query.term) } }
    case 'all':
      return { bool: { filter: unique(query.of.map(clauseOf)) } }
    case 'any':
      return anyClause(query.of)
    default:
      return query satisfies never
  }
}

/** One clause for all terms: its members are looked up together. */
function anyClause(members: readonly DocQuery[]): Clause {
  const tokens = [...new Set(members.flatMap((one) => (one.type === 'term' ? [termToken(one.term)] : [])))]
  const terms: Clause = { terms: { terms: tokens } }
  const others = unique(members.filter((one) => !isTerm(one)).map(clauseOf))
  if (others.length === 0) return terms
  return { bool: { should: tokens.length === 0 ? others : [terms, ...others] } }
}

function unique(clauses: readonly Clause[]): Clause[] {
  return [...new Map(clauses.map((clause) => [JSON.stringify(clause), clause])).values()]
}

/** Terms that the query looks up. */
export function countTerms(query: DocQuery): number {
  if (query.type === 'none') return 0
  return query.type === 'term' ? 1 : query.of.reduce((sum, one) => sum + countTerms(one), 0)
}
