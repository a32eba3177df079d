import { coreName } from '../../../domain/names/company-name.ts'
import { pinyinOf } from '../../../domain/names/pinyin.ts'
import { isWholeCodeStart, wordTerm } from '../../analysis/company-terms.ts'
import { bigramsOf, startToken, termToken, textTokens } from '../../analysis/company-tokens.ts'
import { statedTermGroupsOf, type ValueRange, valueRangesOf } from '../../analysis/filters.ts'
import type { Pronunciation } from '../../analysis/pronunciation.ts'
import {
  abbreviationTerms,
  exchangeOf,
  initialsTerms,
  isHan,
  type QueryPlan,
  searchesEveryName,
  searchesLongText,
  syllableTermGroups,
  wordsOf,
} from '../../analysis/query-plan.ts'
import { characterTerm, partTerm, startTerm, type Term, wholeTerm } from '../../analysis/term.ts'
import type { CompanyFilters } from '../../company-search.ts'
import { type Tier, tiers } from '../../ranking/match.ts'
import { isAbbreviation, isTwoLetters, longTextTerms, tierList, tiersOf } from '../../ranking/tiers.ts'
import { typoVariants } from '../../ranking/typo-correction.ts'
import type { IndexDocument } from '../index-mapping.ts'

/** A clause of the query language of OpenSearch. */
export type SearchClause = { [type: string]: unknown }

type Field = keyof IndexDocument

export const allClauses = (clauses: readonly SearchClause[]): SearchClause => ({ bool: { filter: clauses } })
const anyClause = (clauses: readonly SearchClause[]): SearchClause =>
  clauses.length === 1 && clauses[0] !== undefined ? clauses[0] : { bool: { should: clauses } }
const scoredAs = (filter: SearchClause, boost: number): SearchClause => ({ constant_score: { filter, boost } })
const tokens = (field: Field, values: readonly string[]): SearchClause => ({ terms: { [field]: values } })
const terms = (field: Field, values: readonly Term[]): SearchClause => tokens(field, values.map(termToken))
/** Every term, or one of each group of terms. Without terms nothing matches. */
const eachTerm = (field: Field, groups: readonly (Term | readonly Term[])[]): SearchClause =>
  groups.length === 0 ? { match_none: {} } : allClauses(groups.map((group) => terms(field, [group].flat())))
const phrase = (field: Field, bigrams: readonly string[]): SearchClause => ({
  match_phrase: { [field]: bigrams.join(' ') },
})

/** The conditions that a company must meet. */
export const filterClauses = (filters: CompanyFilters, now: number): SearchClause[] => [
  ...statedTermGroupsOf(filters).map((group) => terms('terms', group)),
  ...valueRangesOf(filters, now).map(rangeClause),
]

function rangeClause({ value, least, most, excludesLeast, excludesMost }: ValueRange): SearchClause {
  const field: Field = value === 'foundedOn' ? 'founded_on' : value
  const bounds: Record<string, number> = {}
  if (Number.isFinite(least)) bounds[excludesLeast ? 'gt' : 'gte'] = least
  if (Number.isFinite(most)) bounds[excludesMost ? 'lt' : 'lte'] = most
  return Object.keys(bounds).length === 0 ? { exists: { field } } : { range: { [field]: bounds } }
}

/** Fields of the names in use, and of the former ones; `exact`: the kind of a full name. */
const nameFields = [
  { terms: 'terms', texts: 'names', exact: 'exactName' },
  { terms: 'former_terms', texts: 'former_names', exact: 'exactFormerName' },
] as const
type NameFields = (typeof nameFields)[number]
const [today, formerly] = nameFields

/** The fields of the names that the plan searches. */
const fieldsOf = (plan: QueryPlan): readonly NameFields[] =>
  searchesEveryName(plan) ? nameFields : [plan.within === 'formerName' ? formerly : today]

export const tierOfScore = (score: number): Tier | undefined => tierList[tierList.length - score]

/**
 * The companies that match a plan. The score of a company is that of its best tier, so a better tier always precedes; each
 * clause has one score, so OpenSearch leaves out the lower tiers once the page is full.
 */
