import { coreName } from '../../domain/names/company-name.ts'
import { pinyinOf, type Readings } from '../../domain/names/pinyin.ts'
import { withOneLeftOut } from '../../domain/names/typos.ts'
import { LONGEST_TYPO } from '../analysis/company-terms.ts'
import { rangesOf } from '../analysis/hit-ranges.ts'
import { type QueryPlan, searchesEveryName, type Vocabulary } from '../analysis/query-plan.ts'
import type { SearchDocument } from '../analysis/search-document.ts'
import { bigramTerm, characterTerm, partTerm, startTerm, wholeTerm } from '../analysis/term.ts'
import type { CompanyFilters } from '../company-search.ts'
import { allOf, type DocIterator } from '../segment/doc-iterator.ts'
import { memoized, type Postings } from './candidate-generation.ts'
import { type CompanyDoc, type IndexReader, ranksBefore, type TypoSource } from './index-reader.ts'
import { type Match, type Tier, tiers } from './match.ts'
import { closestName, type Intended, isOtherName, SHORTEST_SURE, swappedAt } from './name-typo.ts'

/** The keyword that was probably intended, and the companies whose names are one typo away. */
export type TypoCorrection<C = CompanyDoc> = {
  keyword: string
  plan: QueryPlan
  companies: Corrected<C>[]
  /** Whether the typed keyword may be the name of a company that the index does not have. */
  isOtherName: boolean
}

type Recorded = { readonly record: SearchDocument }
type Corrected<C> = { company: C; tier: Tier; match: Match }

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

/** A part of the keyword that may be a name, and the region beside it. */
type Mistyped = Pick<QueryPlan['alternatives'][number], 'rest' | 'region'>

/** What may be mistyped, and the companies that are compared with it. */
type Sought = Mistyped & {
  /** In the order in which they are read. */
  sets: readonly DocIterator[]
  /** Companies that are compared at most. */
  most: number
}
/** A company with a name that is one typo away. `region`: a word of the keyword beside the name. */
export type TypoMatch<C> = { company: C; intended: Intended; region: string | null }

/** The parts of the keyword that may be mistyped names. */
export function mistypedPartsOf(plan: QueryPlan, { isRegion }: Pick<Vocabulary, 'isRegion'>): Mistyped[] {
  if (plan.isSingle || plan.code !== null || (plan.isLatin && plan.key.length < SHORTEST_LATIN)) return []
  if (!searchesEveryName(plan) && plan.within !== 'name') return []
  // 中国公司 and 杭州集团 name a place, not a company.
  const core = coreName(plan.key)
  if (core !== plan.key && (core === '中国' || isRegion(core))) return []
  return plan.alternatives.filter(({ rest }) => rest.length >= SHORTEST)
}

/** null: the company has no such name, or is in another region. */
export function typoMatchOf<C extends Recorded>(
  company: C,
  { rest, region }: Mistyped,
  readings: Readings,
): TypoMatch<C> | null {
  if (region !== null && !company.record.regions.includes(region)) return null
  const intended = closestName(rest, company.record, readings)
  return intended === null ? null : { company, intended, region }
}

/** The most likely correction of a keyword; null when no name is one typo away. */
export function correctTypo(
  index: IndexReader,
  plan: QueryPlan,
  filters: CompanyFilters,
  now: number,
): TypoCorrection | null {
  const mistyped = mistypedPartsOf(plan, index.vocabulary)
  if (mistyped.length === 0) return null
  const { readings } = index.pronunciation
  const typos = index
    .typoSources(filters, now)
    .flatMap((source) => {
      const found: TypoMatch<CompanyDoc>[] = []
      for (const sought of soughtIn(source, mistyped, readings)) {
        const hasMatches = found.length > 0
        found.push(...source.passing(typoMatchesIn(source, readings, sought, hasMatches)))
      }
      return found
    })
    .sort((a, b) => a.intended.cost - b.intended.cost || (ranksBefore(a.company, b.company) ? -1 : 1))
  return correctionFrom(typos, plan, (keyword) => index.plan(keyword, plan.within), readings)
}

/** `typos`: the most likely first. `planOf`: null for a keyword that is not searched. */
export function correctionFrom<C extends Recorded>(
  typos: readonly TypoMatch<C>[],
  { key }: QueryPlan,
  planOf: (keyword: string) => QueryPlan | null,
  readings: Readings,
): TypoCorrection<C> | null {
  const [best] = typos
  if (best === undefined) return null
  const keyword = (best.region ?? '') + writtenForm(best.intended)
  const plan = planOf(keyword)
  if (plan === null) return null
  return { keyword, plan, companies: firstOfEach(typos), isOtherName: isOtherName(key, plan.key, readings) }
}

