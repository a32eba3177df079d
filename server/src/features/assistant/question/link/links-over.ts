import { loadPronunciation } from '../../../../search/analysis/pronunciation.ts'
import type { Lexicon } from '../lexicon.ts'
import { normaliseQuestion } from '../normalise-question.ts'
import type { CurrentNames } from './current-names.ts'
import { linkCompanies, type NameLink, readPartial } from './link-companies.ts'
import { linkSimilar } from './link-similar.ts'
import type { NameTable } from './name-table.ts'
import { createOrdinaryWords } from './ordinary-words.ts'
import { type OtherNames, otherNamesIn } from './other-names.ts'

/** Finds the companies that questions name in the table of names; nothing while there is no table. */
export type Links = {
  in(question: string): Promise<NameLink[]>
  /** Names of companies that the table lacks. */
  othersIn(question: string, links: readonly NameLink[]): Promise<{ start: number; end: number; text: string }[]>
  /** For mentions that no name equals: pinyin, and one wrong character. */
  similarTo(mentions: readonly { text: string; start: number }[]): Promise<NameLink[]>
  /** Of mentions that the search finds within names only: those that the table decides, and ordinary words. */
  partial(
    question: string,
    mentions: readonly { text: string; start: number }[],
  ): Promise<ReturnType<typeof readPartial>>
}

/** Characters of most short names. */
const SHORT_NAME = 4

export function linksOver(
  currentNames: Pick<CurrentNames, 'current'>,
  { lexicon, otherNames }: { lexicon: Lexicon; otherNames: OtherNames },
): Links {
  const words = createOrdinaryWords(lexicon)
  const pronounced = loadPronunciation()

  /** 海天未业 begins as several companies do, and is a misspelled name of one. */
  function misspelledName({ start, candidates }: NameLink, question: string, table: NameTable): NameLink | undefined {
    if (candidates.length < 2 || candidates[0]?.isSure === true) return undefined
    const [similar] = linkSimilar([{ text: question.slice(start, start + SHORT_NAME), start }], table, pronounced)
    return similar?.candidates.length === 1 ? similar : undefined
  }
  return {
    async in(question) {
      const table = await currentNames.current()
      if (table === null) return []
      const text = normaliseQuestion(question)
      return linkCompanies(text, table, words).map((link) => misspelledName(link, text, table) ?? link)
    },
    async othersIn(question, links) {
      const table = await currentNames.current()
      const isOther = (key: string) => otherNames.has(key) && (table?.find(key).length ?? 0) === 0
      const names = { has: isOther, longest: otherNames.longest }
      return otherNamesIn(normaliseQuestion(question), { names, links, words })
    },
    async partial(question, mentions) {
      const table = await currentNames.current()
      return table === null
        ? { whole: [], ordinary: [] }
        : readPartial(normaliseQuestion(question), { mentions, table, words })
    },
    async similarTo(mentions) {
      const table = await currentNames.current()
      return table === null ? [] : linkSimilar(mentions, table, pronounced)
    },
  }
}
