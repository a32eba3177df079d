import type { Industries } from '../../../domain/company/industries.ts'
import type { Regions } from '../../../domain/company/regions.ts'
import { placeForms } from '../../../domain/names/company-name.ts'
import { businessKeywords, conditionWords, industryWords } from './words/condition-words.ts'
import type { Cue } from './words/cue.ts'
import { factWords } from './words/fact-words.ts'
import { coverageWords } from './words/guidance-words.ts'
import { kindWords } from './words/kind-words.ts'
import { fillerWords, questionWords } from './words/question-words.ts'
import { uncollectedWords } from './words/uncollected-words.ts'

/** Every word that the grammar reads, with what it states. */
export type Lexicon = {
  /** The longest word that starts at this position; null: none. */
  longestAt(text: string, at: number): { text: string; cue: Cue } | null
  words: ReadonlyMap<string, Cue>
}

const listsOf = (words: string): string[] => words.split(' ').filter((word) => word !== '')

function addPlaces(add: (word: string, cue: Cue) => void, regions: Regions) {
  const placeholders = /^(?:市辖区|县|省直辖县级行政区划|自治区直辖县级行政区划)$/
  const codes = new Map<string, string[]>()
  const place = (word: string, code: string) => codes.set(word, [...(codes.get(word) ?? []), code])
  // Provinces first: 吉林 is the province.
  for (const { code, name } of regions.rows.filter((row) => row.code.endsWith('0000'))) {
    for (const form of placeForms(name)) place(form, code.slice(0, 2))
  }
  for (const { code, name } of regions.rows) {
    if (code.endsWith('0000') || placeholders.test(name)) continue
    const isCity = code.endsWith('00')
    for (const form of isCity ? placeForms(name) : [name]) {
      // 城区 is an ordinary word; 朝阳 without 区 is more often a name.
      if (form.length < (isCity ? 2 : 3) || (form !== name && codes.has(form))) continue
      place(form, isCity ? code.slice(0, 4) : code)
    }
  }
  for (const [word, list] of codes) add(word, { regions: list })
}

function createLexicon(regions: Regions, industries: Industries): Lexicon {
  const words = new Map<string, Cue>()
  let longest = 1
  const add = (word: string, cue: Cue) => {
    words.set(word, { ...words.get(word), ...cue })
    longest = Math.max(longest, word.length)
  }
  for (const word of fillerWords) add(word, { isFiller: true })
  addPlaces(add, regions)
  for (const { code, name } of industries.rows) if (code.length < 3) add(name, { industry: code })
  for (const word of businessKeywords) add(word, { keyword: word })
  for (const [code, list] of Object.entries(industryWords)) {
    for (const word of listsOf(list)) {
      words.delete(word)
      add(word, { industry: code })
    }
  }
  for (const [name, list] of Object.entries(uncollectedWords)) {
    for (const word of listsOf(list)) add(word, { uncollected: name })
  }
  for (const [cue, list] of [...conditionWords, ...questionWords, ...factWords, ...kindWords]) {
    for (const word of listsOf(list)) add(word, cue)
  }
  for (const word of coverageWords) add(word, { intent: 'coverage' })
  const isLatin = /^[a-z0-9]$/
  return {
    words,
    longestAt(text, at) {
      for (let length = Math.min(longest, text.length - at); length > 0; length -= 1) {
        const word = text.slice(at, at + length)
        const cue = words.get(word)
        if (cue === undefined) continue
        // ceo is no word of ceos.
        const dividesLatin =
          (isLatin.test(word.charAt(0)) && isLatin.test(text.charAt(at - 1))) ||
          (isLatin.test(word.charAt(length - 1)) && isLatin.test(text.charAt(at + length)))
        if (!dividesLatin) return { text: word, cue }
      }
      return null
    },
  }
}

/** Built once per table of regions. */
const cache = new WeakMap<Regions, Lexicon>()

export function lexiconOf(regions: Regions, industries: Industries): Lexicon {
  const known = cache.get(regions)
  if (known !== undefined) return known
  const lexicon = createLexicon(regions, industries)
  cache.set(regions, lexicon)
  return lexicon
}
