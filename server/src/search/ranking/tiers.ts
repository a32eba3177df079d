import type { MatchField } from '@baiqicha/contract/company-summary'
import { searchKey } from '../../domain/names/company-name.ts'
import { findInitials, findSyllables, pinyinOf, type Readings, soundsOf } from '../../domain/names/pinyin.ts'
import { excerptOf, findLongFact, longFactsOf, scopeStart } from '../analysis/hit-ranges.ts'
import { exchangeOf, isHan, type QueryPlan, searchesEveryName, searchesLongText } from '../analysis/query-plan.ts'
import {
  type Brand,
  codesOf,
  englishKeys,
  englishWords,
  type NamedText,
  namesWithPinyin,
  peopleOf,
  publishedPhone,
  type SearchDocument,
  type SearchedName,
  shortNamesOf,
} from '../analysis/search-document.ts'
import type { SearchedFacts } from '../company-search.ts'
import { type Match, type Tier, tiers } from './match.ts'

/**
 * What a company must have to match on each tier. This file alone decides what matches; posting lists only propose
 * candidates.
 */
export const tierList: readonly Tier[] = Object.values(tiers)

const nameTiers = [
  tiers.exactBrand,
  tiers.exactShortened,
  tiers.exactTradeName,
  tiers.prefix,
  tiers.abbreviation,
  tiers.allTerms,
  tiers.exactPinyin,
] as const
const tiersWithin: Record<SearchedFacts, readonly Tier[]> = {
  name: [tiers.exactName, tiers.mentionedName, ...nameTiers, tiers.partialPinyin],
  formerName: [tiers.exactFormerName, tiers.mentionedName, ...nameTiers, tiers.partialPinyin],
  legalRepresentative: [tiers.person],
  member: [tiers.person],
  scope: [tiers.longText],
  address: [tiers.longText],
  phone: [tiers.phone],
  companyFacts: [
    tiers.exactName,
    tiers.exactCode,
    tiers.exactFormerName,
    tiers.mentionedName,
    ...nameTiers,
    tiers.partialPinyin,
    tiers.longText,
  ],
}
/** The tiers that can match the plan, in order. */
export const tiersOf = ({ within }: QueryPlan): readonly Tier[] => (within === null ? tierList : tiersWithin[within])

const fieldsWithin: Partial<Record<SearchedFacts, readonly MatchField[]>> = {
  name: ['name', 'shortName', 'alias', 'englishName'],
  formerName: ['formerName', 'formerShortName'],
}

/** Whether the plan searches names of this field. */
function isSearched(field: MatchField, plan: QueryPlan): boolean {
  const { within } = plan
  return within === null || searchesEveryName(plan) || (fieldsWithin[within]?.includes(field) ?? false)
}

const matchOf = (tier: Tier, { field, text }: NamedText, keys: readonly string[]): Match => ({
  tier,
  reason: { field, text },
  highlight: { keys },
})

/** What the tiers read of a company. `longText` is a getter: it is read from disk on first use. */
export type CompanyTexts = { readonly record: SearchDocument; readonly longText: string }

type Matcher = (company: CompanyTexts, plan: QueryPlan, readings: Readings) => Match | null

/** Best tier first. */
const matchers: Record<Tier, Matcher> = {
  [tiers.exactName]: ({ record }, plan) =>
    exactName('name', tiers.exactName, record, plan) ?? exactShortName(record, plan),
  [tiers.exactCode]: ({ record }, plan) => exactCode(record, plan),
  [tiers.exactFormerName]: ({ record }, plan) => exactName('formerName', tiers.exactFormerName, record, plan),
  [tiers.mentionedName]: ({ record }, plan) => mentionedName(record, plan),
  [tiers.exactBrand]: ({ record }, plan) => exactBrand(record, plan),
  [tiers.exactShortened]: ({ record }, plan) =>
    exactOrRegional(tiers.exactShortened, record.shortenedNames, record, plan),
  [tiers.exactTradeName]: ({ record }, plan, readings) =>
    exactOrRegional(tiers.exactTradeName, record.tradeNames, record, plan) ??
    (isTwoLetters(plan) ? exactPinyin(tiers.exactTradeName, record, plan, readings) : null),
  [tiers.prefix]: ({ record }, plan) => prefix(record, plan),
  [tiers.abbreviation]: ({ record }, plan) => abbreviation(record, plan),
  [tiers.allTerms]: ({ record }, plan) => allTerms(record, plan),
  [tiers.exactPinyin]: ({ record }, plan, readings) => exactPinyin(tiers.exactPinyin, record, plan, readings),
  [tiers.person]: ({ record }, plan) => person(record, plan),
  [tiers.phone]: ({ record }, plan) => publishedNumber(record, plan),
  [tiers.fuzzy]: () => null,
  [tiers.partialPinyin]: ({ record }, plan, readings) => partialPinyin(record, plan, readings),
  [tiers.longText]: (company, plan) => longText(company, plan),
}

