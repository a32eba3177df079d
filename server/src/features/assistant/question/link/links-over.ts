import { loadPronunciation } from '../../../../search/analysis/pronunciation.ts'
import type { Placed } from '../choose-companies.ts'
import type { Lexicon } from '../lexicon.ts'
import { normaliseQuestion } from '../normalise-question.ts'
import type { CurrentNames } from './current-names.ts'
import { linkCompanies, linkStated, type NameLink, readPartial } from './link-companies.ts'
import { linkDescribed } from './link-described.ts'
import { linkSimilar } from './link-similar.ts'
import { linkSounding, spelled } from './link-sounding.ts'
import { createMisspelledWords, withWords } from './misspelled-words.ts'
import { soundsOfNames } from './name-sounds.ts'
import type { NameTable } from './name-table.ts'
import { createOrdinaryWords } from './ordinary-words.ts'
import { type OtherNames, otherNamesIn } from './other-names.ts'
import { asksOfListed, isAlone, isAsked, isBeside, locates, organisation } from './words-around-name.ts'

/** Finds the companies that questions name in the table of names; nothing while there is no table. */
export type Links = {
  /** The question with the words of the grammar that it misspells or writes in pinyin, outside names. */
  readable(question: string): Promise<string>
  in(question: string): Promise<NameLink[]>
  /** Names of companies that the table lacks. */
  othersIn(question: string, links: readonly NameLink[]): Promise<{ start: number; end: number; text: string }[]>
  /**
   * For a question with mentions that no name equals: a name where hardly one stands, pinyin, other characters of the same
   * sound, and one wrong character. `isOnlyName`: it means no company that was named otherwise, so that also a description is read.
   */
  similarTo(
    question: string,
    mentions: readonly { text: string; start: number }[],
    isOnlyName?: boolean,
  ): Promise<NameLink[]>
  /** Whether a word of the language is hardly a name in this question: 门口种三棵树 风水好不好, 像发现新大陆一样. */
  isHardlyName(question: string, name: Placed, among: { isUnread: boolean; others: readonly Placed[] }): boolean
  /** Of mentions that the search finds within names only: those that the table decides, and ordinary words. */
  partial(
    question: string,
    mentions: readonly { text: string; start: number }[],
  ): Promise<ReturnType<typeof readPartial>>
}

const rangeOf = ({ start, text }: Placed) => ({ start, end: start + text.length })
/** 我爱我家有多少经纪人 */
const hasMany = /^有(?:多少|几)/u
const divider = /[,。;?!\s]/u
/** Characters of most short names. */
const SHORT_NAME = 4

export function linksOver(
  currentNames: Pick<CurrentNames, 'current'>,
  { lexicon, otherNames }: { lexicon: Lexicon; otherNames: OtherNames },
): Links {
  const words = createOrdinaryWords(lexicon)
  const pronounced = loadPronunciation()
  const misspelled = createMisspelledWords(lexicon, words, pronounced)

  /** 海天未业 begins as several companies do, and is a misspelled name of one. */
  function misspelledName({ start, candidates }: NameLink, question: string, table: NameTable): NameLink | undefined {
    if (candidates.length < 2 || candidates[0]?.isSure === true) return undefined
    const [similar] = linkSimilar([{ text: question.slice(start, start + SHORT_NAME), start }], table, pronounced)
    return similar?.candidates.length === 1 ? similar : undefined
  }
  /** 恒大, which also begins the short name of another company, and 好利来, which is no 好利来电子. */
  const isOther = (key: string, table: NameTable | null) =>
    otherNames.hasNamesake(key) ||
    (otherNames.has(key) && (table?.find(key).every(({ kind }) => kind === 'lone') ?? true))
  const missingFrom = (table: NameTable | null) => ({
    has: (key: string) => isOther(key, table),
    longest: otherNames.longest,
  })

  return {
    async readable(question) {
      const text = normaliseQuestion(question)
      const read = misspelled(text)
      if (read.length === 0) return question
      const table = await currentNames.current()
      const links = table === null ? [] : linkCompanies(text, table, words)
      const inPinyin = table === null ? [] : spelled(text, { table, sounds: await soundsOfNames(table, pronounced) })
      const names = [...links, ...otherNamesIn(text, { names: otherNames, links, words }), ...inPinyin]
      return withWords(text, read, names)
    },
    async in(question) {
      const table = await currentNames.current()
      if (table === null) return []
      const text = normaliseQuestion(question)
      const found = linkCompanies(text, table, words).filter(({ name }) => !isOther(name, table))
      const longer = otherNamesIn(text, { names: missingFrom(table), links: [], words })
      // 沃尔 of 沃尔玛
      const isWhole = ({ start, end }: NameLink) =>
        !longer.some((other) => other.start <= start && end <= other.end && end - start < other.text.length)
      return found
        .filter((link) => link.candidates.some(({ isSure }) => isSure) || isWhole(link))
        .map((link) => misspelledName(link, text, table) ?? link)
    },
    async othersIn(question, links) {
      const table = await currentNames.current()
      return otherNamesIn(normaliseQuestion(question), { names: missingFrom(table), links, words })
    },
    isHardlyName(question, name, { isUnread, others }) {
      const said = normaliseQuestion(question)
      const range = rangeOf(name)
      const before = said.slice(0, range.start).split(divider).at(-1) ?? ''
      const [behind = ''] = said.slice(range.end).split(divider)
      if (!words.isSaidOfAnything(name.text) || organisation.test(behind) || isAlone(before, behind, words))
        return false
      const context = { question: said, words, others: others.map(rangeOf) }
      // 去张家界跟团被拉去买玉 旅行社有没有资质
      const isPlace = words.isPlace(name.text)
      const asked = isPlace ? { ...context, question: said.slice(0, range.end + behind.length) } : context
      const isUsed = isBeside(range, context) || isAsked(range, asked) || locates.test(said) || hasMany.test(behind)
      return isUnread || !(isUsed || asksOfListed(range, context))
    },
    async partial(question, mentions) {
      const table = await currentNames.current()
      return table === null
        ? { whole: [], ordinary: [] }
        : readPartial(normaliseQuestion(question), { mentions, table, words })
    },
    async similarTo(question, mentions, isOnlyName = false) {
      const table = await currentNames.current()
      if (table === null) return []
      const text = normaliseQuestion(question)
      const stated = linkStated(text, table, words)
      if (stated.length > 0) return stated
      const sounds = await soundsOfNames(table, pronounced)
      const sounding = linkSounding(text, { table, words, sounds })
      if (sounding.length > 0) return sounding
      const similar = linkSimilar(mentions, table, pronounced)
      return similar.length > 0 || !isOnlyName ? similar : linkDescribed(text, table)
    },
  }
}
