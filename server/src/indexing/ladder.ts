import type { MatchReason } from '@baiqicha/contract/company-summary'
import { coreName, nameKey, searchKey, withoutRegion, withoutSigns } from '../domain/company-name.ts'
import { findInitials, findSyllables, pinyinOf, type Readings, soundsOf } from '../domain/pinyin.ts'
import {
  type Brand,
  brandsOf,
  type CompanyFacts,
  codesOf,
  englishKeys,
  englishWords,
  hanNames,
  type NamedText,
  tradeNamesOf,
} from './company-facts.ts'
import { exchangeOf, type Plan } from './keyword.ts'

/**
 * The ranking ladder: each rung beats the next. This file alone decides what matches and how well;
 * the posting lists only propose companies.
 */
export const rungs = {
  exactName: 0,
  exactCode: 1,
  exactFormerName: 2,
  exactBrand: 3,
  /** What is left of a full name without region and trade; a name somebody really uses comes first. */
  exactTradeName: 4,
  prefix: 5,
  allTerms: 6,
  exactPinyin: 7,
  person: 8,
  /** One slip away: answered for a corrected keyword, and only where nothing else answers (correction.ts). */
  fuzzy: 9,
  partialPinyin: 10,
} as const
export type Rung = (typeof rungs)[keyof typeof rungs]

/** What of `reason.text` was met: these keys, or this half-open range of characters of its search key. */
type Met = { keys: readonly string[] } | { characters: readonly [number, number] }

export type Match = { rung: Rung; reason: MatchReason; met: Met }

const matchAt = (rung: Rung, { field, text }: NamedText, keys: readonly string[]): Match => ({
  rung,
  reason: { field, text },
  met: { keys },
})

/** A company that answers. `doc` is its place in rank order. */
export type Found = { doc: number; facts: CompanyFacts; match: Match }

type Matcher = (facts: CompanyFacts, plan: Plan, readings: Readings) => Match | null

/** Best rung first. */
const matchers: Record<Rung, Matcher> = {
  [rungs.exactName]: exactNameMatch,
  [rungs.exactCode]: exactCodeMatch,
  [rungs.exactFormerName]: exactFormerNameMatch,
  [rungs.exactBrand]: brandMatch,
  [rungs.exactTradeName]: tradeNameMatch,
  [rungs.prefix]: prefixMatch,
  [rungs.allTerms]: termsMatch,
  [rungs.exactPinyin]: exactPinyinMatch,
  [rungs.person]: personMatch,
  [rungs.fuzzy]: () => null,
  [rungs.partialPinyin]: partialPinyinMatch,
}

/** Whether a company answers the plan on this rung, and why; it may do so on a better one as well. */
export const matchOnRung = (rung: Rung, ...given: Parameters<Matcher>): Match | null => matchers[rung](...given)

/** The best rung on which a company answers the plan, and why; null where it does not. */
export function matchCompany(...given: Parameters<Matcher>): Match | null {
  for (const rung of Object.values(rungs)) {
    const match = matchOnRung(rung, ...given)
    if (match !== null) return match
  }
  return null
}

function exactNameMatch({ name }: CompanyFacts, { key }: Plan): Match | null {
  return searchKey(name) === key ? matchAt(rungs.exactName, { field: 'name', text: name }, [key]) : null
}

function exactCodeMatch(facts: CompanyFacts, plan: Plan): Match | null {
  const { code } = plan
  if (code === null) return null
  const found = codesOf(facts).find((one) => one.key === code && fitsExchange(one, plan))
  return found === undefined ? null : matchAt(rungs.exactCode, found, [code])
}

function exactFormerNameMatch({ formerNames }: CompanyFacts, { key }: Plan): Match | null {
  const text = formerNames.find((name) => searchKey(name) === key)
  return text === undefined ? null : matchAt(rungs.exactFormerName, { field: 'formerName', text }, [key])
}

const fitsExchange = ({ field, text }: NamedText, { exchange }: Plan) =>
  exchange === null || (field === 'stockCode' && exchangeOf(text) === exchange)

function brandMatch(facts: CompanyFacts, plan: Plan): Match | null {
  const { key } = plan
  const english = facts.englishNames.find((name) => englishKeys(name).includes(key))
  if (english !== undefined) return matchAt(rungs.exactBrand, { field: 'englishName', text: english }, [key])
  return exactOrLocal(rungs.exactBrand, brandsOf(facts), facts, plan)
}

function tradeNameMatch(facts: CompanyFacts, plan: Plan): Match | null {
  return exactOrLocal(rungs.exactTradeName, tradeNamesOf(facts), facts, plan)
}

