import type { Pronunciation } from '../analysis/pronunciation.ts'
import type { QueryPlan, Vocabulary } from '../analysis/query-plan.ts'
import type { CompanyFilters, SearchedFacts } from '../company-search.ts'
import type { DocSets } from './doc-sets.ts'
import type { Match, Tier } from './match.ts'
import type { CompanyTexts } from './tiers.ts'

/** One company of an index. */
export type IndexedCompany = CompanyTexts & {
  /** yyyymmdd; 0: not stated. */
  readonly foundedOn: number
  /** 万元 CNY; NaN: not stated. */
  readonly capital: number
}

/**
 * A company and the tier it matches on. `match` is null when the terms alone proved the match, so that nothing had to
 * be computed.
 */
export type RankedCompany<C> = { company: C; tier: Tier; match: Match | null }

/** What the search reads of an index, whatever the engine: `C` is one of its companies, `S` a set of them. */
export interface CompanyIndex<C extends IndexedCompany, S> {
  readonly vocabulary: Vocabulary
  readonly pronunciation: Pronunciation
  /** Parses a keyword; null when it contains nothing that can be searched. `ranked` is called for it next. */
  plan(keyword: string, within: SearchedFacts | null, filters: CompanyFilters, now: number): QueryPlan | null
  /** Every matching company once, by tier and then by rank. Lazy: reads only as far as the caller iterates. */
  ranked(plan: QueryPlan, filters: CompanyFilters, now: number): Generator<RankedCompany<C>, void, undefined>
  /** Every company that passes the filters once, by rank. Lazy like `ranked`; on no tier does a keyword match. */
  filtered(filters: CompanyFilters, now: number): Generator<RankedCompany<C>, void, undefined>
  /** Compares by rank, then by id. */
  ranksBefore(a: C, b: C): boolean
  /** The parts of the index that are searched for mistyped names one by one. */
  typoSources(filters: CompanyFilters, now: number): readonly TypoSource<C, S>[]
}

/** Where typo correction looks for companies. */
export type TypoSource<C, S> = {
  sets: DocSets<S>
  /** Called before the first `companiesOf`. */
  announce?: (readings: readonly TypoReading<S>[]) => void
  /** The companies of a set by rank; the caller reads at most as many as it has announced. */
  companiesOf(set: S): Iterable<C>
  /** The companies that pass the filters, in the same order. */
  passing<M extends { company: C }>(matches: readonly M[]): M[]
}

/** What a correction will read. */
export type TypoReading<S> = {
  /** In the order in which they are read. */
  sets: readonly S[]
  /** The first ones, all of whose companies are compared, in whatever order. */
  sure: number
  /** Companies that are compared at most. */
  most: number
}
