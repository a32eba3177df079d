import { type Edit, oneEdit, withOneLeftOut } from '../../domain/names/one-edit.ts'
import { pinyinOf, type Readings, sharesReading } from '../../domain/names/pinyin.ts'
import { looksAlike } from '../../domain/names/similar-characters.ts'
import { type CompanyRecord, englishKeys, type NamedText } from '../analysis/company-record.ts'
import { LONGEST_TYPO } from '../analysis/company-terms.ts'
import { ageFilter, termGroupsOf } from '../analysis/filters.ts'
import { rangesOf } from '../analysis/hit-ranges.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { planQuery, type QueryPlan } from '../analysis/query-plan.ts'
import { pairTerm, partTerm, wholeTerm } from '../analysis/term.ts'
import type { CompanyFilters } from '../company-search.ts'
import { allOf, anyOf, type DocIterator, docsIn, hasDoc } from '../segment/doc-iterator.ts'
import { type Found, IndexedSubject, type IndexReader, isBefore, type SearchableSegment } from './index-reader.ts'
import { type Match, tiers } from './match.ts'

/** What was probably meant by a keyword nothing answers, and the companies that carry it. */
export type Correction = { keyword: string; plan: QueryPlan; found: Found[] }

/** Companies of a segment compared with a mistyped keyword at most, best ranked first. */
const COMPARED_LIMIT = 500
/** A resemblance that so many share says little once another has found somebody. */
const COMMON = 100
const FOUND_LIMIT = 5
/** A slip spoils at most three character pairs in a row, so that one of four is whole. */
const SPOILED = 3
const PAIRS = 4
/** A keyword is tried without so many of its stretches at most. */
const MOST_WINDOWS = 24
const LEAST_SPARED = 2
const SHORTEST_LATIN = 4
/** With two characters, one wrong leaves nothing to go by: 华为 is not 华微. Only a missing third is looked for. */
const SHORTEST_SURE = 3
const SHORTEST = 2
/** From here on a character may be any wrong one; before, only one that sounds or looks alike. */
const LONG = 5

/** How far a keyword is from a name: the smaller, the likelier. */
const costs = { alike: 1, swapped: 1.1, missing: 1.3, extra: 1.3, other: 1.6, homophones: 1.8, begins: 0.5 }

type Meant = { cost: number; name: NamedText; key: string }
/** A part of the keyword; `isKnown`: another reading of it has found somebody. */
type Sought = { typed: string; region: string | null; isKnown: boolean }
type Slip = { subject: IndexedSubject; meant: Meant; region: string | null }

/** The likeliest correction of a keyword; null where no name is one slip away. */
export function correctTypo(
  index: IndexReader,
  plan: QueryPlan,
  filters: CompanyFilters,
  now: number,
): Correction | null {
  if (plan.isSingle || plan.code !== null || (plan.isLatin && plan.key.length < SHORTEST_LATIN)) return null
  if (plan.within !== null && plan.within !== 'name') return null
  const slips = index.segments
    .flatMap((segment) => {
      const isLet = conditionsOf(segment, filters, now)
      const found: Slip[] = []
      for (const { region, rest } of plan.alternatives) {
        const isKnown = found.length > 0
        const met = slipsOf(segment, index.pronunciation, { typed: rest, region, isKnown })
        found.push(...met.filter(({ subject }) => isLet(subject.doc)))
      }
      return found
    })
    .sort((a, b) => a.meant.cost - b.meant.cost || (isBefore(a.subject, b.subject) ? -1 : 1))
  const [best] = slips
  if (best === undefined) return null
  const keyword = (best.region ?? '') + writtenAs(best.meant)
  const corrected = planQuery(keyword, index.vocabulary, plan.within)
  return corrected === null ? null : { keyword, plan: corrected, found: firstOfEach(slips) }
}

/** Whether a company of the segment is there and passes the filters. */
function conditionsOf({ segment, gone }: SearchableSegment, filters: CompanyFilters, now: number) {
  const conditions = termGroupsOf(filters, now).map((terms) => anyOf(terms.map(segment.candidates)))
  const isOfAge = ageFilter(filters, now)
  return (doc: number) =>
    !gone.has(doc) && conditions.every((candidates) => hasDoc(candidates, doc)) && isOfAge(segment.foundedOn(doc))
}

function firstOfEach(slips: readonly Slip[]): Found[] {
  const found = new Map<string, Found>()
  for (const { subject, meant } of slips) {
    const { id } = subject.record
    if (found.has(id)) continue
    if (found.size === FOUND_LIMIT) break
    const { text } = meant.name
    const match: Match = { tier: tiers.fuzzy, reason: { field: 'fuzzy', text }, met: { keys: [meant.key] } }
    found.set(id, { subject, tier: tiers.fuzzy, match })
  }
  return [...found.values()]
}

