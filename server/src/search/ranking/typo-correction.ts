import { coreName } from '../../domain/names/company-name.ts'
import { type Edit, oneEdit, withOneLeftOut } from '../../domain/names/one-edit.ts'
import { pinyinOf, type Readings, sharesReading } from '../../domain/names/pinyin.ts'
import { looksAlike } from '../../domain/names/similar-characters.ts'
import { type CompanyRecord, englishKeys, type NamedText, type SearchedName } from '../analysis/company-record.ts'
import { LONGEST_TYPO } from '../analysis/company-terms.ts'
import { ageFilter, termGroupsOf } from '../analysis/filters.ts'
import { rangesOf } from '../analysis/hit-ranges.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { planQuery, type QueryPlan, searchesEveryName } from '../analysis/query-plan.ts'
import { bigramTerm, characterTerm, partTerm, startTerm, wholeTerm } from '../analysis/term.ts'
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
const ANY_REPLACEMENT_FROM = { whole: 4, part: 5 }
/** The shortest keyword that may lie in the middle of a name, and the shortest part of a name that it may lie in. */
const SHORTEST_INSIDE = 4

/** Distance between keyword and name; the smallest wins. */
const costs = {
  alike: 1,
  doubled: 1,
  swapped: 1.1,
  missing: 1.2,
  extra: 1.4,
  other: 1.8,
  homophones: 1.8,
  startOnly: 0.5,
  inside: 0.7,
}
/** Once a name is this close, longer lists of candidates are skipped. */
const CLOSE = 1.5

type Replacement = Extract<Edit, { type: 'replaced' }>
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
  if (!searchesEveryName(plan) && plan.within !== 'name') return null
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
 * no close name is found.
 */
function typoMatchesIn({ segment }: SearchableSegment, { readings }: Pronunciation, sought: Sought): TypoMatch[] {
  const { typed, region } = sought
  if (typed.length < SHORTEST) return []
  const typos: TypoMatch[] = []
  const compared = new Set<number>()
  const most = typed.length <= SHORTEST_SURE ? MAX_COMPARED_SHORT : MAX_COMPARED
  let isFound = sought.hasMatches
  for (const candidates of candidateLists(segment, readings, typed).sort((a, b) => a.size - b.size)) {
    if (isFound && candidates.size > COMMON_SIZE) break
    for (const doc of docIds(candidates, segment.containers)) {
      if (compared.size === most) return typos
      if (compared.has(doc)) continue
      compared.add(doc)
      const company = new CompanyDoc(segment, doc)
      if (region !== null && !company.record.regions.includes(region)) continue
      const intended = closestName(typed, company.record, readings)
      if (intended === null) continue
      isFound ||= intended.cost <= CLOSE
      typos.push({ company, intended, region })
    }
  }
  return typos
}

type Postings = SearchableSegment['segment']['postings']

/**
 * Postings of short names with one character left out, of names that sound the same, and of names with the intact parts
 * of the keyword. Its legal form is not looked up: nearly every name has it.
 */
function candidateLists({ postings }: SearchableSegment['segment'], readings: Readings, typed: string): DocIterator[] {
  const core = coreName(typed)
  const variants = [...new Set([typed, core])]
    .filter(({ length }) => length <= LONGEST_TYPO + 1)
    .flatMap((text) => withOneLeftOut(text))
  const typos = [...new Set(variants)].map((text) => postings(partTerm('deletion', text)))
  const sounds = pinyinOf(typed, readings).full.map((spelling) => postings(wholeTerm('exactPinyin', spelling)))
  return [...typos, ...sounds, ...partsOf(core, memoized(postings))]
}

function partsOf(core: string, postings: Postings): DocIterator[] {
  if (core.length <= SHORTEST_SURE) return startsOf(core, postings)
  return core.length <= LONGEST_PLACED ? intactParts(core, postings) : intactBigrams(core, postings)
}

function memoized(postings: Postings): Postings {
  const cache = new Map<number, DocIterator>()
  return (term) => {
    const found = cache.get(term) ?? postings(term)
    cache.set(term, found)
    return found
  }
}