/** The match of a company on this tier, or null. The company may match on a better tier as well. */
export const matchInTier = (tier: Tier, ...args: Parameters<Matcher>): Match | null => matchers[tier](...args)

const proveNothing = () => false

/**
 * Finds companies that match on this tier without computing why; false proves nothing. Most matches are only counted and
 * never shown.
 */
export function sureMatcher(tier: Tier, plan: QueryPlan): (company: CompanyTexts) => boolean {
  const terms = plan.alternatives[0]?.terms ?? []
  const [only] = terms
  if (!searchesEveryName(plan) || only === undefined || terms.length > 1 || only.length < 2 || !isHan(only))
    return proveNothing
  if (tier === tiers.allTerms) return ({ record }) => record.hasInNames(only)
  if (tier !== tiers.longText) return proveNothing
  return ({ longText: text }) => text.includes(only, plan.within === null ? 0 : scopeStart(text))
}

/** The match of a company on its best tier; null when it matches on none. */
export function matchCompany(company: CompanyTexts, plan: QueryPlan, readings: Readings): Match | null {
  for (const tier of tiersOf(plan)) {
    const match = matchInTier(tier, company, plan, readings)
    if (match !== null) return match
  }
  return null
}

function exactName(field: MatchField, tier: Tier, { names }: SearchDocument, plan: QueryPlan): Match | null {
  const found = names.find((name) => name.field === field && name.key === plan.key)
  return found === undefined ? null : matchOf(tier, found, [plan.key])
}

/** The short name of a stock precedes the brands that are spelled like it. A full name with that brand explains it better. */
function exactShortName(record: SearchDocument, plan: QueryPlan): Match | null {
  const isShortName = record.names.some(({ field, key }) => field === 'shortName' && key === plan.key)
  return isShortName ? exactOrRegional(tiers.exactName, record.brands, record, plan) : null
}

function exactCode(record: SearchDocument, plan: QueryPlan): Match | null {
  const { code } = plan
  if (code === null) return null
  const found = codesOf(record).find((one) => one.key === code && fitsExchange(one, plan))
  return found === undefined ? null : matchOf(tiers.exactCode, found, [code])
}

const fitsExchange = ({ field, text }: NamedText, { exchange }: QueryPlan) =>
  exchange === null || (field === 'stockCode' && exchangeOf(text) === exchange)

function mentionedName({ names }: SearchDocument, plan: QueryPlan): Match | null {
  const found = names.find(
    ({ field, key }) =>
      (field === 'name' || field === 'formerName') && plan.mentions.includes(key) && isSearched(field, plan),
  )
  if (found === undefined) return null
  return {
    tier: tiers.mentionedName,
    reason: { field: 'mentionedName', text: found.text },
    highlight: { keys: [found.key] },
  }
}

function exactBrand(record: SearchDocument, plan: QueryPlan): Match | null {
  const englishNames = isSearched('englishName', plan) ? record.englishNames : []
  const english = (wanted: string): Match | null => {
    const text = englishNames.find((name) => englishKeys(name).includes(wanted))
    return text === undefined ? null : matchOf(tiers.exactBrand, { field: 'englishName', text }, [wanted])
  }
  const regional = () =>
    plan.alternatives
      .map(({ region, rest }) => (region !== null && record.regions.includes(region) ? english(rest) : null))
      .find((match) => match !== null)
  return english(plan.key) ?? exactOrRegional(tiers.exactBrand, record.brands, record, plan) ?? regional() ?? null
}

