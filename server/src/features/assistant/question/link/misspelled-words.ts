import { isHan } from '../../../../search/analysis/query-plan.ts'
import type { Lexicon } from '../lexicon.ts'
import { weak } from '../tokens.ts'
import type { Cue } from '../words/cue.ts'
import { type Pronounced, pinyinStretches, sharesMost, soundsOver } from './name-sounds.ts'
import type { OrdinaryWords } from './ordinary-words.ts'

/** A stretch of a question, and the word of the grammar that it is read as. */
type ReadWord = { start: number; end: number; word: string }

/** Characters of a word that a typing error leaves recognisable. */
const LONGEST = 6

/** Words that say what is asked of a company. 什么 is seldom misspelled by its sound. */
const isNoun = ([word, { facts, kinds, uncollected }]: Entry) =>
  (facts ?? kinds ?? uncollected) !== undefined && !/[什么啥谁哪吗没了过叫是有不]/u.test(word)
/** Of two characters only facts: 垫资进场 has no 资金. */
const isFact = ([word, { facts, premise }]: Entry) => word.length > 2 || (facts !== undefined && premise === undefined)
const isOfQuestion = ([, { facts, kinds, uncollected, asks, company }]: Entry) =>
  (facts ?? kinds ?? uncollected ?? asks ?? company) !== undefined
type Entry = readonly [word: string, cue: Cue]

/** What may follow a word of two characters beside other words: 地止发我. */
const follows = /^(?:$|[^\p{Script=Han}]|[是有在吗呢吧啊多几发给报])/u

/** In a longer question two characters are more often words of their own. */
const SHORT_QUESTION = 40

/** Finds words of the grammar that a question writes with other characters of the same sound, or in pinyin. */
export function createMisspelledWords(lexicon: Lexicon, words: OrdinaryWords, pronounced: Pronounced) {
  const sounds = (entries: readonly Entry[]) =>
    soundsOver(
      Array.from(entries, ([word]) => word),
      pronounced,
    )
  const all = [...lexicon.words].filter(([word]) => isHan(word) && word.length > 1 && word.length <= LONGEST)
  const tables = { written: sounds(all.filter(isNoun).filter(isFact)), spelled: sounds(all.filter(isOfQuestion)) }

  /** Positions of characters that belong to no word of the language or the grammar. */
  function freeIn(question: string, borders: ReadonlySet<number>): boolean[] {
    const isFree = Array.from({ length: question.length }, (_, at) => borders.has(at) && borders.has(at + 1))
    for (let at = 0; at < question.length; at += 1) {
      const length = lexicon.longestAt(question, at)?.text.length ?? 1
      if (length > 1) isFree.fill(false, at, at + length)
    }
    return isFree
  }

  function written(question: string): ReadWord[] {
    const borders = words.bordersOf(question)
    const isFree = freeIn(question, borders)
    const isWithin = (at: number) => isFree[at] === false || /[^\p{Script=Han}]|的/u.test(question.charAt(at))
    const shortest = question.length > SHORT_QUESTION ? 3 : 2
    const found: ReadWord[] = []
    for (let length = Math.min(LONGEST, question.length); length >= shortest; length -= 1) {
      for (let start = 0; start + length <= question.length; start += 1) {
        const end = start + length
        const typed = question.slice(start, end)
        if (!isHan(typed) || !isFree.slice(start, end).some(Boolean)) continue
        const isDivided = (start === 0 || isWithin(start - 1)) && (isWithin(end) || follows.test(question.slice(end)))
        if (length === 2 && !(isDivided && isFree[start] && isFree[start + 1])) continue
        // 员工说 and 黄董事长 have a word beside a character, and 公室 of 办公室电话 is none.
        if (length > 2 && (words.isWord(typed.slice(0, -1)) || lexicon.words.has(typed.slice(1)))) continue
        if (!borders.has(start) || !borders.has(end)) continue
        if (length === 2 && Array.from(typed).some((character) => weak.has(character))) continue
        const isRead = (word: string) => (character: string, at: number) =>
          character === word.charAt(at) || (isFree[start + at] && !weak.has(character) && character !== '说')
        const word = tables.written
          .like(typed)
          .find((one) => sharesMost(typed, one) && Array.from(typed).every(isRead(one)))
        if (word !== undefined) found.push({ start, end, word })
      }
    }
    return found
  }

  const spelled = (question: string): ReadWord[] =>
    pinyinStretches(question).flatMap(({ start, end, letters }) => {
      const [word] = tables.spelled.spelledAs(letters)
      return word === undefined ? [] : [{ start, end, word }]
    })

  /** The longest first; they may overlap. */
  return (question: string): ReadWord[] => [...written(question), ...spelled(question)]
}

/** The text with the words, without those that overlap a name or a word before them. */
export function withWords(
  text: string,
  words: readonly ReadWord[],
  names: readonly { start: number; end: number }[],
): string {
  const taken: { start: number; end: number; word?: string }[] = names.map(({ start, end }) => ({ start, end }))
  for (const one of words) if (!taken.some(({ start, end }) => one.start < end && start < one.end)) taken.push(one)
  return taken
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (read, { start, end, word = text.slice(start, end) }) => read.slice(0, start) + word + read.slice(end),
      text,
    )
}
