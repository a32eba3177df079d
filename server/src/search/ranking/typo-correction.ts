import { type Edit, oneEdit, withOneLeftOut } from '../../domain/names/one-edit.ts'
import { pinyinOf, type Readings, sharesReading } from '../../domain/names/pinyin.ts'
import { looksAlike } from '../../domain/names/similar-characters.ts'
import { type CompanyRecord, englishKeys, type NamedText } from '../analysis/company-record.ts'
import { LONGEST_TYPO } from '../analysis/company-terms.ts'
import { ageFilter, termGroupsOf } from '../analysis/filters.ts'
import { rangesOf } from '../analysis/hit-ranges.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { planQuery, type QueryPlan } from '../analysis/query-plan.ts'
import { bigramTerm, partTerm, wholeTerm } from '../analysis/term.ts'
import type { CompanyFilters } from '../company-search.ts'
import { allOf, anyOf, contains, type DocIterator, docIds } from '../segment/doc-iterator.ts'
import {
  CompanyDoc,
  type IndexReader,
  type RankedCompany,
  ranksBefore,
  type SearchableSegment,
} from './index-reader.ts'
import { type Match, tiers } from './match.ts'

/** The keyword that was probably intended, and the companies whose names are one typo away. */
export type TypoCorrection = { keyword: string; plan: QueryPlan; companies: RankedCompany[] }

/** Companies of a segment that are compared with the keyword, best-ranked first. Bounds the time of a correction. */
const MAX_COMPARED = 500
/** Once a name is found, candidate lists longer than this are skipped: they say little. */
const COMMON_SIZE = 100
const MAX_CORRECTED = 5
/** One typo changes at most three consecutive bigrams, so one of four stays intact. */
const MAX_SPOILED = 3
const MAX_RAREST = 4
/** At most this many windows of the keyword are left out, one at a time. */
const MAX_WINDOWS = 24
const MIN_INTACT = 2
const SHORTEST_LATIN = 4
/**
 * With two characters, a wrong one leaves too little to go by: 华为 is not 华微. Only a missing third character is
 * corrected.
 */
const SHORTEST_SURE = 3
const SHORTEST = 2
/**
 * From this length on any character may be wrong; in shorter keywords only one that sounds or looks like the right one.
 */
const ANY_REPLACEMENT_FROM = 5

/** Distance between keyword and name; the smallest wins. */
const costs = { alike: 1, swapped: 1.1, missing: 1.3, extra: 1.3, other: 1.6, homophones: 1.8, prefixOnly: 0.5 }

type Intended = { cost: number; name: NamedText; key: string }
/** A part of the keyword. `hasMatches`: another alternative of the keyword has found a name already. */
type Sought = { typed: string; region: string | null; hasMatches: boolean }
type TypoMatch = { company: CompanyDoc; intended: Intended; region: string | null }

/** The most likely correction of a keyword; null when no name is one typo away. */
export function correctTypo(
  index: IndexReader,
  plan: QueryPlan,
  filters: CompanyFilters,
  now: number,
): TypoCorrection | null {
  if (plan.isSingle || plan.code !== null || (plan.isLatin && plan.key.length < SHORTEST_LATIN)) return null
  if (plan.within !== null && plan.within !== 'name') return null
  const typos = index.segments
    .flatMap((segment) => {
      const passes = conditionsOf(segment, filters, now)
      const found: TypoMatch[] = []
      for (const { region, rest } of plan.alternatives) {
        const hasMatches = found.length > 0
        const matching = typoMatchesIn(segment, index.pronunciation, { typed: rest, region, hasMatches })
        found.push(...matching.filter(({ company }) => passes(company.doc)))
      }
      return found
    })
    .sort((a, b) => a.intended.cost - b.intended.cost || (ranksBefore(a.company, b.company) ? -1 : 1))
  const [best] = typos
  if (best === undefined) return null
  const keyword = (best.region ?? '') + writtenForm(best.intended)
  const corrected = planQuery(keyword, index.vocabulary, plan.within)
  return corrected === null ? null : { keyword, plan: corrected, companies: firstOfEach(typos) }
}

/** Whether a company of the segment is not deleted and passes the filters. */
function conditionsOf({ segment, deleted }: SearchableSegment, filters: CompanyFilters, now: number) {
  const conditions = termGroupsOf(filters, now).map((terms) => anyOf(terms.map(segment.postings)))
  const isOfAge = ageFilter(filters, now)
  return (doc: number) =>
    !deleted.has(doc) && conditions.every((candidates) => contains(candidates, doc)) && isOfAge(segment.foundedOn(doc))
}

