import { coreName } from '../../domain/names/company-name.ts'
import type { Syllables } from '../../domain/names/pinyin.ts'
import { codeStartTerms, isWholeCodeStart, isWholeWordStart, wordTerm } from '../analysis/company-terms.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { isHan, type QueryPlan } from '../analysis/query-plan.ts'
import {
  bigramTerm,
  characterTerm,
  initialsTerm,
  type NgramKind,
  partTerm,
  startTerm,
  syllablesTerm,
  type Term,
  type WholeKind,
  wholeTerms,
} from '../analysis/term.ts'
import { allOf, anyOf, type DocIterator, emptyIterator, intersectLoosely } from '../segment/doc-iterator.ts'
import { type Tier, tiers } from './match.ts'
import { longTextTerms, tiersOf } from './tiers.ts'

/** Companies that may answer on one tier, in rank order. `isExact`: they all do, on this tier or a better one. */
export type TierCandidates = { tier: Tier; docs: DocIterator; isExact: boolean }

type PostingLookup = (term: Term) => DocIterator
type Candidates = Omit<TierCandidates, 'tier'>

const noCandidates: Candidates = { docs: emptyIterator, isExact: true }

/**
 * Where to look for companies on a tier; null where nobody can be. A company may be proposed on several: the ladder says
 * which is its own. Terms are looked up when their tier is asked for.
 */
export function candidatesByTier(
  plan: QueryPlan,
  pronunciation: Pronunciation,
  postings: PostingLookup,
): (tier: Tier) => TierCandidates | null {
  const whole = wholeTerms(plan.key)
  // Names of every kind share their terms, and so do people: which kind was met, only the record tells.
  const isAnyField = plan.within === null
  const exactly = (kind: WholeKind): Candidates => ({ docs: postings(whole(kind)), isExact: isAnyField })
  const names = nameLookup(postings)

  const propose: Record<Tier, () => Candidates> = {
    [tiers.exactName]: () => exactly('exactName'),
    [tiers.exactCode]: () => (plan.code === null ? noCandidates : exactCode(plan.code, plan, postings)),
    [tiers.exactFormerName]: () => exactly('exactFormerName'),
    [tiers.exactBrand]: () => brands('exactBrand', plan, postings),
    [tiers.exactTradeName]: () => brands('exactTradeName', plan, postings),
    [tiers.prefix]: () => prefixes(plan, names, postings),
    [tiers.allTerms]: () =>
      plan.isSingle
        ? noCandidates
        : unionOf(termsOf(plan).map((terms) => allTerms(terms, isAnyField, names, postings))),
    [tiers.exactPinyin]: () => (plan.isLatin && !plan.isSingle ? exactly('exactPinyin') : noCandidates),
    [tiers.person]: () => exactly('person'),
    [tiers.phone]: () =>
      plan.phone === null ? noCandidates : { docs: postings(wholeTerms(plan.phone)('phone')), isExact: true },
    [tiers.fuzzy]: () => noCandidates,
    [tiers.partialPinyin]: () => pinyin(plan, pronunciation, postings),
    [tiers.longText]: () => longTexts(plan, postings),
  }
  const allowed = tiersOf(plan)
  return (tier) => {
    if (!allowed.includes(tier)) return null
    const { docs, isExact } = propose[tier]()
    return docs.size === 0 ? null : { tier, docs, isExact }
  }
}

/** Written with spaces, a keyword has the same words however it is read. */
const termsOf = ({ alternatives }: QueryPlan) => [...new Set(alternatives.map(({ terms }) => terms))]

/** Companies of any of the proposals. */
const unionOf = (proposals: readonly Candidates[]): Candidates => ({
  docs: anyOf(proposals.map(({ docs }) => docs)),
  isExact: proposals.every(({ docs, isExact }) => isExact || docs.size === 0),
})

const exactCode = (code: string, { exchange }: QueryPlan, postings: PostingLookup): Candidates => ({
  docs: postings(wholeTerms(code)('exactCode')),
  isExact: exchange === null,
})

function brands(kind: WholeKind, { key, alternatives, within }: QueryPlan, postings: PostingLookup): Candidates {
  const regional = alternatives.flatMap(({ region, rest }) =>
    region === null ? [] : [allOf([postings(wholeTerms(rest)(kind)), postings(partTerm('region', region))])],
  )
  return { docs: anyOf([postings(wholeTerms(key)(kind)), ...regional]), isExact: within === null }
}

function prefixes(plan: QueryPlan, nameCandidates: NameLookup, postings: PostingLookup): Candidates {
  const { key, code, exchange, isHan: isHanKey, isSingle, within } = plan
  const start = postings(startTerm(key))
  const names: Candidates =
    key.length <= 2
      ? { docs: start, isExact: within === null }
      : {
          docs: start.size === 0 ? emptyIterator : intersectLoosely([start, nameCandidates(key).docs]),
          isExact: false,
        }
  const english: Candidates = isHanKey || isSingle ? noCandidates : { docs: postings(wordTerm(key)), isExact: false }
  if (code === null || within !== null) return unionOf([names, english])
  const codes: Candidates = {
    docs: anyOf(codeStartTerms(code).map(postings)),
    isExact: exchange === null && isWholeCodeStart(code),
  }
  return unionOf([names, english, codes])
}

/** From here on every second pair is enough to propose by: no character is left out, and half is not looked up. */
const LONG_KEY = 6

/** Where the bigramPostings of a key begin, counted from its end: so a name and what follows its region have the same. */
function bigramPositions(key: string): number[] {
  const step = key.length < LONG_KEY ? 1 : 2
  const positions: number[] = []
  for (let at = key.length - 2; at > -step; at -= step) positions.push(Math.max(0, at))
  return positions
}

