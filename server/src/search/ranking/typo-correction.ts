import { coreName } from '../../domain/names/company-name.ts'
import { withOneLeftOut } from '../../domain/names/one-edit.ts'
import { pinyinOf, type Readings } from '../../domain/names/pinyin.ts'
import { LONGEST_TYPO } from '../analysis/company-terms.ts'
import { rangesOf } from '../analysis/hit-ranges.ts'
import { type QueryPlan, searchesEveryName } from '../analysis/query-plan.ts'
import { bigramTerm, characterTerm, partTerm, startTerm, type Term, wholeTerm } from '../analysis/term.ts'
import type { CompanyFilters } from '../company-search.ts'
import type { CompanyIndex, IndexedCompany, RankedCompany, TypoReading, TypoSource } from './company-index.ts'
import type { DocSets } from './doc-sets.ts'
import { type Match, tiers } from './match.ts'
import { closestName, type Intended, SHORTEST_SURE, swappedAt } from './name-typo.ts'

/** The keyword that was probably intended, and the companies whose names are one typo away. */
export type TypoCorrection<C> = { keyword: string; plan: QueryPlan; companies: RankedCompany<C>[] }

/** Companies of a segment that are compared with the keyword, best-ranked first. Bounds the time of a correction. */
const MAX_COMPARED = 350
/** The same for a keyword of three characters, whose parts are common: a person whom no company names is one, too. */
const MAX_COMPARED_SHORT = 120
/** Once a name is found, candidate lists longer than this are skipped: they say little. */
const COMMON_SIZE = 100
const MAX_CORRECTED = 5
/** One typo changes at most three consecutive bigrams. */
const MAX_SPOILED = 3
/** At most this many windows of a long keyword are left out, one at a time. */
const MAX_WINDOWS = 24
/** Up to this length each place of a typo is tried. Of a longer keyword, enough stays intact around three bigrams. */
const LONGEST_PLACED = 24
const SHORTEST = 2
const SHORTEST_LATIN = 4
/** Once a name is this close, longer lists of candidates are skipped. */
const CLOSE = 1.5

/** A part of the keyword, and the companies that are compared with it. */
type Sought<S> = TypoReading<S> & { typed: string; region: string | null }
type TypoMatch<C> = { company: C; intended: Intended; region: string | null }

/** The most likely correction of a keyword; null when no name is one typo away. */
export function correctTypo<C extends IndexedCompany, S>(
  index: CompanyIndex<C, S>,
  plan: QueryPlan,
  filters: CompanyFilters,
  now: number,
): TypoCorrection<C> | null {
  if (plan.isSingle || plan.code !== null || (plan.isLatin && plan.key.length < SHORTEST_LATIN)) return null
  if (!searchesEveryName(plan) && plan.within !== 'name') return null
  // 中国公司 and 杭州集团 name a place, not a company.
  const core = coreName(plan.key)
  if (core !== plan.key && (core === '中国' || index.vocabulary.isRegion(core))) return null
  const typos = index
    .typoSources(filters, now)
    .flatMap((source) => {
      const found: TypoMatch<C>[] = []
      for (const sought of soughtIn(source, plan, index.pronunciation.readings)) {
        const hasMatches = found.length > 0
        found.push(...source.passing(typoMatchesIn(source, index.pronunciation.readings, sought, hasMatches)))
      }
      return found
    })
    .sort((a, b) => a.intended.cost - b.intended.cost || (index.ranksBefore(a.company, b.company) ? -1 : 1))
  const [best] = typos
  if (best === undefined) return null
  const keyword = (best.region ?? '') + writtenForm(best.intended)
  const corrected = index.plan(keyword, plan.within, filters, now)
  return corrected === null ? null : { keyword, plan: corrected, companies: firstOfEach(typos) }
}

function firstOfEach<C extends IndexedCompany>(typos: readonly TypoMatch<C>[]): RankedCompany<C>[] {
  const found = new Map<string, RankedCompany<C>>()
  for (const { company, intended } of typos) {
    const { id } = company.record
    if (found.has(id)) continue
    if (found.size === MAX_CORRECTED) break
    const { text } = intended.name
    const match: Match = { tier: tiers.fuzzy, reason: { field: 'fuzzy', text }, highlight: { keys: [intended.key] } }
    found.set(id, { company, tier: tiers.fuzzy, match })
  }
  return [...found.values()]
}

/** The intended part of the name, spelled as in the name. */
const writtenForm = ({ name, key }: Intended) =>
  rangesOf(name.text, [key])
    .map(([from, to]) => name.text.slice(from, to))
    .join('')

/** What is looked for in a source, for each alternative of the keyword. */
function soughtIn<C, S>(source: TypoSource<C, S>, plan: QueryPlan, readings: Readings): Sought<S>[] {
  const { sizeOf } = source.sets
  const alternatives = plan.alternatives.filter(({ rest }) => rest.length >= SHORTEST)
  const lists = alternatives.map(({ rest }) => candidateLists(source.sets, readings, rest))
  const all = alternatives.map(({ region, rest }, at) => {
    const sets = (lists[at] ?? []).sort((a, b) => sizeOf(a) - sizeOf(b))
    const most = rest.length <= SHORTEST_SURE ? MAX_COMPARED_SHORT : MAX_COMPARED
    return { typed: rest, region, sets, sure: surelyCompared(sets.map(sizeOf), most), most }
  })
  source.announce?.(all)
  return all
}

