import type { RecordView } from '@baiqicha/contract/records/record'
import type { Evidence, EvidenceField } from '../evidence/evidence.ts'
import { dateAt, numberAt, type StatedNumber } from './stated-values.ts'
import { comparisonWords, labelSynonyms, nothingFoundWords, sentenceWords, viewWords } from './statement-words.ts'

/** A cited field. */
export type CitedField = { evidence: Evidence; name: string; field: EvidenceField }

/** What a stretch of the sentence may mean. */
export type Meaning = {
  /** Fields that have this text, and its place in a list. */
  values: readonly (CitedField & { place: number })[]
  /** Ids of cited companies with this name. */
  companies: readonly string[]
  /** Label of a field. */
  label: string | null
  /** Label of a kind of record or group of facts. */
  evidenceLabel: boolean
  view: RecordView | null
  isComparison: boolean
  statesNothingFound: boolean
  isWord: boolean
}

export type StatementToken =
  | { type: 'text'; text: string; meaning: Meaning }
  | { type: 'number'; text: string; stated: StatedNumber }
  | { type: 'date'; text: string; date: string }
  | { type: 'mark'; text: string }
  /** The rest of the sentence, which nothing supports. */
  | { type: 'unsupported'; text: string }

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]/gu

/** Half-width, without bold marks, spaces and invisible characters. Commas of a sentence differ from those of thousands. */
export const normalise = (text: string): string =>
  text
    .replaceAll('**', '')
    .split('，')
    .map((part) => part.normalize('NFKC').replace(invisible, '').replace(/\s+/gu, ''))
    .join('，')

/** Fields whose values relate companies: [A, 高于, B] or [A, 最高]. */
export const isRelation = ({ name }: CitedField) => name.startsWith('relation')
/** Lists whose order is a result of a tool. */
export const isOrder = ({ name }: CitedField) => name.startsWith('order')

/** Long texts may be cited by their beginning, followed by …. */
const LONGEST_WHOLE = 40

const noMeaning: Meaning = {
  values: [],
  companies: [],
  label: null,
  evidenceLabel: false,
  view: null,
  isComparison: false,
  statesNothingFound: false,
  isWord: false,
}

export type AllowedWords = {
  meanings: ReadonlyMap<string, Meaning>
  /** Its texts by their first character, the longest first. */
  starts: ReadonlyMap<string, readonly string[]>
  units: readonly string[]
}

const textsOf = ({ field: { value } }: CitedField): readonly string[] => {
  if (value.type === 'text') return [value.text]
  return value.type === 'texts' ? value.texts : []
}

/** What the cited evidence and the vocabulary let a sentence state. */
export function allowedWordsOf(cited: readonly CitedField[], evidence: readonly Evidence[]): AllowedWords {
  const meanings = new Map<string, Meaning>()
  const add = (written: string, meaning: (known: Meaning) => Partial<Meaning>) => {
    const text = normalise(written)
    if (text === '') return
    const known = meanings.get(text) ?? noMeaning
    meanings.set(text, { ...known, ...meaning(known) })
  }
  for (const word of sentenceWords) add(word, () => ({ isWord: true }))
  for (const word of comparisonWords) add(word, () => ({ isComparison: true }))
  for (const word of nothingFoundWords) add(word, () => ({ statesNothingFound: true }))
  for (const [word, view] of Object.entries(viewWords)) add(word, () => ({ view }))
  const labels = new Set(cited.map(({ field }) => field.label))
  for (const [word, label] of Object.entries(labelSynonyms)) if (labels.has(label)) add(word, () => ({ label }))
  for (const one of cited) {
    const { label } = one.field
    add(label, () => ({ label }))
    // 立案日期 2026-02-03 is also 立案于 2026-02-03.
    if (label.endsWith('日期')) add(`${label.slice(0, -2)}于`, () => ({ label }))
    if (isRelation(one)) continue
    for (const [place, text] of textsOf(one).entries()) {
      const meant = ({ values }: Meaning) => ({ values: [...values, { ...one, place }] })
      add(text, meant)
      // 未收录统一社会信用代码: the missing fact is 信用代码.
      for (const [word, meaning] of Object.entries(labelSynonyms)) if (meaning === text) add(word, meant)
      const whole = Array.from(text)
      for (let length = LONGEST_WHOLE; length < Math.min(whole.length, 200); length += 1) {
        add(`${whole.slice(0, length).join('')}…`, meant)
      }
    }
  }
  for (const { company, label, sourceName } of evidence) {
    if (company !== null) {
      add(company.name, ({ companies }) => ({ companies: [...new Set([...companies, company.id])] }))
    }
    add(label, () => ({ evidenceLabel: true }))
    add(sourceName, () => ({ isWord: true }))
  }
  const starts = Map.groupBy(meanings.keys(), (text) => text[0] ?? '')
  for (const texts of starts.values()) texts.sort((a, b) => b.length - a.length)
  const units = cited.flatMap(({ field: { value } }) => (value.type === 'number' ? normalise(value.unit) : []))
  return { meanings, starts, units: [...new Set(units)] }
}

/** Punctuation. Other signs may state something: 👍, <, -. */
const mark = /[，。、；：！？（）《》“”‘’"'「」…—·,.;:!?()]/u

/** Cuts a sentence into the longest known stretches. */
export function tokensOf(sentence: string, { meanings, starts, units }: AllowedWords): StatementToken[] {
  const text = normalise(sentence)
  const tokens: StatementToken[] = []
  let at = 0
  while (at < text.length) {
    const known = starts.get(text[at] ?? '')?.find((one) => text.startsWith(one, at)) ?? ''
    const date = dateAt(text, at)
    const number = numberAt(text, at, units)
    const longest = Math.max(known.length, date?.length ?? 0, number?.length ?? 0)
    const meaning = meanings.get(known)
    if (longest === 0) {
      const one = text[at] ?? ''
      if (!mark.test(one)) {
        tokens.push({ type: 'unsupported', text: text.slice(at) })
        return tokens
      }
      tokens.push({ type: 'mark', text: one })
      at += 1
      continue
    }
    const stretch = text.slice(at, at + longest)
    // A value or label of the evidence is stronger than a number of the same length.
    if (meaning !== undefined && known.length === longest) tokens.push({ type: 'text', text: stretch, meaning })
    else if (date !== null && date.length === longest) tokens.push({ type: 'date', text: stretch, date: date.date })
    else if (number !== null) tokens.push({ type: 'number', text: stretch, stated: number.stated })
    at += longest
  }
  return tokens
}
