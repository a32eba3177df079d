import type { RecordView } from '@baiqicha/contract/records/record'
import { joiningWords } from '../statement-words.ts'
import {
  companiesAt,
  isNeutralAt,
  isValueAt,
  kindAt,
  labelAt,
  positionsAfter,
  positionsBefore,
  type TokenSentence,
  textAt,
  viewAt,
} from './token-sentence.ts'

/** A word that says what a value is, and its position. */
type Bound<Word> = { at: number; word: Word }

/** The words that a value belongs to. null or empty: the sentence says nothing of it. */
export type BoundWords = {
  label: Bound<string> | null
  kind: Bound<string> | null
  view: Bound<RecordView> | null
  /** Companies that are named last before the value, joined ones together. */
  companies: readonly Bound<readonly string[]>[]
}

const isJoining = (sentence: TokenSentence, at: number) => {
  const text = textAt(sentence, at)
  return text === '、' || joiningWords.has(text)
}
const isTextAt = ({ tokens }: TokenSentence, at: number) => tokens[at]?.type === 'text'

/** Whether two texts are of one list: 甲、乙和丙. */
function isOneList(sentence: TokenSentence, from: number, to: number): boolean {
  for (let between = from + 1; between < to; between += 1) {
    if (!isJoining(sentence, between) && !isValueAt(sentence, between)) return false
  }
  return true
}

const isFollowedByValue = (sentence: TokenSentence, at: number): boolean => {
  for (const after of positionsAfter(sentence, at)) {
    if (isValueAt(sentence, after)) return true
    if (!isNeutralAt(sentence, after)) return false
  }
  return false
}

function labelBefore(sentence: TokenSentence, at: number): Bound<string> | null {
  const isText = isTextAt(sentence, at)
  for (const before of positionsBefore(sentence, at, 'clause')) {
    const label = labelAt(sentence, before)
    if (label !== null) return { at: before, word: label }
    if (kindAt(sentence, before) !== null || isNeutralAt(sentence, before)) continue
    const isListed = isText && isTextAt(sentence, before) && isValueAt(sentence, before)
    if (!isListed || !isOneList(sentence, before, at)) return null
  }
  return null
}

function labelAfter(sentence: TokenSentence, at: number): Bound<string> | null {
  const isText = isTextAt(sentence, at)
  for (const after of positionsAfter(sentence, at)) {
    const label = labelAt(sentence, after)
    if (label !== null) return isFollowedByValue(sentence, after) ? null : { at: after, word: label }
    if (kindAt(sentence, after) !== null || isNeutralAt(sentence, after)) continue
    const isListed = isText && isTextAt(sentence, after) && isValueAt(sentence, after)
    if (!isListed || !isOneList(sentence, at, after)) return null
  }
  return null
}

/** The label of a list whose items have none: 员工人数：2021 年 3 人；2020 年 2 人. */
function labelOfList(sentence: TokenSentence, at: number): Bound<string> | null {
  for (const before of positionsBefore(sentence, at, 'sentence')) {
    if (textAt(sentence, before) === '。') return null
    const label = labelAt(sentence, before)
    if (label !== null) return textAt(sentence, before + 1) === ':' ? { at: before, word: label } : null
  }
  return null
}

/** The kind that is named nearest: in the clause before the value, then after it, then before the clause. */
function kindOf(sentence: TokenSentence, at: number): Bound<string> | null {
  const places = [
    ...positionsBefore(sentence, at, 'clause'),
    ...positionsAfter(sentence, at),
    ...positionsBefore(sentence, at, 'sentence'),
  ]
  for (const place of places) {
    const word = kindAt(sentence, place)
    if (word !== null) return { at: place, word }
  }
  return null
}

export function boundCompanies(sentence: TokenSentence, at: number): Bound<readonly string[]>[] {
  const found: Bound<readonly string[]>[] = []
  for (const before of positionsBefore(sentence, at, 'sentence')) {
    const word = companiesAt(sentence, before)
    if (word.length > 0) found.push({ at: before, word })
    else if (found.length > 0 && !isJoining(sentence, before)) break
  }
  return found
}

/** The view that is stated last before a value in its sentence. */
function viewBefore(sentence: TokenSentence, at: number): Bound<RecordView> | null {
  for (const before of positionsBefore(sentence, at, 'sentence')) {
    if (textAt(sentence, before) === '。') return null
    const view = viewAt(sentence, before)
    if (view !== null) return { at: before, word: view }
  }
  return null
}

export const boundWordsOf = (sentence: TokenSentence, at: number): BoundWords => ({
  label: labelBefore(sentence, at) ?? labelAfter(sentence, at) ?? labelOfList(sentence, at),
  kind: kindOf(sentence, at),
  view: viewBefore(sentence, at),
  companies: boundCompanies(sentence, at),
})
