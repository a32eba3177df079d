import { coreName } from '../../domain/names/company-name.ts'
import { codeStartTerms, isWholeCodeStart, isWholeWordStart, wordTerm } from '../analysis/company-terms.ts'
import type { Pronunciation } from '../analysis/pronunciation.ts'
import {
  abbreviationTerms,
  initialsTerms,
  isHan,
  type QueryPlan,
  searchesEveryName,
  searchesLongText,
  syllableTermGroups,
  wordsOf,
} from '../analysis/query-plan.ts'
import {
  bigramTerm,
  characterTerm,
  type NgramKind,
  partTerm,
  startTerm,
  type Term,
  type WholeKind,
  wholeTerms,
} from '../analysis/term.ts'
import { allOf, anyOf, type DocIterator, emptyIterator, intersectLoosely } from '../segment/doc-iterator.ts'
import { type Tier, tiers } from './match.ts'
import { isAbbreviation, isTwoLetters, longTextTerms, tiersOf } from './tiers.ts'

/**
 * Companies that may match on one tier, in rank order. `isExact`: every one of them matches on this tier or a better
 * one.
 */
export type TierCandidates = Candidates & { tier: Tier }

type Candidates = { docs: DocIterator; isExact: boolean }

/** The companies of a segment with a term. */
export type Postings = (term: Term) => DocIterator

/** Within one query: several tiers, and several parts of a mistyped name, look up the same terms. */
export function memoized<Key, Found extends {}>(find: (key: Key) => Found): (key: Key) => Found {
  const cache = new Map<Key, Found>()
  return (key) => {
    const found = cache.get(key) ?? find(key)
    cache.set(key, found)
    return found
  }
}

const noCandidates: Candidates = { docs: emptyIterator, isExact: true }

/**
 * Proposes companies for each tier; null when no company can match there. A company may be proposed on several tiers;
 * tiers.ts decides which one it matches. Terms are looked up only when their tier is requested.
 */
export function candidatesByTier(
  plan: QueryPlan,
  pronunciation: Pronunciation,
  postings: Postings,
): (tier: Tier) => TierCandidates | null {
  const whole = wholeTerms(plan.key)
  // Names of all fields share their terms, and so do people. Only the record shows which field matched.
  const isAnyField = searchesEveryName(plan)
  const exactly = (kind: WholeKind): Candidates => ({ docs: postings(whole(kind)), isExact: isAnyField })
  const names = nameLookup(postings)

  const propose: Record<Tier, () => Candidates> = {
    [tiers.exactName]: () => exactly('exactName'),
    [tiers.exactCode]: () => (plan.code === null ? noCandidates : exactCode(plan.code, plan, postings)),
    [tiers.exactFormerName]: () => exactly('exactFormerName'),
    [tiers.mentionedName]: () => mentionedNames(plan, postings),
    [tiers.exactBrand]: () => brands((key) => wholeTerms(key)('exactBrand'), plan, postings),
    [tiers.exactShortened]: () => brands((key) => partTerm('shortened', key), plan, postings),
    [tiers.exactTradeName]: () => {
      const named = brands((key) => wholeTerms(key)('exactTradeName'), plan, postings)
      return isTwoLetters(plan) ? unionOf([named, exactly('exactPinyin')]) : named
    },
    [tiers.prefix]: () => prefixes(plan, names, postings),
    [tiers.abbreviation]: () => (isAbbreviation(plan) ? abbreviations(plan, postings) : noCandidates),
    [tiers.allTerms]: () =>
      plan.isSingle ? noCandidates : unionOf(wordsOf(plan).map((terms) => allTerms(terms, plan, names, postings))),
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
    const candidates = propose[tier]()
    return candidates.docs.size === 0 ? null : { tier, ...candidates }
  }
}

/** Companies of any of the proposals. */
const unionOf = (proposals: readonly Candidates[]): Candidates => ({
  docs: anyOf(proposals.map(({ docs }) => docs)),
  isExact: proposals.every(({ docs, isExact }) => isExact || docs.size === 0),
})

const exactCode = (code: string, { exchange }: QueryPlan, postings: Postings): Candidates => ({
  docs: postings(wholeTerms(code)('exactCode')),
  isExact: exchange === null,
})

function mentionedNames(plan: QueryPlan, postings: Postings): Candidates {
  const named = plan.mentions.flatMap((key) => {
    const termOf = wholeTerms(key)
    return [postings(termOf('exactName')), postings(termOf('exactFormerName'))]
  })
  return { docs: anyOf(named), isExact: searchesEveryName(plan) }
}

function brands(termOf: (key: string) => Term, plan: QueryPlan, postings: Postings): Candidates {
  const { key, alternatives } = plan
  const regional = alternatives.flatMap(({ region, rest }) =>
    region === null ? [] : [allOf([postings(termOf(rest)), postings(partTerm('region', region))])],
  )
  return { docs: anyOf([postings(termOf(key)), ...regional]), isExact: searchesEveryName(plan) }
}

function abbreviations(plan: QueryPlan, postings: Postings): Candidates {
  const pairs = abbreviationTerms(plan.key).map(postings)
  return { docs: intersectLoosely(pairs), isExact: pairs.length === 1 && searchesEveryName(plan) }
}

