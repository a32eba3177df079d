import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import { parsePhoneNumber } from '../../domain/contacts/contact-value.ts'
import { searchKey } from '../../domain/names/company-name.ts'
import { cutIntoSyllables, type Syllables, type SyllableTable } from '../../domain/names/pinyin.ts'
import type { SearchedFacts } from '../company-search.ts'
import type { Pronunciation } from './pronunciation.ts'
import { abbreviationTerm, initialsTerm, syllablesTerm, type Term } from './term.ts'

/** What the planner needs from the index: the words that are regions, the full names, and the pinyin syllables. */
export type Vocabulary = {
  isRegion: (word: string) => boolean
  /** Whether a company has or had this full name, given by its search key. */
  isName: (key: string) => boolean
  syllables: SyllableTable
}

/**
 * One way to read a keyword. A company matches when it has all `terms`; `region`, one of them, also matches by the
 * location of the company. `rest` is the keyword without the region.
 */
type Alternative = { terms: readonly string[]; region: string | null; rest: string }

/** A keyword, parsed once per query. */
export type QueryPlan = {
  /** The keyword as written, cut to KEYWORD_LIMIT. */
  text: string
  /** The search key: normalised, without spaces and signs. Never empty. */
  key: string
  /** One character. It is compared with whole brands and with the start of names only. */
  isSingle: boolean
  /** Letters and digits only: the only input that can be pinyin. */
  isLatin: boolean
  /** Han characters only. */
  isHan: boolean
  /** The keyword as a code, without the exchange; null when it cannot be a code. */
  code: string | null
  /** The exchange written with a stock code: `sh`, `sz` or `bj`; null when there is none. */
  exchange: string | null
  /** The digits of a phone number; null when the keyword is not one. */
  phone: string | null
  alternatives: readonly Alternative[]
  /** Search keys of the full names in a longer text, as it is pasted. */
  mentions: readonly string[]
  syllables: readonly Syllables[]
  initials: string | null
  /** The only kind of fact that is searched; null for all. */
  within: SearchedFacts | null
}

/** Whether names of every field are searched, so that a term proves a match by name. */
export const searchesEveryName = ({ within }: QueryPlan): boolean => within === null || within === 'companyFacts'

/** Whether long texts of this field are searched. */
export const searchesLongText = ({ within }: QueryPlan, field: 'scope' | 'address'): boolean =>
  within === null || within === field || (within === 'companyFacts' && field === 'scope')

/** The shortest keyword that is compared with codes. */
const SHORTEST_CODE = 2
const SHORTEST_INITIALS = 3
const LONGEST_PINYIN = 48
const MOST_TERMS = 12

/** Whether the key contains Han characters only. Such words are not searched in English names. */
export const isHan = (key: string) => /^\p{Script=Han}+$/u.test(key)

/** Parses `keyword`; null when it contains nothing that can be searched. */
export function planQuery(
  keyword: string,
  vocabulary: Vocabulary,
  within: SearchedFacts | null = null,
): QueryPlan | null {
  const text = Array.from(keyword.normalize('NFKC').trim()).slice(0, KEYWORD_LIMIT).join('')
  const key = searchKey(text)
  if (key === '') return null
  const words = text.split(/[^\p{L}\p{N}\p{M}]+/u).map(searchKey)
  const terms = [...new Set(words.filter((word) => word !== ''))].slice(0, MOST_TERMS)
  const isLatin = /^[a-z0-9]+$/.test(key)
  const isPinyin = isLatin && key.length <= LONGEST_PINYIN && !/\d{3}/.test(key)
  return {
    text,
    key,
    isSingle: Array.from(key).length === 1,
    isLatin,
    isHan: isHan(key),
    ...readCode(text),
    phone: parsePhoneNumber(text),
    alternatives: readAlternatives(key, terms, vocabulary),
    mentions: mentionsIn(key, vocabulary),
    syllables: isPinyin ? cutIntoSyllables(key, vocabulary.syllables).filter(isSpecific) : [],
    initials: isPinyin && key.length >= SHORTEST_INITIALS ? key : null,
    within,
  }
}

/** False for a single incomplete syllable: it is about one letter, which would match the middle of most names. */
const isSpecific = ({ whole, tail }: Syllables) => whole.length > 1 || (whole.length === 1 && tail.length !== 1)

function readCode(text: string): { code: string | null; exchange: string | null } {
  const key = searchKey(text)
  const stock = /^(?<before>sh|sz|bj)?(?<digits>\d{6})(?<after>sh|ss|sz|bj)?$/.exec(key)?.groups
  const exchange = stock?.['before'] ?? stock?.['after'] ?? null
  if (stock?.['digits'] !== undefined && exchange !== null) {
    return { code: stock['digits'], exchange: exchange === 'ss' ? 'sh' : exchange }
  }
  const isCode = key.length >= SHORTEST_CODE && /^[a-z0-9]*\d[a-z0-9]*$/.test(key)
  return { code: isCode ? key : null, exchange: null }
}