export function keywordClause(plan: QueryPlan, pronunciation: Pronunciation, pinned: readonly string[]): SearchClause {
  const allowed = tiersOf(plan)
  const ranked = tierClauses(plan, pronunciation).flatMap(({ tier, clause }) =>
    clause === null || !allowed.includes(tier) ? [] : [scoredAs(clause, tierList.length - tier)],
  )
  const first = tierList.length + pinned.length
  const queries = [...pinned.map((id, at) => scoredAs({ ids: { values: [id] } }, first - at)), ...ranked]
  return queries.length === 0 ? { match_none: {} } : { dis_max: { queries } }
}

/** Companies with one of these full names, today or formerly. */
export const exactNameClause = (names: readonly string[]): SearchClause =>
  anyClause(nameFields.map((fields) => exactlyNamed(fields, names)))

function exactlyNamed({ terms: field, exact }: NameFields, names: readonly string[]): SearchClause {
  const exactTerms = names.map((name) => wholeTerm(exact, name))
  return terms(field, exactTerms)
}

/** null: no company can match the plan on this tier. */
type TierClause = { tier: Tier; clause: SearchClause | null }

function tierClauses(plan: QueryPlan, pronunciation: Pronunciation): TierClause[] {
  const { key, phone, mentions } = plan
  const searched = fieldsOf(plan)
  return [
    { tier: tiers.exactName, clause: exactlyNamed(today, [key]) },
    { tier: tiers.exactFormerName, clause: exactlyNamed(formerly, [key]) },
    ...(mentions.length === 0 ? [] : searched).map((fields) => ({
      tier: tiers.mentionedName,
      clause: exactlyNamed(fields, mentions),
    })),
    ...searched.flatMap((fields) => nameClauses(plan, fields, pronunciation)),
    ...codeClauses(plan),
    { tier: tiers.allTerms, clause: plan.isSingle ? null : anyClause(wordsOf(plan).map((all) => allTerms(all, plan))) },
    { tier: tiers.person, clause: personClause(plan) },
    { tier: tiers.phone, clause: phone === null ? null : terms('terms', [wholeTerm('phone', phone)]) },
    { tier: tiers.longText, clause: longTextClause(plan) },
  ]
}

function nameClauses(plan: QueryPlan, fields: NameFields, pronunciation: Pronunciation): TierClause[] {
  const { key, alternatives } = plan
  /** The keyword, or what is left of it without the region of the company. */
  const brand = (termOf: (text: string) => Term): SearchClause => {
    const regional = alternatives.flatMap(({ region, rest }) => {
      if (region === null) return []
      return [allClauses([terms(fields.terms, [termOf(rest)]), terms('terms', [partTerm('region', region)])])]
    })
    return anyClause([terms(fields.terms, [termOf(key)]), ...regional])
  }
  const isPinyin = plan.isLatin && !plan.isSingle
  return [
    { tier: tiers.exactBrand, clause: brand((text) => wholeTerm('exactBrand', text)) },
    { tier: tiers.exactShortened, clause: brand((text) => partTerm('shortened', text)) },
    { tier: tiers.exactTradeName, clause: brand((text) => wholeTerm('exactTradeName', text)) },
    { tier: tiers.prefix, clause: startingWith(plan, fields) },
    { tier: tiers.partialPinyin, clause: partialPinyin(plan, fields, pronunciation) },
    {
      tier: isTwoLetters(plan) ? tiers.exactTradeName : tiers.exactPinyin,
      clause: isPinyin ? terms(fields.terms, [wholeTerm('exactPinyin', key)]) : null,
    },
    { tier: tiers.abbreviation, clause: isAbbreviation(plan) ? abbreviation(key, fields) : null },
  ]
}

function startingWith({ key, isHan: isHanKey, isSingle }: QueryPlan, fields: NameFields): SearchClause {
  if (isSingle) return terms(fields.terms, [startTerm(key.slice(0, 1))])
  const [first = '', ...others] = bigramsOf(key)
  const start = phrase(fields.texts, others.length === 0 ? [startToken(first)] : [startToken(first), first, ...others])
  return isHanKey ? start : anyClause([start, tokens(fields.terms, [textTokens.englishStart(key)])])
}

function abbreviation(key: string, { terms: field }: NameFields): SearchClause {
  const [, ...others] = Array.from(key)
  const inOrder = others.slice(1).map((other, at) => tokens(field, [textTokens.inOrder(others[at] ?? '', other)]))
  return allClauses([eachTerm(field, abbreviationTerms(key)), ...inOrder])
}