/** The keyword is a brand, or a brand and the region of the company. */
function exactOrRegional(tier: Tier, brands: readonly Brand[], record: SearchDocument, plan: QueryPlan): Match | null {
  const nameOf = (wanted: string): SearchedName | undefined => {
    for (const { name: at, key } of brands) {
      const name = record.names[at]
      if (key === wanted && name !== undefined && isSearched(name.field, plan)) return name
    }
    return undefined
  }
  const exact = nameOf(plan.key)
  if (exact !== undefined) return matchOf(tier, exact, [plan.key])
  for (const { region, rest } of plan.alternatives) {
    const local = region !== null && record.regions.includes(region) ? nameOf(rest) : undefined
    if (local !== undefined) return matchOf(tier, local, [rest])
  }
  return null
}

const LONGEST_ABBREVIATION = 4

/** Whether the keyword can be an abbreviation of a longer name. 中国公司 is none of an alias that ends with 公司. */
export const isAbbreviation = ({ key, isHan: isHanKey, isSingle }: QueryPlan) =>
  isHanKey && !isSingle && key.length <= LONGEST_ABBREVIATION && !key.endsWith('公司')

function abbreviation(record: SearchDocument, plan: QueryPlan): Match | null {
  if (!isAbbreviation(plan)) return null
  const found = shortNamesOf(record).find(
    ({ name, key }) => isSearched(name.field, plan) && isAbbreviated(key, plan.key),
  )
  return found === undefined ? null : matchOf(tiers.abbreviation, found.name, [plan.key])
}

/** Whether `name` starts with the first character of `short` and contains the others in this order. */
function isAbbreviated(name: string, short: string): boolean {
  if (name.charCodeAt(0) !== short.charCodeAt(0)) return false
  let found = 0
  for (let at = 0; at < name.length && found < short.length; at += 1) {
    if (name.charCodeAt(at) === short.charCodeAt(found)) found += 1
  }
  return found === short.length
}

const startsWithKey = ({ key, start }: SearchedName, wanted: string) =>
  key.startsWith(wanted) || (start > 0 && key.startsWith(wanted, start))

function prefix(record: SearchDocument, plan: QueryPlan): Match | null {
  const { key, code } = plan
  const named = record.names.find((name) => startsWithKey(name, key) && isSearched(name.field, plan))
  if (named !== undefined) return matchOf(tiers.prefix, named, [key])
  const isEnglishSearched = !plan.isSingle && !plan.isHan && isSearched('englishName', plan)
  const english = isEnglishSearched ? record.englishNames.find((name) => searchKey(name).startsWith(key)) : undefined
  if (english !== undefined) return matchOf(tiers.prefix, { field: 'englishName', text: english }, [key])
  if (code === null || !searchesEveryName(plan)) return null
  const prefixed = codesOf(record).find(
    (one) => one.field !== 'organisationCode' && one.key.startsWith(code) && fitsExchange(one, plan),
  )
  return prefixed === undefined ? null : matchOf(tiers.prefix, prefixed, [code])
}

function allTerms(record: SearchDocument, plan: QueryPlan): Match | null {
  if (plan.isSingle) return null
  const english = plan.isHan ? [] : record.englishNames.map(englishText)
  const texts = [...record.names.map(hanText), ...english].filter(({ field }) => isSearched(field, plan))
  for (const { terms } of plan.alternatives) {
    const isElsewhere = (term: string) =>
      terms.length > 1 && (record.regions.includes(term) || (plan.within === null && hasPerson(record, term)))
    if (!terms.every((term) => texts.some((text) => text.has(term)) || isElsewhere(term))) continue
    const counts = texts.map((text) => terms.filter(text.has).length)
    const best = texts[counts.indexOf(Math.max(1, ...counts))]
    if (best !== undefined) return matchOf(tiers.allTerms, best, terms.filter(best.has))
  }
  return null
}

const hasPerson = (record: SearchDocument, term: string) => peopleOf(record).some((name) => searchKey(name) === term)

type SearchedText = NamedText & { has: (term: string) => boolean }

