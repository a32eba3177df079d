import { coreName } from '../../domain/names/company-name.ts'
import type { Syllables } from '../../domain/names/pinyin.ts'
import { codeStartTerms, isWholeCodeStart, isWholeWordStart, wordTerm } from '../analysis/company-terms.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import { isHan, type QueryPlan, searchesEveryName, searchesLongText } from '../analysis/query-plan.ts'
import {
  abbreviationTerm,
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
import type { DocSets } from './doc-sets.ts'
import { type Tier, tiers } from './match.ts'
import { isAbbreviation, isTwoLetters, longTextTerms, tiersOf } from './tiers.ts'

/**
 * Companies that may match on one tier, in rank order. `isExact`: every one of them matches on this tier or a better
 * one.
 */
export type TierCandidates<S> = Candidates<S> & { tier: Tier }

export type Candidates<S> = {
  docs: S
  isExact: boolean
  /** For an inexact union: its members, of which some may be exact. */
  parts?: readonly Candidates<S>[]
}

const noCandidates = <S>({ none }: DocSets<S>): Candidates<S> => ({ docs: none, isExact: true })

/**
 * Proposes companies for each tier; null when no company can match there. A company may be proposed on several tiers;
 * tiers.ts decides which one it matches. Terms are looked up only when their tier is requested.
 */
export function candidatesByTier<S>(
  plan: QueryPlan,
  pronunciation: Pronunciation,
  sets: DocSets<S>,
): (tier: Tier) => TierCandidates<S> | null {
  const { postings, sizeOf } = sets
  const whole = wholeTerms(plan.key)
  // Names of all fields share their terms, and so do people. Only the record shows which field matched.
  const isAnyField = searchesEveryName(plan)
  const exactly = (kind: WholeKind): Candidates<S> => ({ docs: postings(whole(kind)), isExact: isAnyField })
  const names = nameLookup(sets)
  const nothing = noCandidates(sets)

  const propose: Record<Tier, () => Candidates<S>> = {
    [tiers.exactName]: () => exactly('exactName'),
    [tiers.exactCode]: () => (plan.code === null ? nothing : exactCode(plan.code, plan, sets)),
    [tiers.exactFormerName]: () => exactly('exactFormerName'),
    [tiers.mentionedName]: () => mentionedNames(plan, sets),
    [tiers.exactBrand]: () => brands((key) => wholeTerms(key)('exactBrand'), plan, sets),
    [tiers.exactShortened]: () => brands((key) => partTerm('shortened', key), plan, sets),
    [tiers.exactTradeName]: () => {
      const named = brands((key) => wholeTerms(key)('exactTradeName'), plan, sets)
      return isTwoLetters(plan) ? unionOf([named, exactly('exactPinyin')], sets) : named
    },
    [tiers.prefix]: () => prefixes(plan, names, sets),
    [tiers.abbreviation]: () => (isAbbreviation(plan) ? abbreviations(plan, sets) : nothing),
    [tiers.allTerms]: () =>
      plan.isSingle
        ? nothing
        : unionOf(
            termsOf(plan).map((terms) => allTerms(terms, plan, names, sets)),
            sets,
          ),
    [tiers.exactPinyin]: () => (plan.isLatin && !plan.isSingle ? exactly('exactPinyin') : nothing),
    [tiers.person]: () => exactly('person'),
    [tiers.phone]: () =>
      plan.phone === null ? nothing : { docs: postings(wholeTerms(plan.phone)('phone')), isExact: true },
    [tiers.fuzzy]: () => nothing,
    [tiers.partialPinyin]: () => pinyin(plan, pronunciation, sets),
    [tiers.longText]: () => longTexts(plan, sets),
  }
  const allowed = tiersOf(plan)
  return (tier) => {
    if (!allowed.includes(tier)) return null
    const candidates = propose[tier]()
    return sizeOf(candidates.docs) === 0 ? null : { tier, ...candidates }
  }
}

/** A keyword with spaces has the same terms in every alternative. */
const termsOf = ({ alternatives }: QueryPlan) => [...new Set(alternatives.map(({ terms }) => terms))]

/** Companies of any of the proposals. */
const unionOf = <S>(proposals: readonly Candidates<S>[], { anyOf, sizeOf }: DocSets<S>): Candidates<S> => ({
  docs: anyOf(proposals.map(({ docs }) => docs)),
  isExact: proposals.every(({ docs, isExact }) => isExact || sizeOf(docs) === 0),
  parts: proposals,
})

const exactCode = <S>(code: string, { exchange }: QueryPlan, { postings }: DocSets<S>): Candidates<S> => ({
  docs: postings(wholeTerms(code)('exactCode')),
  isExact: exchange === null,
})

function mentionedNames<S>(plan: QueryPlan, { postings, anyOf }: DocSets<S>): Candidates<S> {
  const named = plan.mentions.flatMap((key) => {
    const termOf = wholeTerms(key)
    return [postings(termOf('exactName')), postings(termOf('exactFormerName'))]
  })
  return { docs: anyOf(named), isExact: searchesEveryName(plan) }
}

function brands<S>(termOf: (key: string) => Term, plan: QueryPlan, sets: DocSets<S>): Candidates<S> {
  const { postings, allOf, anyOf } = sets
  const { key, alternatives } = plan
  const regional = alternatives.flatMap(({ region, rest }) =>
    region === null ? [] : [allOf([postings(termOf(rest)), postings(partTerm('region', region))])],
  )
  return { docs: anyOf([postings(termOf(key)), ...regional]), isExact: searchesEveryName(plan) }
}

function abbreviations<S>(plan: QueryPlan, { postings, intersectLoosely }: DocSets<S>): Candidates<S> {
  const [first = 0, ...others] = Array.from(plan.key, (character) => character.charCodeAt(0))
  const pairs = others.map((other) => postings(abbreviationTerm(first, other)))
  return { docs: intersectLoosely(pairs), isExact: pairs.length === 1 && searchesEveryName(plan) }
}

function prefixes<S>(plan: QueryPlan, nameCandidates: NameLookup<S>, sets: DocSets<S>): Candidates<S> {
  const { postings, anyOf, intersectLoosely, none, sizeOf } = sets
  const { key, code, exchange, isHan: isHanKey, isSingle } = plan
  const isAnyField = searchesEveryName(plan)
  const start = postings(startTerm(key))
  const names: Candidates<S> =
    key.length <= 2
      ? { docs: start, isExact: isAnyField }
      : {
          docs: sizeOf(start) === 0 ? none : intersectLoosely([start, nameCandidates(key).docs]),
          isExact: false,
        }
  const english: Candidates<S> =
    isHanKey || isSingle ? noCandidates(sets) : { docs: postings(wordTerm(key)), isExact: false }
  if (code === null || !isAnyField) return unionOf([names, english], sets)
  const codes: Candidates<S> = {
    docs: anyOf(codeStartTerms(code).map(postings)),
    isExact: exchange === null && isWholeCodeStart(code),
  }
  return unionOf([names, english, codes], sets)
}

/**
 * From this length on, every second bigram is enough: the bigrams still cover every character, and half of the look-ups
 * are saved.
 */
const LONG_KEY = 6

/**
 * Offsets of the bigrams of a key, counted from its end: so a name has the same bigrams with and without a leading
 * region.
 */
function bigramPositions(key: string, step = key.length < LONG_KEY ? 1 : 2): number[] {
  const positions: number[] = []
  for (let at = key.length - 2; at > -step; at -= step) positions.push(Math.max(0, at))
  return positions
}

/** More bigrams than this exclude nothing more. */
const MOST_BIGRAMS = 24

/** The step for sets that narrow freely. */
const narrowStep = ({ length }: string) => Math.ceil(length / MOST_BIGRAMS)

/**
 * Offsets of the bigrams, rarest in names first. A bigram that is rare in names is likely to be rare in scopes and
 * addresses. The legal form comes last.
 */
function rarestBigrams<S>(term: string, { postings, sizeOf, narrowsFreely }: DocSets<S>): number[] {
  if (narrowsFreely) return bigramPositions(term, narrowStep(term))
  const core = coreName(term).length
  const sizes = bigramPositions(term).map((at) => ({
    at,
    size: at < core ? sizeOf(postings(bigramTerm('name', term, at))) : Number.MAX_VALUE,
  }))
  return sizes.sort((a, b) => a.size - b.size).map(({ at }) => at)
}

/** Postings of the bigrams of a key. When one of them is empty, returns only that one and skips the other look-ups. */
function bigramPostings<S>(
  kind: NgramKind,
  key: string,
  positions: readonly number[],
  { postings, sizeOf }: DocSets<S>,
): S[] {
  const found: S[] = []
  for (const at of positions) {
    const candidates = postings(bigramTerm(kind, key, at))
    if (sizeOf(candidates) === 0) return [candidates]
    found.push(candidates)
  }
  return found
}

/** Companies with a term in their names. Memoized per term. */
type NameLookup<S> = (term: string) => Candidates<S>

function nameLookup<S>(sets: DocSets<S>): NameLookup<S> {
  const cache = new Map<string, Candidates<S>>()
  return (term) => {
    const proposal = cache.get(term) ?? inNames(term, sets)
    cache.set(term, proposal)
    return proposal
  }
}

function inNames<S>(term: string, sets: DocSets<S>): Candidates<S> {
  const { postings, intersectLoosely } = sets
  if (term.length === 1) return { docs: postings(characterTerm('name', term, 0)), isExact: true }
  if (term.length === 2) return { docs: postings(bigramTerm('name', term, 0)), isExact: true }
  // Without the legal form: nearly every company has those bigrams, so they would narrow nothing.
  const [part, step] = sets.narrowsFreely ? [term, narrowStep(term)] : [coreName(term), undefined]
  return { docs: intersectLoosely(bigramPostings('name', part, bigramPositions(part, step), sets)), isExact: false }
}

/** Companies with the term in a name, or with an English word that starts with it. */
function inNamesOrWords<S>(term: string, names: NameLookup<S>, sets: DocSets<S>): Candidates<S> {
  if (isHan(term)) return names(term)
  return unionOf([names(term), { docs: sets.postings(wordTerm(term)), isExact: isWholeWordStart(term) }], sets)
}

function allTerms<S>(terms: readonly string[], plan: QueryPlan, names: NameLookup<S>, sets: DocSets<S>): Candidates<S> {
  const { postings, allOf, anyOf, intersectLoosely, none, sizeOf } = sets
  const isAnyField = searchesEveryName(plan)
  const named = terms.map((term) => inNamesOrWords(term, names, sets))
  const [only] = named
  if (only !== undefined && terms.length === 1) return isAnyField ? only : { docs: only.docs, isExact: false }
  const personOf = (term: string) => (plan.within === null ? [postings(wholeTerms(term)('person'))] : [])
  const elsewhere = terms.map((term) => anyOf([postings(partTerm('region', term)), ...personOf(term)]))
  const anywhere = elsewhere.map((others, at) => anyOf([named[at]?.docs ?? none, others]))
  const isExact = isAnyField && named.every((proposal) => proposal.isExact)
  // At least one term must occur in a name. That holds when a term occurs nowhere else.
  const isAlwaysNamed = elsewhere.some((others) => sizeOf(others) === 0)
  const all = isAlwaysNamed ? anywhere : [...anywhere, anyOf(named.map(({ docs }) => docs))]
  return { docs: isExact ? allOf(all) : intersectLoosely(all), isExact }
}

function pinyin<S>(plan: QueryPlan, pronunciation: Pronunciation, sets: DocSets<S>): Candidates<S> {
  const splits = plan.syllables.map((syllables) => syllableCandidates(syllables, pronunciation, sets))
  const abbreviated = plan.initials === null ? noCandidates(sets) : initials(plan.initials, sets)
  const all = unionOf([...splits, abbreviated], sets)
  return searchesEveryName(plan) ? all : { docs: all.docs, isExact: false }
}

/**
 * Consecutive syllables; `tail`, the last one, may be incomplete. A single complete syllable is compared with the start
 * of names only.
 */
function syllableCandidates<S>(
  { whole, tail }: Syllables,
  { numberOf, numbersFrom }: Pronunciation,
  { postings, anyOf, intersectLoosely }: DocSets<S>,
): Candidates<S> {
  const numbers = whole.map(numberOf)
  const [first = 0] = numbers
  const last = numbers.at(-1) ?? 0
  const steps = numbers.slice(1).map((next, at) => postings(syllablesTerm(numbers[at] ?? 0, next)))
  if (numbers.length === 1) steps.push(postings(syllablesTerm(first, 0)))
  if (tail !== '') steps.push(anyOf(numbersFrom(tail).map((number) => postings(syllablesTerm(last, number)))))
  return { docs: intersectLoosely(steps), isExact: steps.length === 1 }
}

function initials<S>(letters: string, { postings, intersectLoosely }: DocSets<S>): Candidates<S> {
  const trigrams: S[] = []
  for (let at = 0; at + 2 < letters.length; at += 1) {
    trigrams.push(
      postings(initialsTerm(letters.charCodeAt(at), letters.charCodeAt(at + 1), letters.charCodeAt(at + 2))),
    )
  }
  return { docs: intersectLoosely(trigrams), isExact: trigrams.length === 1 }
}

function longTexts<S>(plan: QueryPlan, sets: DocSets<S>): Candidates<S> {
  const { allOf, intersectLoosely } = sets
  const terms = longTextTerms(plan)
  if (terms === null) return noCandidates(sets)
  const kinds = (['scope', 'address'] as const).filter((kind) => searchesLongText(plan, kind))
  const isExact = terms.every((term) => term.length === 2)
  const positions = terms.map((term) => rarestBigrams(term, sets))
  return unionOf(
    kinds.map((kind) => {
      const all = terms.flatMap((term, at) => bigramPostings(kind, term, positions[at] ?? [], sets))
      return { docs: isExact ? allOf(all) : intersectLoosely(all), isExact }
    }),
    sets,
  )
}