/** The names that contain this text: its bigrams, or its only character. */
const bigramsOf = (text: string, postings: Postings): DocIterator[] =>
  text.length === 1
    ? [postings(characterTerm('name', text, 0))]
    : Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => postings(bigramTerm('name', text, at)))

const swappedAt = (text: string, at: number) =>
  text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)

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

function closestName(typed: string, record: CompanyRecord, readings: Readings): Intended | null {
  let best: Intended | null = null
  const consider = (cost: number | null, key: string, name: NamedText) => {
    if (cost !== null && (best === null || cost < best.cost)) best = { cost, name, key }
  }
  for (const { key, name } of targetsOf(record)) consider(costOf(typed, key, readings), key, name)
  for (const name of record.names) {
    for (const { cost, key } of partsLike(typed, name, readings)) consider(cost, key, name)
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
  if (edit !== null) return costOfEdit(edit, typed, ANY_REPLACEMENT_FROM.whole, readings)
  const soundsAlike =
    typed.length === key.length && Array.from(typed).every((one, at) => sharesReading(one, key.charAt(at), readings))
  return soundsAlike ? costs.homophones : null
}

const soundsRight = ({ typed, intended }: Replacement, readings: Readings) => sharesReading(typed, intended, readings)

/** `anyFrom`: length of keywords from which on any character may be wrong. */
function costOfEdit(edit: Edit, typed: string, anyFrom: number, readings: Readings): number | null {
  switch (edit.type) {
    case 'same':
      return 0
    case 'replaced': {
      if (soundsRight(edit, readings) || looksAlike(edit.typed, edit.intended)) return costs.alike
      return typed.length >= anyFrom ? costs.other : null
    }
    case 'swapped':
      return costs.swapped
    case 'extra':
      if (typed.length <= SHORTEST_SURE) return null
      return typed.charAt(edit.at) === typed.charAt(edit.at - 1) ? costs.doubled : costs.extra
    case 'missing':
      return costs.missing
    default:
      return edit satisfies never
  }
}

type Part = { cost: number; key: string }

/** The parts of a name that a typo turns into the keyword. They start where a half of the keyword is intact. */
function partsLike(typed: string, { key, start }: SearchedName, readings: Readings): Part[] {
  if (typed.length < SHORTEST_SURE) return []
  const parts: Part[] = []
  for (const from of startsOfParts(typed, key)) {
    const isStart = from === 0 || from === start
    if (!isStart && typed.length < SHORTEST_INSIDE) continue
    for (const length of [typed.length, typed.length + 1, typed.length - 1]) {
      const part = key.slice(from, from + length)
      const edit = part.length === length ? oneEdit(typed, part) : null
      const cost = edit === null ? null : costOfPart(edit, typed, isStart, readings)
      if (cost !== null) parts.push({ cost: cost + (isStart ? costs.startOnly : costs.inside), key: part })
    }
  }
  return parts
}

function costOfPart(edit: Edit, typed: string, isStart: boolean, readings: Readings): number | null {
  const cost = costOfEdit(edit, typed, ANY_REPLACEMENT_FROM.part, readings)
  // What is left of a short keyword without its extra character occurs by chance.
  const isChance = edit.type === 'extra' && typed.length <= SHORTEST_INSIDE && !isStart
  // Of three characters, a wrong one leaves too little to go by, unless it sounds like the right one.
  const isUnsure = typed.length <= SHORTEST_SURE && edit.type === 'replaced' && !soundsRight(edit, readings)
  return isChance || isUnsure ? null : cost
}

/** A typo leaves one half of the keyword as it is, unless it swaps the two characters between the halves. */
function startsOfParts(typed: string, key: string): Set<number> {
  const half = typed.length >> 1
  const starts = new Set<number>()
  const add = (text: string, shifts: readonly number[]) => {
    for (let at = key.indexOf(text); at >= 0; at = key.indexOf(text, at + 1)) {
      for (const shift of shifts) if (at - shift >= 0) starts.add(at - shift)
    }
  }
  add(typed.slice(0, half), [0])
  add(typed.slice(half), [half, half - 1, half + 1])
  add(swappedAt(typed, half - 1), [0])
  return starts
}