/**
 * Compares the rarest candidates first, so that a long list never uses up MAX_COMPARED. Long lists are used only while
 * no close name is found. `hasMatches`: another alternative of the keyword has found a name already.
 */
function typoMatchesIn<C extends IndexedCompany, S>(
  source: TypoSource<C, S>,
  readings: Readings,
  { typed, region, sets, most }: Sought<S>,
  hasMatches: boolean,
): TypoMatch<C>[] {
  const typos: TypoMatch<C>[] = []
  const compared = new Set<C>()
  let isFound = hasMatches
  for (const candidates of sets) {
    if (isFound && source.sets.sizeOf(candidates) > COMMON_SIZE) break
    for (const company of source.companiesOf(candidates)) {
      if (compared.size === most) return typos
      if (compared.has(company)) continue
      compared.add(company)
      if (region !== null && !company.record.regions.includes(region)) continue
      const intended = closestName(typed, company.record, readings)
      if (intended === null) continue
      isFound ||= intended.cost <= CLOSE
      typos.push({ company, intended, region })
    }
  }
  return typos
}

/** How many of the lists, by their sizes, are compared as a whole, whatever is found in them. */
function surelyCompared(sizes: readonly number[], most: number): number {
  let total = 0
  const end = sizes.findIndex((size) => {
    total += size
    return size > COMMON_SIZE || total > most
  })
  return end < 0 ? sizes.length : end
}

/**
 * Postings of short names with one character left out, of names that sound the same, and of names with the intact parts
 * of the keyword. Its legal form is not looked up: nearly every name has it.
 */
function candidateLists<S>(sets: DocSets<S>, readings: Readings, typed: string): S[] {
  const { postings } = sets
  const core = coreName(typed)
  const variants = [...new Set([typed, core])]
    .filter(({ length }) => length <= LONGEST_TYPO + 1)
    .flatMap((text) => withOneLeftOut(text))
  const typos = [...new Set(variants)].map((text) => postings(partTerm('deletion', text)))
  const sounds = pinyinOf(typed, readings).full.map((spelling) => postings(wholeTerm('exactPinyin', spelling)))
  return [...typos, ...sounds, ...partsOf(core, memoized(sets))]
}

function partsOf<S>(core: string, sets: DocSets<S>): S[] {
  if (core.length <= SHORTEST_SURE) return startsOf(core, sets)
  return core.length <= LONGEST_PLACED ? intactParts(core, sets) : intactBigrams(core, sets)
}

function memoized<S>(sets: DocSets<S>): DocSets<S> {
  const cache = new Map<Term, S>()
  const postings = (term: Term) => {
    const found = cache.get(term) ?? sets.postings(term)
    cache.set(term, found)
    return found
  }
  return { ...sets, postings }
}

/** The names that contain this text: its bigrams, or its only character. */
const bigramsOf = <S>(text: string, { postings }: DocSets<S>): S[] =>
  text.length === 1
    ? [postings(characterTerm('name', text, 0))]
    : Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => postings(bigramTerm('name', text, at)))

const positions = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Names that start like a keyword of three characters with a typo. */
function startsOf<S>(typed: string, sets: DocSets<S>): S[] {
  const { postings, allOf } = sets
  if (typed.length < SHORTEST_SURE) return []
  const startingWith = (start: string, rest: string) => allOf([postings(startTerm(start)), ...bigramsOf(rest, sets)])
  const swapped = positions(typed.length - 1).map((at) => swappedAt(typed, at))
  return [
    startingWith(typed.slice(0, 1), typed.slice(1)),
    startingWith(typed.slice(0, 1), typed.slice(2)),
    postings(startTerm(typed.slice(0, 2))),
    ...swapped.map((text) => startingWith(text.slice(0, 2), text.slice(1))),
  ]
}

/** Names that contain the text before each place of a typo and the text behind it, or all with two characters swapped. */
function intactParts<S>(typed: string, sets: DocSets<S>): S[] {
  const around = positions(typed.length).map((at) => [
    ...bigramsOf(typed.slice(0, at), sets),
    ...bigramsOf(typed.slice(at + 1), sets),
  ])
  const swapped = positions(typed.length - 1).map((at) => bigramsOf(swappedAt(typed, at), sets))
  return [...around, ...swapped].map(sets.allOf)
}

/** Leaves out each window of bigrams that one typo may have changed and intersects the rest, which few companies share. */
function intactBigrams<S>(typed: string, sets: DocSets<S>): S[] {
  const bigrams = bigramsOf(typed, sets)
  const step = Math.ceil(bigrams.length / MAX_WINDOWS)
  const windows: S[] = []
  for (let from = 0; from + MAX_SPOILED <= bigrams.length; from += step) {
    windows.push(sets.allOf(bigrams.filter((_, at) => at < from || at >= from + MAX_SPOILED + step - 1)))
  }
  return windows
}
