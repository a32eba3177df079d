import { memoize } from '../../../../platform/cache.ts'
import type { Lexicon } from '../lexicon.ts'
import { isPlace, weak } from '../tokens.ts'
import type { Cue } from '../words/cue.ts'

/** What the language and the grammar know of the characters of a question. */
export type OrdinaryWords = {
  /** Whether a text is a word of the language, so that it names a company only where the words around it show so. */
  isWord(text: string): boolean
  /** The same, and short names that are phrases: 三棵树. */
  isSaidOfAnything(text: string): boolean
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

/** Short names that people also say of anything: 门口种三棵树, 我家那个真是孩子王. */
const phrases = new Set(
  (
    '三棵树 孩子王 好想你 好当家 太阳能 红太阳 金太阳 农产品 新希望 新世界 新大陆 新里程 新文化 新城市 新产业 新经典 步步高 漫步者 ' +
    '线上线下 马可波罗 蒙娜丽莎 创世纪 同花顺 白云山 完美世界 双胞胎 探路者 指南针 机器人 火星人 数字人 日月明 南极光 欢乐家 驱动力 动力源 黑芝麻 金龙鱼 葫芦娃 红蜻蜓 七匹狼 大地熊 汤姆猫 黑牡丹 两面针 ' +
    '一品红 夜光明 值得买 家家悦 喜临门 今世缘 天下秀 天地源 大智慧 好太太 山外山 电子城 数据港 生物谷 阳光城 健康元 我爱我家'
  ).split(' '),
)

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
  const isWord = (text: string) => (/\p{Script=Han}/u.test(text) && isOneWord(text)) || cueOf(text) !== null
  return {
    isWord,
    isSaidOfAnything: (text) => phrases.has(text) || isWord(text),
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