const hanText = ({ field, text, key }: SearchedName): SearchedText => ({
  field,
  text,
  has: (term) => key.includes(term),
})

function englishText(text: string): SearchedText {
  const words = [...englishWords(text), searchKey(text)]
  return { field: 'englishName', text, has: (term) => !isHan(term) && words.some((word) => word.startsWith(term)) }
}

/** Two letters are the initials of a brand (hw) before they are the start of an English word. */
export const isTwoLetters = ({ isLatin, key }: QueryPlan) => isLatin && /^[a-z]{2}$/.test(key)

function exactPinyin(tier: Tier, record: SearchDocument, plan: QueryPlan, readings: Readings): Match | null {
  if (!plan.isLatin || plan.isSingle) return null
  for (const { name: at, key } of [...record.brands, ...record.shortenedNames, ...record.tradeNames]) {
    const name = record.names[at]
    if (name === undefined || !isSearched(name.field, plan)) continue
    const { full, initials } = pinyinOf(key, readings)
    const field = full.includes(plan.key) ? 'pinyin' : initials.includes(plan.key) ? 'initials' : null
    if (field !== null) return { tier, reason: { field, text: name.text }, highlight: { keys: [key] } }
  }
  return null
}

/** The legal representative comes first: it explains a match better than one of many members. */
function person({ legalRepresentative, members }: SearchDocument, { key, within }: QueryPlan): Match | null {
  if (within !== 'member' && legalRepresentative !== null && searchKey(legalRepresentative) === key) {
    return matchOf(tiers.person, { field: 'legalRepresentative', text: legalRepresentative }, [key])
  }
  const text = within === 'legalRepresentative' ? undefined : members.find((name) => searchKey(name) === key)
  return text === undefined ? null : matchOf(tiers.person, { field: 'member', text }, [key])
}

function publishedNumber(record: SearchDocument, plan: QueryPlan): Match | null {
  const text = plan.phone === null ? null : publishedPhone(record, plan.phone)
  if (text === null) return null
  return { tier: tiers.phone, reason: { field: 'phone', text }, highlight: { ranges: [[0, text.length]] } }
}

function partialPinyin(record: SearchDocument, plan: QueryPlan, readings: Readings): Match | null {
  if (plan.syllables.length === 0 && plan.initials === null) return null
  for (const { name, key } of namesWithPinyin(record)) {
    if (!isSearched(name.field, plan)) continue
    const sounds = soundsOf(key, readings)
    if (sounds === null) continue
    for (const syllables of plan.syllables) {
      const range = findSyllables(sounds, syllables)
      if (range !== null) return partial('pinyin', name.text, range)
    }
    const range = plan.initials === null ? null : findInitials(sounds, plan.initials)
    if (range !== null) return partial('initials', name.text, range)
  }
  return null
}

/**
 * `characters` refer to the core of the name. The core is a prefix of the name, so they are valid for the whole name.
 */
const partial = (field: 'pinyin' | 'initials', text: string, characters: readonly [number, number]): Match => ({
  tier: tiers.partialPinyin,
  reason: { field, text },
  highlight: { characters },
})

/** Longer codes and numbers are not searched in scopes and addresses, unless the plan is limited to those. */
const LONGEST_NUMBER = 4

/** The terms that one long text must contain; null when the plan does not search long texts. */
export function longTextTerms(plan: QueryPlan): readonly string[] | null {
  const { alternatives, code, phone } = plan
  const isNumber = phone !== null || (code !== null && code.length > LONGEST_NUMBER)
  if (isNumber && searchesEveryName(plan)) return null
  const terms = alternatives[0]?.terms ?? []
  return terms.length > 0 && terms.every((term) => term.length >= 2) ? terms : null
}

function longText(company: CompanyTexts, plan: QueryPlan): Match | null {
  const terms = longTextTerms(plan)
  if (terms === null) return null
  const facts = longFactsOf(company.longText).filter(({ field }) => searchesLongText(plan, field))
  const fact = findLongFact(facts, terms)
  if (fact === null) return null
  const { text, ranges } = excerptOf(fact.text, terms)
  return { tier: tiers.longText, reason: { field: fact.field, text }, highlight: { ranges } }
}
