import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import type { SearchRange } from '@baiqicha/contract/search-vocabulary'
import { searchKey } from '../../domain/names/company-name.ts'
import { cutIntoSyllables, type Syllables, type SyllableTable } from '../../domain/names/pinyin.ts'
import { readPhone } from '../../domain/phone-number.ts'

/** What the index knows that decides how a keyword is read. */
export type Vocabulary = { isRegion: (word: string) => boolean; syllables: SyllableTable }

/** Words that must all be met; `region` is the one that may be met by where the company is. */
type Alternative = { terms: readonly string[]; region: string | null; rest: string }

/** A keyword, read once. */
export type QueryPlan = {
  /** Normalised, without spaces and signs. Never empty. */
  key: string
  /** A single character: it is compared with whole brands and with beginnings only. */
  isSingle: boolean
  /** Letters and digits only: the one kind of input that may mean pinyin. */
  isLatin: boolean
  /** Han characters only. */
  isHan: boolean
  /** The keyword as a code, exchange left out; null where it cannot be one. */
  code: string | null
  /** The exchange that was written with a stock code. */
  exchange: string | null
  /** The digits of a phone number; null where the keyword is none. */
  phone: string | null
  alternatives: readonly Alternative[]
  syllables: readonly Syllables[]
  initials: string | null
  /** The one kind of fact that is searched; null for all. */
  within: SearchRange | null
}

/** Codes are compared from this length on. */
const SHORTEST_CODE = 2
const SHORTEST_INITIALS = 3
const LONGEST_PINYIN = 48
const MOST_TERMS = 12

/** Nothing but Han characters: such words are not looked for in English names. */
export const isHan = (key: string) => /^\p{Script=Han}+$/u.test(key)

/** How `keyword` is searched; null where nothing in it can be. */
export function planQuery(
  keyword: string,
  vocabulary: Vocabulary,
  within: SearchRange | null = null,
): QueryPlan | null {
  const cut = Array.from(keyword.normalize('NFKC').trim()).slice(0, KEYWORD_LIMIT).join('')
  const key = searchKey(cut)
  if (key === '') return null
  const words = cut.split(/[^\p{L}\p{N}\p{M}]+/u).map(searchKey)
  const terms = [...new Set(words.filter((word) => word !== ''))].slice(0, MOST_TERMS)
  const isLatin = /^[a-z0-9]+$/.test(key)
  const isPinyin = isLatin && key.length <= LONGEST_PINYIN && !/\d{3}/.test(key)
  return {
    key,
    isSingle: Array.from(key).length === 1,
    isLatin,
    isHan: isHan(key),
    ...readCode(cut),
    phone: readPhone(cut),
    alternatives: readAlternatives(key, terms, vocabulary),
    syllables: isPinyin ? cutIntoSyllables(key, vocabulary.syllables).filter(meansSomething) : [],
    initials: isPinyin && key.length >= SHORTEST_INITIALS ? key : null,
    within,
  }
}

/** One begun syllable is one letter or so: too little to search the middle of names for. */
const meansSomething = ({ whole, tail }: Syllables) => whole.length > 1 || (whole.length === 1 && tail.length !== 1)

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

/** The exchange whose stocks have this code; null where the code says none. */
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

const LONGEST_REGION = 12

/** 深圳比亚迪 and 比亚迪深圳 as a region and the rest; the longest region at each end. */
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