function firstOfEach(typos: readonly TypoMatch[]): RankedCompany[] {
  const found = new Map<string, RankedCompany>()
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

/**
 * Compares the rarest candidates first, so that a long list never uses up MAX_COMPARED. Long lists are used only while
 * nothing is found.
 */
function typoMatchesIn({ segment }: SearchableSegment, { readings }: Pronunciation, sought: Sought): TypoMatch[] {
  const { typed, region, hasMatches } = sought
  if (typed.length < SHORTEST) return []
  const typos: TypoMatch[] = []
  const compared = new Set<number>()
  for (const candidates of candidateLists(segment, readings, typed).sort((a, b) => a.size - b.size)) {
    if ((hasMatches || typos.length > 0) && candidates.size > COMMON_SIZE) break
    for (const doc of docIds(candidates, segment.containers)) {
      if (compared.size === MAX_COMPARED) return typos
      if (compared.has(doc)) continue
      compared.add(doc)
      const company = new CompanyDoc(segment, doc)
      if (region !== null && !company.record.regions.includes(region)) continue
      const intended = closestName(typed, company.record, readings)
      if (intended !== null) typos.push({ company, intended, region })
    }
  }
  return typos
}

/** Postings of short names with one character left out, of names that sound the same, and of intact bigrams. */
function candidateLists({ postings }: SearchableSegment['segment'], readings: Readings, typed: string): DocIterator[] {
  const typos =
    typed.length > LONGEST_TYPO + 1 ? [] : withOneLeftOut(typed).map((text) => postings(partTerm('deletion', text)))
  const sounds = pinyinOf(typed, readings).full.map((spelling) => postings(wholeTerm('exactPinyin', spelling)))
  const bigrams = Array.from({ length: typed.length - 1 }, (_, at) => postings(bigramTerm('name', typed, at)))
  return [...typos, ...sounds, ...(typed.length < 4 ? [] : intactBigrams(bigrams))]
}

/**
 * Leaves out each window of bigrams that one typo may have changed and intersects the rest, which few companies share.
 * For very short keywords the rarest single bigrams are used instead.
 */
function intactBigrams(bigrams: readonly DocIterator[]): DocIterator[] {
  if (bigrams.length < MIN_INTACT + MAX_SPOILED) {
    const known = bigrams.filter(({ size }) => size > 0)
    return known.toSorted((a, b) => a.size - b.size).slice(0, MAX_RAREST)
  }
  const step = Math.ceil(bigrams.length / MAX_WINDOWS)
  const windows: DocIterator[] = []
  for (let from = 0; from + MAX_SPOILED <= bigrams.length; from += step) {
    windows.push(allOf(bigrams.filter((_, at) => at < from || at >= from + MAX_SPOILED + step - 1)))
  }
  return windows
}

function closestName(typed: string, record: CompanyRecord, readings: Readings): Intended | null {
  let best: Intended | null = null
  for (const { key, name } of targetsOf(record)) {
    const cost = costOf(typed, key, readings)
    if (cost !== null && (best === null || cost < best.cost)) best = { cost, name, key }
    const prefixMatch = typed.length < 4 || key.length <= typed.length ? null : costOfPrefix(typed, key, readings)
    if (prefixMatch !== null && (best === null || prefixMatch.cost < best.cost)) best = { ...prefixMatch, name }
  }
  return best
}

function targetsOf({ names, brands, tradeNames, englishNames }: CompanyRecord): { key: string; name: NamedText }[] {
  const parts = [...brands, ...tradeNames].flatMap(({ name: at, key }) => {
    const name = names[at]
    return name === undefined ? [] : [{ key, name }]
  })
  const whole = names
    .filter(({ field }) => field === 'name' || field === 'formerName')
    .map((name) => ({ key: name.key, name }))
  const english = englishNames.flatMap((text) =>
    englishKeys(text).map((key) => ({ key, name: { field: 'englishName' as const, text } })),
  )
  return [...parts, ...whole, ...english]
}

function costOf(typed: string, key: string, readings: Readings): number | null {
  const edit = oneEdit(typed, key)
  if (typed.length < SHORTEST_SURE) return edit?.type === 'missing' ? costs.missing : null
  if (edit !== null) return costOfEdit(edit, key, readings)
  const soundsAlike =
    typed.length === key.length && Array.from(typed).every((one, at) => sharesReading(one, key.charAt(at), readings))
  return soundsAlike ? costs.homophones : null
}

function costOfEdit(edit: Edit, key: string, readings: Readings): number | null {
  switch (edit.type) {
    case 'same':
      return 0
    case 'replaced': {
      const isAlike = sharesReading(edit.typed, edit.intended, readings) || looksAlike(edit.typed, edit.intended)
      if (isAlike) return costs.alike
      return key.length >= ANY_REPLACEMENT_FROM ? costs.other : null
    }
    case 'swapped':
      return costs.swapped
    case 'extra':
      return key.length >= SHORTEST_SURE ? costs.extra : null
    case 'missing':
      return costs.missing
    default:
      return edit satisfies never
  }
}

/** The cost of a typo in the start of a longer name. */
function costOfPrefix(typed: string, key: string, readings: Readings): { cost: number; key: string } | null {
  let best: { cost: number; key: string } | null = null
  for (const length of [typed.length, typed.length + 1, typed.length - 1]) {
    const prefix = key.slice(0, length)
    const edit = oneEdit(typed, prefix)
    const cost = edit === null ? null : costOfEdit(edit, prefix, readings)
    if (cost !== null && (best === null || cost + costs.prefixOnly < best.cost)) {
      best = { cost: cost + costs.prefixOnly, key: prefix }
    }
  }
  return best
}