/** What is rare in names is rare elsewhere, and most likely to be missing; the legal form is not. */
function rarestBigrams(term: string, postings: PostingLookup): number[] {
  const core = coreName(term).length
  const sizes = bigramPositions(term).map((at) => ({
    at,
    size: at < core ? postings(bigramTerm('name', term, at)).size : Number.MAX_VALUE,
  }))
  return sizes.sort((a, b) => a.size - b.size).map(({ at }) => at)
}

/** The bigramPostings of a key; only an empty one where no company has one of them, so that the rest need not be looked up. */
function bigramPostings(
  kind: NgramKind,
  key: string,
  positions: readonly number[],
  postings: PostingLookup,
): DocIterator[] {
  const found: DocIterator[] = []
  for (const at of positions) {
    const candidates = postings(bigramTerm(kind, key, at))
    if (candidates.size === 0) return [candidates]
    found.push(candidates)
  }
  return found
}

/** The companies that have a term in their names, looked for once. */
type NameLookup = (term: string) => Candidates

function nameLookup(postings: PostingLookup): NameLookup {
  const cache = new Map<string, Candidates>()
  return (term) => {
    const proposal = cache.get(term) ?? inNames(term, postings)
    cache.set(term, proposal)
    return proposal
  }
}

function inNames(term: string, postings: PostingLookup): Candidates {
  if (term.length === 1) return { docs: postings(characterTerm('name', term, 0)), isExact: true }
  if (term.length === 2) return { docs: postings(bigramTerm('name', term, 0)), isExact: true }
  // What a legal form would add is shared by so many that it narrows noCandidates.
  const core = coreName(term)
  return { docs: intersectLoosely(bigramPostings('name', core, bigramPositions(core), postings)), isExact: false }
}

/** Names that hold the term somewhere, or a word of which begins with it. */
function inNamesOrWords(term: string, names: NameLookup, postings: PostingLookup): Candidates {
  if (isHan(term)) return names(term)
  return unionOf([names(term), { docs: postings(wordTerm(term)), isExact: isWholeWordStart(term) }])
}

function allTerms(
  terms: readonly string[],
  isAnyField: boolean,
  names: NameLookup,
  postings: PostingLookup,
): Candidates {
  const named = terms.map((term) => inNamesOrWords(term, names, postings))
  const [only] = named
  if (only !== undefined && terms.length === 1) return { ...only, isExact: only.isExact && isAnyField }
  const elsewhere = terms.map((term) =>
    anyOf([postings(partTerm('region', term)), postings(wholeTerms(term)('person'))]),
  )
  const anywhere = elsewhere.map((others, at) => anyOf([named[at]?.docs ?? emptyIterator, others]))
  const isExact = isAnyField && named.every((proposal) => proposal.isExact)
  // One of them must be in a name; where one can be nowhere else, that is so.
  const isAlwaysNamed = elsewhere.some(({ size }) => size === 0)
  const all = isAlwaysNamed ? anywhere : [...anywhere, anyOf(named.map(({ docs }) => docs))]
  return { docs: isExact ? allOf(all) : intersectLoosely(all), isExact }
}

function pinyin(plan: QueryPlan, pronunciation: Pronunciation, postings: PostingLookup): Candidates {
  const readings = plan.syllables.map((syllables) => syllableCandidates(syllables, pronunciation, postings))
  const abbreviated = plan.initials === null ? noCandidates : initials(plan.initials, postings)
  const all = unionOf([...readings, abbreviated])
  return { ...all, isExact: all.isExact && plan.within === null }
}

/** Syllables one after another, the last perhaps only next_; a single whole one only at the beginning of a name. */
function syllableCandidates(
  { whole, tail }: Syllables,
  { numberOf, numbersFrom }: Pronunciation,
  postings: PostingLookup,
): Candidates {
  const numbers = whole.map(numberOf)
  const [first = 0] = numbers
  const last = numbers.at(-1) ?? 0
  const steps = numbers.slice(1).map((next, at) => postings(syllablesTerm(numbers[at] ?? 0, next)))
  if (numbers.length === 1) steps.push(postings(syllablesTerm(first, 0)))
  if (tail !== '') steps.push(anyOf(numbersFrom(tail).map((number) => postings(syllablesTerm(last, number)))))
  return { docs: intersectLoosely(steps), isExact: steps.length === 1 }
}

function initials(letters: string, postings: PostingLookup): Candidates {
  const trigrams: DocIterator[] = []
  for (let at = 0; at + 2 < letters.length; at += 1) {
    trigrams.push(
      postings(initialsTerm(letters.charCodeAt(at), letters.charCodeAt(at + 1), letters.charCodeAt(at + 2))),
    )
  }
  return { docs: intersectLoosely(trigrams), isExact: trigrams.length === 1 }
}

function longTexts(plan: QueryPlan, postings: PostingLookup): Candidates {
  const terms = longTextTerms(plan)
  if (terms === null) return noCandidates
  const kinds = (['scope', 'address'] as const).filter((kind) => plan.within === null || plan.within === kind)
  const isExact = terms.every((term) => term.length === 2)
  const positions = terms.map((term) => rarestBigrams(term, postings))
  return unionOf(
    kinds.map((kind) => {
      const all = terms.flatMap((term, at) => bigramPostings(kind, term, positions[at] ?? [], postings))
      return { docs: isExact ? allOf(all) : intersectLoosely(all), isExact }
    }),
  )
}