function partialPinyin(plan: QueryPlan, { terms: field }: NameFields, pronunciation: Pronunciation): SearchClause {
  const splits = plan.syllables.map((syllables) => eachTerm(field, syllableTermGroups(syllables, pronunciation)))
  return anyClause([...splits, eachTerm(field, initialsTerms(plan.initials ?? ''))])
}

function codeClauses(plan: QueryPlan): TierClause[] {
  const { code, exchange } = plan
  if (code === null || !searchesEveryName(plan) || (exchange !== null && exchangeOf(code) !== exchange)) return []
  // Many codes have a short beginning in common; the others are few enough to be looked up in the list of all codes.
  const start = isWholeCodeStart(code) ? terms('terms', [partTerm('codePrefix', code)]) : { prefix: { codes: code } }
  return [
    { tier: tiers.exactCode, clause: terms('terms', [wholeTerm('exactCode', code)]) },
    { tier: tiers.prefix, clause: exchange === null ? start : null },
  ]
}

function personClause({ key, within }: QueryPlan): SearchClause {
  const legalRepresentative = within === 'member' ? [] : [textTokens.legalRepresentative(key)]
  const member = within === 'legalRepresentative' ? [] : [textTokens.member(key)]
  return tokens('terms', [...legalRepresentative, ...member])
}

/** Companies with every term, at least one of them in a name; the others may be its region or a person of it. */
function allTerms(all: readonly string[], plan: QueryPlan): SearchClause {
  const inNames = (term: string) => anyClause(fieldsOf(plan).flatMap((fields) => containing(term, fields)))
  const named = anyClause(all.map(inNames))
  if (all.length === 1) return named
  const anywhere = all.map((term) => {
    const person = plan.within === null ? [wholeTerm('person', term)] : []
    return anyClause([inNames(term), terms('terms', [partTerm('region', term), ...person])])
  })
  return allClauses([...anywhere, named])
}

/** A term in a name, or at the start of an English word. */
function containing(term: string, fields: NameFields): SearchClause[] {
  const isOne = Array.from(term).length === 1
  const inName = isOne ? terms(fields.terms, [characterTerm('name', term, 0)]) : phrase(fields.texts, bigramsOf(term))
  return isHan(term) ? [inName] : [inName, terms(fields.terms, [wordTerm(term)])]
}

function longTextClause(plan: QueryPlan): SearchClause | null {
  const all = longTextTerms(plan)
  if (all === null) return null
  const searched = (['scope', 'address'] as const).filter((field) => searchesLongText(plan, field))
  return anyClause(searched.map((field) => allClauses(all.map((term) => phrase(field, bigramsOf(term))))))
}

/** One typo changes at most three consecutive bigrams. */
const MOST_SPOILED = 3
/** A typo may leave a keyword up to this length without an intact bigram. */
const LONGEST_SPOILED = 5
/** Score of a short name with one character left out, or one that sounds the same: more than any number of bigrams. */
const CLOSE = 100

/** The score is the number of values that match. */
function someOf(field: Field, values: readonly string[], least: number): SearchClause {
  const should = values.map((value) => scoredAs(tokens(field, [value]), 1))
  return { bool: { should, minimum_should_match: Math.max(1, least) } }
}

/**
 * Companies with a name that may be one typo away, likely ones first: those with the most intact parts of the text. Its legal form
 * is not looked up: nearly every name has it.
 */
export function typoClause(typed: string, { readings }: Pronunciation): SearchClause {
  const core = coreName(typed)
  const close: Term[] = [
    ...typoVariants(typed).map((text) => partTerm('deletion', text)),
    ...pinyinOf(typed, readings).full.map((spelling) => wholeTerm('exactPinyin', spelling)),
  ]
  const bigrams = bigramsOf(core)
  const characters = core.length <= LONGEST_SPOILED ? Array.from(core) : []
  const single = characters.map((one) => termToken(characterTerm('name', one, 0)))
  const clauses = nameFields.flatMap((fields) => [
    scoredAs(terms(fields.terms, close), CLOSE),
    someOf(fields.texts, bigrams, bigrams.length - MOST_SPOILED),
    ...(single.length < 2 ? [] : [someOf(fields.terms, single, single.length - 1)]),
  ])
  return { bool: { should: clauses, minimum_should_match: 1 } }
}