/** The keyword is the brand, or the brand and the region where the company is. */
function exactOrLocal(rung: Rung, brands: readonly Brand[], { regions }: CompanyFacts, plan: Plan): Match | null {
  const exact = brands.find(({ key }) => key === plan.key)
  if (exact !== undefined) return matchAt(rung, exact, [plan.key])
  for (const { region, rest } of plan.alternatives) {
    const local = region !== null && regions.includes(region) ? brands.find(({ key }) => key === rest) : undefined
    if (local !== undefined) return matchAt(rung, local, [rest])
  }
  return null
}

/** What a name begins with: its own key, and what follows a region at its head. */
export function beginningsOf({ field, text }: NamedText, regions: readonly string[]): string[] {
  const key = searchKey(text)
  if (field !== 'name' && field !== 'formerName') return [key]
  const rest = withoutRegion(key, regions)
  return rest === key ? [key] : [key, rest]
}

function prefixMatch(facts: CompanyFacts, plan: Plan): Match | null {
  const { key } = plan
  const named = hanNames(facts).find((name) => beginningsOf(name, facts.regions).some((start) => start.startsWith(key)))
  if (named !== undefined) return matchAt(rungs.prefix, named, [key])
  const english = plan.isSingle ? undefined : facts.englishNames.find((name) => searchKey(name).startsWith(key))
  if (english !== undefined) return matchAt(rungs.prefix, { field: 'englishName', text: english }, [key])
  const { code } = plan
  if (code === null) return null
  const begun = codesOf(facts).find(
    (one) => one.field !== 'organisationCode' && one.key.startsWith(code) && fitsExchange(one, plan),
  )
  return begun === undefined ? null : matchAt(rungs.prefix, begun, [code])
}

function termsMatch(facts: CompanyFacts, { alternatives, isSingle }: Plan): Match | null {
  if (isSingle) return null
  const person = facts.legalRepresentative === null ? null : searchKey(facts.legalRepresentative)
  const texts = [...hanNames(facts).map(hanText), ...facts.englishNames.map(englishText)]
  for (const { terms } of alternatives) {
    const isElsewhere = (term: string) => terms.length > 1 && (facts.regions.includes(term) || person === term)
    if (!terms.every((term) => texts.some((text) => text.has(term)) || isElsewhere(term))) continue
    const counts = texts.map((text) => terms.filter(text.has).length)
    const best = texts[counts.indexOf(Math.max(1, ...counts))]
    if (best !== undefined) return matchAt(rungs.allTerms, best, terms.filter(best.has))
  }
  return null
}

type SearchedText = NamedText & { has: (term: string) => boolean }

function hanText({ field, text }: NamedText): SearchedText {
  const key = searchKey(text)
  return { field, text, has: (term) => key.includes(term) }
}

function englishText(text: string): SearchedText {
  const words = [...englishWords(text), searchKey(text)]
  return { field: 'englishName', text, has: (term) => words.some((word) => word.startsWith(term)) }
}

function exactPinyinMatch(facts: CompanyFacts, plan: Plan, readings: Readings): Match | null {
  if (!plan.isLatin || plan.isSingle) return null
  for (const { text, key } of [...brandsOf(facts), ...tradeNamesOf(facts)]) {
    const { full, initials } = pinyinOf(key, readings)
    const field = full.includes(plan.key) ? 'pinyin' : initials.includes(plan.key) ? 'initials' : null
    if (field !== null) return { rung: rungs.exactPinyin, reason: { field, text }, met: { keys: [key] } }
  }
  return null
}

function personMatch({ legalRepresentative: text }: CompanyFacts, { key }: Plan): Match | null {
  if (text === null || searchKey(text) !== key) return null
  return matchAt(rungs.person, { field: 'legalRepresentative', text }, [key])
}

/** The texts whose sounds can be met in part: short names whole, full names up to their legal form. */
export function soundedNames(facts: CompanyFacts): (NamedText & { key: string })[] {
  return hanNames(facts).map(({ field, text }) => ({
    field,
    text,
    key: withoutSigns(field === 'name' || field === 'formerName' ? coreName(nameKey(text)) : nameKey(text)),
  }))
}

function partialPinyinMatch(facts: CompanyFacts, plan: Plan, readings: Readings): Match | null {
  if (plan.syllables.length === 0 && plan.initials === null) return null
  for (const { text, key } of soundedNames(facts)) {
    const sounds = soundsOf(key, readings)
    if (sounds === null) continue
    for (const syllables of plan.syllables) {
      const range = findSyllables(sounds, syllables)
      if (range !== null) return partial('pinyin', text, range)
    }
    const range = plan.initials === null ? null : findInitials(sounds, plan.initials)
    if (range !== null) return partial('initials', text, range)
  }
  return null
}

/** The core of a name is its beginning, so that its characters count the same in the whole name. */
const partial = (field: 'pinyin' | 'initials', text: string, characters: readonly [number, number]): Match => ({
  rung: rungs.partialPinyin,
  reason: { field, text },
  met: { characters },
})