function prefixes(plan: QueryPlan, nameCandidates: NameLookup, postings: Postings): Candidates {
  const { key, code, exchange, isHan: isHanKey, isSingle } = plan
  const isAnyField = searchesEveryName(plan)
  const start = postings(startTerm(key))
  const names: Candidates =
    key.length <= 2
      ? { docs: start, isExact: isAnyField }
      : {
          docs: start.size === 0 ? emptyIterator : intersectLoosely([start, nameCandidates(key).docs]),
          isExact: false,
        }
  const english: Candidates = isHanKey || isSingle ? noCandidates : { docs: postings(wordTerm(key)), isExact: false }
  if (code === null || !isAnyField) return unionOf([names, english])
  const codes: Candidates = {
    docs: anyOf(codeStartTerms(code).map(postings)),
    isExact: exchange === null && isWholeCodeStart(code),
  }
  return unionOf([names, english, codes])
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
function bigramPositions(key: string): number[] {
  const step = key.length < LONG_KEY ? 1 : 2
  const positions: number[] = []
  for (let at = key.length - 2; at > -step; at -= step) positions.push(Math.max(0, at))
  return positions
}

/**
 * Offsets of the bigrams, rarest in names first. A bigram that is rare in names is likely to be rare in scopes and
 * addresses. The legal form comes last.
 */
function rarestBigrams(term: string, postings: Postings): number[] {
  const core = coreName(term).length
  const sizes = bigramPositions(term).map((at) => ({
    at,
    size: at < core ? postings(bigramTerm('name', term, at)).size : Number.MAX_VALUE,
  }))
  return sizes.sort((a, b) => a.size - b.size).map(({ at }) => at)
}

/** Postings of the bigrams of a key. When one of them is empty, returns only that one and skips the other look-ups. */
function bigramPostings(kind: NgramKind, key: string, positions: readonly number[], postings: Postings): DocIterator[] {
  const found: DocIterator[] = []
  for (const at of positions) {
    const candidates = postings(bigramTerm(kind, key, at))
    if (candidates.size === 0) return [candidates]
    found.push(candidates)
  }
  return found
}

/** Companies with a term in their names. Memoized per term. */
type NameLookup = (term: string) => Candidates

const nameLookup = (postings: Postings): NameLookup => memoized((term) => inNames(term, postings))

function inNames(term: string, postings: Postings): Candidates {
  if (term.length === 1) return { docs: postings(characterTerm('name', term, 0)), isExact: true }
  if (term.length === 2) return { docs: postings(bigramTerm('name', term, 0)), isExact: true }
  // Without the legal form: nearly every company has those bigrams, so they would narrow nothing.
  const core = coreName(term)
  return { docs: intersectLoosely(bigramPostings('name', core, bigramPositions(core), postings)), isExact: false }
}

/** Companies with the term in a name, or with an English word that starts with it. */
function inNamesOrWords(term: string, names: NameLookup, postings: Postings): Candidates {
  if (isHan(term)) return names(term)
  return unionOf([names(term), { docs: postings(wordTerm(term)), isExact: isWholeWordStart(term) }])
}

function allTerms(terms: readonly string[], plan: QueryPlan, names: NameLookup, postings: Postings): Candidates {
  const isAnyField = searchesEveryName(plan)
  const named = terms.map((term) => inNamesOrWords(term, names, postings))
  const [only] = named
  if (only !== undefined && terms.length === 1) return isAnyField ? only : { docs: only.docs, isExact: false }
  const personOf = (term: string) => (plan.within === null ? [postings(wholeTerms(term)('person'))] : [])
  const elsewhere = terms.map((term) => anyOf([postings(partTerm('region', term)), ...personOf(term)]))
  const anywhere = elsewhere.map((others, at) => anyOf([named[at]?.docs ?? emptyIterator, others]))
  const isExact = isAnyField && named.every((proposal) => proposal.isExact)
  // At least one term must occur in a name. That holds when a term occurs nowhere else.
  const isAlwaysNamed = elsewhere.some((others) => others.size === 0)
  const all = isAlwaysNamed ? anywhere : [...anywhere, anyOf(named.map(({ docs }) => docs))]
  return { docs: isExact ? allOf(all) : intersectLoosely(all), isExact }
}

function pinyin(plan: QueryPlan, pronunciation: Pronunciation, postings: Postings): Candidates {
  const splits = plan.syllables.map((syllables): Candidates => {
    const steps = syllableTermGroups(syllables, pronunciation).map((group) => anyOf(group.map(postings)))
    return { docs: intersectLoosely(steps), isExact: steps.length === 1 }
  })
  const abbreviated = plan.initials === null ? noCandidates : initials(plan.initials, postings)
  const all = unionOf([...splits, abbreviated])
  return searchesEveryName(plan) ? all : { docs: all.docs, isExact: false }
}

function initials(letters: string, postings: Postings): Candidates {
  const trigrams = initialsTerms(letters).map(postings)
  return { docs: intersectLoosely(trigrams), isExact: trigrams.length === 1 }
}

function longTexts(plan: QueryPlan, postings: Postings): Candidates {
  const terms = longTextTerms(plan)
  if (terms === null) return noCandidates
  const kinds = (['scope', 'address'] as const).filter((kind) => searchesLongText(plan, kind))
  const isExact = terms.every((term) => term.length === 2)
  const positions = terms.map((term) => rarestBigrams(term, postings))
  return unionOf(
    kinds.map((kind) => {
      const all = terms.flatMap((term, at) => bigramPostings(kind, term, positions[at] ?? [], postings))
      return { docs: isExact ? allOf(all) : intersectLoosely(all), isExact }
    }),
  )
}