/** The companies of the best matches, each once. */
function firstOfEach<C extends Recorded>(typos: readonly TypoMatch<C>[]): Corrected<C>[] {
  const found = new Map<string, Corrected<C>>()
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

/** What is looked for in a source. */
const soughtIn = ({ postings }: TypoSource, mistyped: readonly Mistyped[], readings: Readings): Sought[] =>
  mistyped.map(({ region, rest }) => ({
    region,
    rest,
    sets: candidateLists(postings, readings, rest).sort((a, b) => a.size - b.size),
    most: rest.length <= SHORTEST_SURE ? MAX_COMPARED_SHORT : MAX_COMPARED,
  }))

/**
 * Compares the rarest candidates first, so that a long list never uses up MAX_COMPARED. Long lists are used only while
 * no close name is found. `hasMatches`: another alternative of the keyword has found a name already.
 */
function typoMatchesIn(
  source: TypoSource,
  readings: Readings,
  sought: Sought,
  hasMatches: boolean,
): TypoMatch<CompanyDoc>[] {
  const typos: TypoMatch<CompanyDoc>[] = []
  const compared = new Set<CompanyDoc>()
  let isFound = hasMatches
  for (const candidates of sought.sets) {
    if (isFound && candidates.size > COMMON_SIZE) break
    for (const company of source.companiesOf(candidates)) {
      if (compared.size === sought.most) return typos
      if (compared.has(company)) continue
      compared.add(company)
      const typo = typoMatchOf(company, sought, readings)
      if (typo === null) continue
      isFound ||= typo.intended.cost <= CLOSE
      typos.push(typo)
    }
  }
  return typos
}

/**
 * Postings of short names with one character left out, of names that sound the same, and of names with the intact parts
 * of the keyword. Its legal form is not looked up: nearly every name has it.
 */
function candidateLists(postings: Postings, readings: Readings, typed: string): DocIterator[] {
  const core = coreName(typed)
  const variants = typoVariants(typed)
  const typos = variants.map((text) => postings(partTerm('deletion', text)))
  const sounds = pinyinOf(typed, readings).full.map((spelling) => postings(wholeTerm('exactPinyin', spelling)))
  return [...typos, ...sounds, ...partsOf(core, memoized(postings))]
}

/** The keyword, and the keyword without its legal form, with each character left out. */
export function typoVariants(typed: string): string[] {
  const texts = [...new Set([typed, coreName(typed)])].filter(({ length }) => length <= LONGEST_TYPO + 1)
  return [...new Set(texts.flatMap((text) => withOneLeftOut(text)))]
}

function partsOf(core: string, postings: Postings): DocIterator[] {
  if (core.length <= SHORTEST_SURE) return startsOf(core, postings)
  return core.length <= LONGEST_PLACED ? intactParts(core, postings) : intactBigrams(core, postings)
}

/** The names that contain this text: its bigrams, or its only character. */
const bigramsOf = (text: string, postings: Postings): DocIterator[] =>
  text.length === 1
    ? [postings(characterTerm('name', text, 0))]
    : Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => postings(bigramTerm('name', text, at)))

const positions = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Names that start like a keyword of three characters with a typo. */
function startsOf(typed: string, postings: Postings): DocIterator[] {
  if (typed.length < SHORTEST_SURE) return []
  const startingWith = (start: string, rest: string) =>
    allOf([postings(startTerm(start)), ...bigramsOf(rest, postings)])
  const swapped = positions(typed.length - 1).map((at) => swappedAt(typed, at))
  return [
    startingWith(typed.slice(0, 1), typed.slice(1)),
    startingWith(typed.slice(0, 1), typed.slice(2)),
    postings(startTerm(typed.slice(0, 2))),
    ...swapped.map((text) => startingWith(text.slice(0, 2), text.slice(1))),
  ]
}

/** Names that contain the text before each place of a typo and the text behind it, or all with two characters swapped. */
function intactParts(typed: string, postings: Postings): DocIterator[] {
  const around = positions(typed.length).map((at) => [
    ...bigramsOf(typed.slice(0, at), postings),
    ...bigramsOf(typed.slice(at + 1), postings),
  ])
  const swapped = positions(typed.length - 1).map((at) => bigramsOf(swappedAt(typed, at), postings))
  return [...around, ...swapped].map(allOf)
}

/** Leaves out each window of bigrams that one typo may have changed and intersects the rest, which few companies share. */
function intactBigrams(typed: string, postings: Postings): DocIterator[] {
  const bigrams = bigramsOf(typed, postings)
  const step = Math.ceil(bigrams.length / MAX_WINDOWS)
  const windows: DocIterator[] = []
  for (let from = 0; from + MAX_SPOILED <= bigrams.length; from += step) {
    windows.push(allOf(bigrams.filter((_, at) => at < from || at >= from + MAX_SPOILED + step - 1)))
  }
  return windows
}
