import { coreName } from '../../domain/names/company-name.ts'
import type { Syllables } from '../../domain/names/pinyin.ts'
import { codeStartTerms, isWholeCodeStart, isWholeWordStart, wordTerm } from '../analysis/company-terms.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { isHan, type QueryPlan } from '../analysis/query-plan.ts'
import {
  characterTerm,
  initialsTerm,
  type PairKind,
  pairTerm,
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
export type TierCandidates = { tier: Tier; candidates: DocIterator; isExact: boolean }

type Find = (term: Term) => DocIterator
type Proposal = Omit<TierCandidates, 'tier'>

const nothing: Proposal = { candidates: emptyIterator, isExact: true }

/**
 * Where to look for companies on a tier; null where nobody can be. A company may be proposed on several: the ladder says
 * which is its own. Terms are looked up when their tier is asked for.
 */
export function candidatesByTier(
  plan: QueryPlan,
  pronunciation: Pronunciation,
  find: Find,
): (tier: Tier) => TierCandidates | null {
  const whole = wholeTerms(plan.key)
  // Names of every kind share their terms, and so do people: which kind was met, only the record tells.
  const isAnyField = plan.within === null
  const exactly = (kind: WholeKind): Proposal => ({ candidates: find(whole(kind)), isExact: isAnyField })
  const names = namesHolding(find)

  const propose: Record<Tier, () => Proposal> = {
    [tiers.exactName]: () => exactly('exactName'),
    [tiers.exactCode]: () => (plan.code === null ? nothing : exactCode(plan.code, plan, find)),
    [tiers.exactFormerName]: () => exactly('exactFormerName'),
    [tiers.exactBrand]: () => brands('exactBrand', plan, find),
    [tiers.exactTradeName]: () => brands('exactTradeName', plan, find),
    [tiers.prefix]: () => beginnings(plan, names, find),
    [tiers.allTerms]: () =>
      plan.isSingle ? nothing : both(termsOf(plan).map((terms) => allTerms(terms, isAnyField, names, find))),
    [tiers.exactPinyin]: () => (plan.isLatin && !plan.isSingle ? exactly('exactPinyin') : nothing),
    [tiers.person]: () => exactly('person'),
    [tiers.phone]: () =>
      plan.phone === null ? nothing : { candidates: find(wholeTerms(plan.phone)('phone')), isExact: true },
    [tiers.fuzzy]: () => nothing,
    [tiers.partialPinyin]: () => sounds(plan, pronunciation, find),
    [tiers.longText]: () => longTexts(plan, find),
  }
  const allowed = tiersOf(plan)
  return (tier) => {
    if (!allowed.includes(tier)) return null
    const { candidates, isExact } = propose[tier]()
    return candidates.size === 0 ? null : { tier, candidates, isExact }
  }
}

/** Written with spaces, a keyword has the same words however it is read. */
const termsOf = ({ alternatives }: QueryPlan) => [...new Set(alternatives.map(({ terms }) => terms))]

/** Companies of any of the proposals. */
const both = (proposals: readonly Proposal[]): Proposal => ({
  candidates: anyOf(proposals.map(({ candidates }) => candidates)),
  isExact: proposals.every(({ candidates, isExact }) => isExact || candidates.size === 0),
})

const exactCode = (code: string, { exchange }: QueryPlan, find: Find): Proposal => ({
  candidates: find(wholeTerms(code)('exactCode')),
  isExact: exchange === null,
})

function brands(kind: WholeKind, { key, alternatives, within }: QueryPlan, find: Find): Proposal {
  const local = alternatives.flatMap(({ region, rest }) =>
    region === null ? [] : [allOf([find(wholeTerms(rest)(kind)), find(partTerm('region', region))])],
  )
  return { candidates: anyOf([find(wholeTerms(key)(kind)), ...local]), isExact: within === null }
}

function beginnings(plan: QueryPlan, namesWith: NamesHolding, find: Find): Proposal {
  const { key, code, exchange, isHan: isHanKey, isSingle, within } = plan
  const start = find(startTerm(key))
  const names: Proposal =
    key.length <= 2
      ? { candidates: start, isExact: within === null }
      : {
          candidates: start.size === 0 ? emptyIterator : intersectLoosely([start, namesWith(key).candidates]),
          isExact: false,
        }
  const english: Proposal = isHanKey || isSingle ? nothing : { candidates: find(wordTerm(key)), isExact: false }
  if (code === null || within !== null) return both([names, english])
  const codes: Proposal = {
    candidates: anyOf(codeStartTerms(code).map(find)),
    isExact: exchange === null && isWholeCodeStart(code),
  }
  return both([names, english, codes])
}

/** From here on every second pair is enough to propose by: no character is left out, and half is not looked up. */
const LONG_KEY = 6

/** Where the pairs of a key begin, counted from its end: so a name and what follows its region have the same. */
function pairPlaces(key: string): number[] {
  const step = key.length < LONG_KEY ? 1 : 2
  const places: number[] = []
  for (let at = key.length - 2; at > -step; at -= step) places.push(Math.max(0, at))
  return places
}

/** What is rare in names is rare elsewhere, and most likely to be missing; the legal form is not. */
function rarestPlaces(term: string, find: Find): number[] {
  const core = coreName(term).length
  const sizes = pairPlaces(term).map((at) => ({
    at,
    size: at < core ? find(pairTerm('name', term, at)).size : Number.MAX_VALUE,
  }))
  return sizes.sort((a, b) => a.size - b.size).map(({ at }) => at)
}

/** The pairs of a key; only an empty one where no company has one of them, so that the rest need not be looked up. */
function pairs(kind: PairKind, key: string, places: readonly number[], find: Find): DocIterator[] {
  const found: DocIterator[] = []
  for (const at of places) {
    const candidates = find(pairTerm(kind, key, at))
    if (candidates.size === 0) return [candidates]
    found.push(candidates)
  }
  return found
}

/** The companies that have a term in their names, looked for once. */
type NamesHolding = (term: string) => Proposal

function namesHolding(find: Find): NamesHolding {
  const known = new Map<string, Proposal>()
  return (term) => {
    const proposal = known.get(term) ?? proposeNames(term, find)
    known.set(term, proposal)
    return proposal
  }
}

function proposeNames(term: string, find: Find): Proposal {
  if (term.length === 1) return { candidates: find(characterTerm('name', term, 0)), isExact: true }
  if (term.length === 2) return { candidates: find(pairTerm('name', term, 0)), isExact: true }
  // What a legal form would add is shared by so many that it narrows nothing.
  const core = coreName(term)
  return { candidates: intersectLoosely(pairs('name', core, pairPlaces(core), find)), isExact: false }
}

/** Names that hold the term somewhere, or a word of which begins with it. */
function holding(term: string, names: NamesHolding, find: Find): Proposal {
  if (isHan(term)) return names(term)
  return both([names(term), { candidates: find(wordTerm(term)), isExact: isWholeWordStart(term) }])
}

function allTerms(terms: readonly string[], isAnyField: boolean, names: NamesHolding, find: Find): Proposal {
  const named = terms.map((term) => holding(term, names, find))
  const [only] = named
  if (only !== undefined && terms.length === 1) return { ...only, isExact: only.isExact && isAnyField }
  const elsewhere = terms.map((term) => anyOf([find(partTerm('region', term)), find(wholeTerms(term)('person'))]))
  const anywhere = elsewhere.map((others, at) => anyOf([named[at]?.candidates ?? emptyIterator, others]))
  const isExact = isAnyField && named.every((proposal) => proposal.isExact)
  // One of them must be in a name; where one can be nowhere else, that is so.
  const isNamed = elsewhere.some(({ size }) => size === 0)
  const all = isNamed ? anywhere : [...anywhere, anyOf(named.map(({ candidates }) => candidates))]
  return { candidates: isExact ? allOf(all) : intersectLoosely(all), isExact }
}

function sounds(plan: QueryPlan, pronunciation: Pronunciation, find: Find): Proposal {
  const cuts = plan.syllables.map((syllables) => soundsOfCut(syllables, pronunciation, find))
  const abbreviated = plan.initials === null ? nothing : initialsOf(plan.initials, find)
  const all = both([...cuts, abbreviated])
  return { ...all, isExact: all.isExact && plan.within === null }
}

/** Syllables one after another, the last perhaps only begun; a single whole one only at the beginning of a name. */
function soundsOfCut({ whole, tail }: Syllables, { numberOf, numbersFrom }: Pronunciation, find: Find): Proposal {
  const numbers = whole.map(numberOf)
  const [first = 0] = numbers
  const last = numbers.at(-1) ?? 0
  const steps = numbers.slice(1).map((next, at) => find(syllablesTerm(numbers[at] ?? 0, next)))
  if (numbers.length === 1) steps.push(find(syllablesTerm(first, 0)))
  if (tail !== '') steps.push(anyOf(numbersFrom(tail).map((begun) => find(syllablesTerm(last, begun)))))
  return { candidates: intersectLoosely(steps), isExact: steps.length === 1 }
}

function initialsOf(letters: string, find: Find): Proposal {
  const triples: DocIterator[] = []
  for (let at = 0; at + 2 < letters.length; at += 1) {
    triples.push(find(initialsTerm(letters.charCodeAt(at), letters.charCodeAt(at + 1), letters.charCodeAt(at + 2))))
  }
  return { candidates: intersectLoosely(triples), isExact: triples.length === 1 }
}

function longTexts(plan: QueryPlan, find: Find): Proposal {
  const terms = longTextTerms(plan)
  if (terms === null) return nothing
  const kinds = (['scope', 'address'] as const).filter((kind) => plan.within === null || plan.within === kind)
  const isExact = terms.every((term) => term.length === 2)
  const places = terms.map((term) => rarestPlaces(term, find))
  return both(
    kinds.map((kind) => {
      const all = terms.flatMap((term, at) => pairs(kind, term, places[at] ?? [], find))
      return { candidates: isExact ? allOf(all) : intersectLoosely(all), isExact }
    }),
  )
}
