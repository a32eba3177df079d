import { memoize } from '../../../../platform/cache.ts'
import type { Lexicon } from '../lexicon.ts'
import { isPlace, weak } from '../tokens.ts'
import type { Cue } from '../words/cue.ts'

/** What the language and the grammar know of the characters of a question. */
export type OrdinaryWords = {
  /** Whether a text is a word of the language, so that it names a company only where the words around it show so. */
  isWord(text: string): boolean
  /** Whether one of two characters is more often a word of its own: 美的, 华为, 用友. */
  hasWeakEdge(text: string): boolean
  isOfWords(text: string): boolean
  /** Whether the text is a word of the grammar that is no place: 法人, 公司. */
  isCue(text: string): boolean
  isPlace(text: string): boolean
  cueAt(text: string, at: number): { text: string; cue: Cue } | null
  /** Positions at which words begin or end, as a dictionary cuts the text. */
  bordersOf(text: string): ReadonlySet<number>
}

const MEMOIZED = 10_000

/** The dictionary is that of ICU, which Node contains. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Whether a text consists of words of two characters or more: 数字认证 and 新人, but not 喜茶. */
export const isOfWords = (text: string): boolean =>
  [...segmenter.segment(text)].every(({ segment }) => segment.length > 1)

export function createOrdinaryWords(lexicon: Lexicon): OrdinaryWords {
  const cueOf = (text: string) => {
    const found = lexicon.longestAt(text, 0)
    return found?.text === text ? found.cue : null
  }
  const isOneWord = memoize((text) => {
    const [first] = segmenter.segment(text)
    return first?.segment === text
  }, MEMOIZED)
  return {
    isWord: (text) => (/\p{Script=Han}/u.test(text) && isOneWord(text)) || cueOf(text) !== null,
    hasWeakEdge: (text) => text.length === 2 && (weak.has(text.charAt(0)) || weak.has(text.charAt(1))),
    isOfWords,
    isCue(text) {
      const cue = cueOf(text)
      return cue !== null && !isPlace(cue)
    },
    isPlace: (text) => cueOf(text)?.regions !== undefined,
    cueAt: (text, at) => lexicon.longestAt(text, at),
    bordersOf(text) {
      const borders = new Set([text.length])
      for (const { index, segment } of segmenter.segment(text)) {
        borders.add(index)
        // 宋都还能: 都还 is no word.
        const characters = Array.from(segment)
        if (characters.every((character) => weak.has(character))) characters.forEach((_, at) => borders.add(index + at))
      }
      return borders
    },
  }
}