/** The part of the name that was meant, as the name writes it. */
const writtenAs = ({ name, key }: Meant) =>
  rangesOf(name.text, [key])
    .map(([from, to]) => name.text.slice(from, to))
    .join('')

/** The rarest resemblance first, so that a common one never crowds it out; a common one only where nothing is found yet. */
function slipsOf({ segment }: SearchableSegment, { readings }: Pronunciation, sought: Sought): Slip[] {
  const { typed, region, isKnown } = sought
  if (typed.length < SHORTEST) return []
  const slips: Slip[] = []
  const compared = new Set<number>()
  for (const candidates of resemblances(segment, readings, typed).sort((a, b) => a.size - b.size)) {
    if ((isKnown || slips.length > 0) && candidates.size > COMMON) break
    for (const doc of docsIn(candidates, segment.containers)) {
      if (compared.size === COMPARED_LIMIT) return slips
      if (compared.has(doc)) continue
      compared.add(doc)
      const subject = new IndexedSubject(segment, doc)
      if (region !== null && !subject.record.regions.includes(region)) continue
      const meant = likeliest(typed, subject.record, readings)
      if (meant !== null) slips.push({ subject, meant, region })
    }
  }
  return slips
}

/** Short names with a character left out, the same sound, and character pairs that a slip has spared. */
function resemblances(
  { candidates: find }: SearchableSegment['segment'],
  readings: Readings,
  typed: string,
): DocIterator[] {
  const slips = typed.length > LONGEST_TYPO + 1 ? [] : withOneLeftOut(typed).map((text) => find(partTerm('slip', text)))
  const sounds = pinyinOf(typed, readings).full.map((spelling) => find(wholeTerm('exactPinyin', spelling)))
  const pairs = Array.from({ length: typed.length - 1 }, (_, at) => find(pairTerm('name', typed, at)))
  return [...slips, ...sounds, ...(typed.length < 4 ? [] : sparedPairs(pairs))]
}

/** Of all but a very short keyword nearly all pairs are spared, which few companies share; of that only single pairs count. */
function sparedPairs(pairs: readonly DocIterator[]): DocIterator[] {
  if (pairs.length < LEAST_SPARED + SPOILED) {
    const known = pairs.filter(({ size }) => size > 0)
    return known.toSorted((a, b) => a.size - b.size).slice(0, PAIRS)
  }
  const step = Math.ceil(pairs.length / MOST_WINDOWS)
  const windows: DocIterator[] = []
  for (let from = 0; from + SPOILED <= pairs.length; from += step) {
    windows.push(allOf(pairs.filter((_, at) => at < from || at >= from + SPOILED + step - 1)))
  }
  return windows
}

function likeliest(typed: string, record: CompanyRecord, readings: Readings): Meant | null {
  let best: Meant | null = null
  for (const { key, name } of targetsOf(record)) {
    const cost = costOf(typed, key, readings)
    if (cost !== null && (best === null || cost < best.cost)) best = { cost, name, key }
    const begun = typed.length < 4 || key.length <= typed.length ? null : costOfBeginning(typed, key, readings)
    if (begun !== null && (best === null || begun.cost < best.cost)) best = { ...begun, name }
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
  const isSpoken =
    typed.length === key.length && Array.from(typed).every((one, at) => sharesReading(one, key.charAt(at), readings))
  return isSpoken ? costs.homophones : null
}

function costOfEdit(edit: Edit, key: string, readings: Readings): number | null {
  switch (edit.type) {
    case 'same':
      return 0
    case 'replaced': {
      const isAlike = sharesReading(edit.typed, edit.intended, readings) || looksAlike(edit.typed, edit.intended)
      if (isAlike) return costs.alike
      return key.length >= LONG ? costs.other : null
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

/** The beginning of a longer name, one slip away. */
function costOfBeginning(typed: string, key: string, readings: Readings): { cost: number; key: string } | null {
  let best: { cost: number; key: string } | null = null
  for (const length of [typed.length, typed.length + 1, typed.length - 1]) {
    const beginning = key.slice(0, length)
    const edit = oneEdit(typed, beginning)
    const cost = edit === null ? null : costOfEdit(edit, beginning, readings)
    if (cost !== null && (best === null || cost + costs.begins < best.cost)) {
      best = { cost: cost + costs.begins, key: beginning }
    }
  }
  return best
}