/** The exchange that lists this stock code; null when the code does not say. */
export function exchangeOf(stockCode: string): string | null {
  if (!/^\d{6}$/.test(stockCode)) return null
  if (/^(?:4|8|92)/.test(stockCode)) return 'bj'
  if (/^[569]/.test(stockCode)) return 'sh'
  return /^[0-3]/.test(stockCode) ? 'sz' : null
}

function readAlternatives(key: string, terms: readonly string[], { isRegion }: Vocabulary): Alternative[] {
  const plain: Alternative = { terms, region: null, rest: key }
  if (terms.length > 1) {
    const regions = terms.filter(isRegion)
    const places = regions.map((region) => {
      const others = terms.filter((term) => term !== region)
      return { terms, region, rest: others.join('') }
    })
    return [plain, ...places]
  }
  return [plain, ...regionSplits(key, isRegion).map(({ region, rest }) => ({ terms: [region, rest], region, rest }))]
}

const nameEnd = /公司|合伙|企业|合作社|事务所|中心|厂/gu
const SHORTEST_MENTION = 6
const LONGEST_MENTION = 50
/** Bounds the time of a text of many such words. */
const MOST_NAME_ENDS = 6

/** Where a full name within the text may end, the last end first. */
function possibleEnds(key: string): number[] {
  if (key.length <= SHORTEST_MENTION) return []
  const ends = [...key.matchAll(nameEnd)].map(({ 0: ending, index }) => index + ending.length)
  return ends.slice(-MOST_NAME_ENDS).toReversed()
}

const firstStart = (end: number) => Math.max(0, end - LONGEST_MENTION)

/** Every text that `planQuery` may look up as a full name for this key: the key and its parts. */
export function possibleNames(key: string): string[] {
  const names = new Set<string>()
  for (const end of possibleEnds(key)) {
    names.add(key)
    for (let start = firstStart(end); start + SHORTEST_MENTION <= end; start += 1) names.add(key.slice(start, end))
  }
  return [...names]
}

/** The longest full names in a text that is no full name itself, the last one first. They do not overlap. */
function mentionsIn(key: string, { isName }: Vocabulary): string[] {
  const ends = possibleEnds(key)
  if (ends.length === 0 || isName(key)) return []
  const mentions: string[] = []
  let free = key.length
  for (const end of ends) {
    if (end > free) continue
    for (let start = firstStart(end); start + SHORTEST_MENTION <= end; start += 1) {
      const name = key.slice(start, end)
      if (!isName(name)) continue
      mentions.push(name)
      free = start
      break
    }
  }
  return mentions
}

const LONGEST_REGION = 12

/** Splits 深圳比亚迪 and 比亚迪深圳 into region and rest, with the longest region at each end. */
function regionSplits(key: string, isRegion: (word: string) => boolean) {
  const splits: { region: string; rest: string }[] = []
  for (let length = Math.min(LONGEST_REGION, key.length - 2); length >= 2; length -= 1) {
    if (!isRegion(key.slice(0, length))) continue
    splits.push({ region: key.slice(0, length), rest: key.slice(length) })
    break
  }
  for (let length = Math.min(LONGEST_REGION, key.length - 2); length >= 2; length -= 1) {
    if (!isRegion(key.slice(-length))) continue
    splits.push({ region: key.slice(-length), rest: key.slice(0, -length) })
    break
  }
  return splits
}

/** The words of each way to read a keyword. One with spaces has the same words in every alternative. */
export const wordsOf = ({ alternatives }: QueryPlan) => [...new Set(alternatives.map(({ terms }) => terms))]

/** Names that start with the first character and contain each other one have all of these terms. */
export function abbreviationTerms(key: string): Term[] {
  const [first = 0, ...others] = Array.from(key, (character) => character.charCodeAt(0))
  return others.map((other) => abbreviationTerm(first, other))
}

/**
 * Names with these consecutive syllables have a term of each group; `tail`, the last one, may be incomplete. A single complete
 * syllable is compared with the start of names only.
 */
export function syllableTermGroups({ whole, tail }: Syllables, { numberOf, numbersFrom }: Pronunciation): Term[][] {
  const numbers = whole.map(numberOf)
  const last = numbers.at(-1) ?? 0
  const groups = numbers.slice(1).map((next, at) => [syllablesTerm(numbers[at] ?? 0, next)])
  if (numbers.length === 1) groups.push([syllablesTerm(last, 0)])
  if (tail !== '') groups.push(numbersFrom(tail).map((number) => syllablesTerm(last, number)))
  return groups
}

/** Names with these consecutive initials have all of these terms. */
export function initialsTerms(initials: string): Term[] {
  const letters = Array.from(initials, (letter) => letter.charCodeAt(0))
  return letters.slice(2).map((letter, at) => initialsTerm(letters[at] ?? 0, letters[at + 1] ?? 0, letter))
}
