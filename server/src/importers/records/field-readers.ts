import type { Amount, Field, FieldValue, Passage, RecordEvent } from '@baiqicha/contract/records/fields'
import { isCreditCode } from '../../domain/company/credit-code.ts'
import { readContactValue } from '../../domain/contacts/contact-value.ts'
import { isIdentityNumber, maskIdentityNumber } from '../../domain/masking/masking.ts'
import { caseNumberOf } from '../../domain/records/case-number.ts'
import { withoutPersonalData } from '../../domain/records/dropped-text.ts'
import { parseJson } from '../../platform/json.ts'
import { parseMoment, withDigits } from '../file/dates.ts'
import {
  andThen,
  listOf,
  orNoDay,
  ParseFailure,
  parseNumber,
  partsOf,
  partyName,
  plain,
  type Reader,
  readAs,
  readCount,
  readDay,
  readLine,
  text,
  trimmedOrUndefined,
} from '../file/value-readers.ts'
import { readParties } from './party-reader.ts'

/** Maximal length of a text of many lines; judgments are long. */
const PROSE = 100_000
const LIST = 500

/** Reads a value, and the unit of an amount. undefined when nothing of the value may be stored. Never throws. */
export type FieldReader = (value: unknown, unit: unknown) => FieldValue | ParseFailure | undefined

/** Removes personal data that may not be stored. */
const storable = (read: Reader<string>): Reader<string> => andThen(read, withoutPersonalData)
export const storableLine = storable(readLine)
const storableProse = storable(text(PROSE))

const moment = readAs(parseMoment, '不是有效的日期或时间')

const number = readAs((value) => {
  const read = parseNumber(value)
  return Number.isFinite(read) && read >= 0 && read < 1e15 ? read : null
}, '不是有效的金额')
const withUnit = /^(?:人民币|[¥￥])?([\d,.\s]+)([\p{L}（）()]{0,10})$/u
const isUnit = /^[\p{L}（）()]{1,10}$/u

const amountIn =
  (usual: string): FieldReader =>
  (value, unit): Amount | ParseFailure => {
    const written = readLine(value)
    if (written instanceof ParseFailure) return written
    const [, digits = written, ownUnit = ''] = withUnit.exec(withDigits(plain(written)).replace(/(?<=元)整$/, '')) ?? []
    const read = number(digits)
    if (read instanceof ParseFailure) return read
    const stated = trimmedOrUndefined(unit)
    if (stated !== undefined && (typeof stated !== 'string' || !isUnit.test(stated)))
      return new ParseFailure('单位不是文字')
    return { value: read, unit: stated ?? (ownUnit === '' ? usual : ownUnit) }
  }

const percent = readAs((value) => {
  const read = parseNumber(plain(value).replace(/%$/, ''))
  return read >= 0 && read <= 100 ? read : null
}, '不是 0 到 100 的百分数')

export const urlCell = andThen(text(2_000), (written) =>
  /^https?:\/\/[^\s]+$/.test(written) && URL.canParse(written) ? written : new ParseFailure('不是网址'),
)

const contactValue = andThen(readLine, (written) => {
  const read = readContactValue(written)
  return typeof read === 'string' ? read : new ParseFailure(read.flaw)
})

const caseNumber = andThen(readLine, (written) => withoutPersonalData(caseNumberOf(written)))

/** Codes of organisations in capitals; identity numbers of natural persons are masked. */
const certificate = andThen(readLine, (written) => {
  const code = plain(written).toUpperCase()
  if (isCreditCode(code)) return isIdentityNumber(code) ? maskIdentityNumber(code) : code
  return withoutPersonalData(written)
})

const lineList = listOf(storableLine, '')

/** Parses a CSV cell that holds a JSON array; returns any other value unchanged. */
function parsedCell(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('[')) return value
  return parseJson(value) ?? value
}

/** Reads a list of objects by their members; undefined from `read`: the object states nothing. */
const objectsOf =
  <T>(shape: string, read: (member: (name: string) => unknown) => T | ParseFailure | undefined): Reader<T[]> =>
  (value) => {
    const list = parsedCell(value)
    if (!Array.isArray(list) || list.length > LIST) return new ParseFailure(`应为 ${shape} 的列表，至多 ${LIST} 项`)
    const items: T[] = []
    for (const one of list) {
      if (typeof one !== 'object' || one === null) return new ParseFailure(`应为 ${shape} 的列表`)
      const item = read((name) => trimmedOrUndefined(Reflect.get(one, name)))
      if (item instanceof ParseFailure) return item
      if (item !== undefined) items.push(item)
    }
    return items
  }

const passages = objectsOf<Passage>('{title, text}', (member) => {
  const title = storableLine(member('title') ?? '')
  const body = storableProse(member('text') ?? '')
  if (title instanceof ParseFailure) return title
  if (body instanceof ParseFailure) return body
  return body === '' ? undefined : { title, text: body }
})

const events = objectsOf<RecordEvent>('{date, content}', (member) => {
  const stated = member('date')
  const date = stated === undefined ? null : (readDay(stated) ?? null)
  const content = storableLine(member('content') ?? '')
  if (date instanceof ParseFailure) return date
  if (content instanceof ParseFailure) return content
  return content === '' ? undefined : { date, content }
})

type Vocabulary = Extract<Field, { type: 'word' | 'words' }>

/** Called with an unknown word, and the word that is stored for it; null: none. */
type OnUnknownWord = (word: string, otherwise: string | null) => void

/** Translates a word into the vocabulary. */
function meaningIn({ words, aliases = {}, otherwise }: Vocabulary, onUnknownWord: OnUnknownWord) {
  const meanings = new Map([...words.map((one): [string, string] => [one, one]), ...Object.entries(aliases)])
  return (written: string): string | null => {
    const meaning = meanings.get(written) ?? meanings.get(written.replaceAll('(', '（').replaceAll(')', '）'))
    if (meaning !== undefined) return meaning
    onUnknownWord(written, otherwise ?? null)
    return otherwise ?? null
  }
}

function wordIn(field: Vocabulary, onUnknownWord: OnUnknownWord): FieldReader {
  const meaning = meaningIn(field, onUnknownWord)
  return andThen(readLine, (written) => meaning(written) ?? undefined)
}

/** A word of a vocabulary has at most three separators. */
const WORD_PIECES = 7

/** 1. or （2） before a word of a list. */
const numbering = /(^|[、，,\s|/])[（(]?\d{1,2}(?:[.．)）]|、(?=\D))\s*/g
/** Separators that are also part of words: they count only between words of the vocabulary. */
const weakSeparators = /\s*(?:[|/+\s]|以及|并处|和|及|并)\s*/

/** Splits a cell with several words at 、, and commas, which a word of the vocabulary may have itself. */
function knownWords(cell: string, isKnown: (word: string) => boolean): string[] {
  const pieces = cell.split(/([、，,]\s*)/)
  const words: string[] = []
  for (let at = 0; at < pieces.length; ) {
    let end = Math.min(pieces.length, at + WORD_PIECES)
    while (end > at + 1 && !isKnown(pieces.slice(at, end).join(''))) end -= 1
    const word = pieces.slice(at, end).join('').trim()
    if (word !== '' && !/^[、，,]$/.test(word)) {
      const parts = isKnown(word) ? [word] : word.split(weakSeparators).filter((part) => part !== '')
      words.push(...(parts.every(isKnown) ? parts : [word]))
    }
    at = end
  }
  return words
}

function wordsIn(field: Vocabulary, onUnknownWord: OnUnknownWord): FieldReader {
  const meaning = meaningIn(field, onUnknownWord)
  const known = new Set([...field.words, ...Object.keys(field.aliases ?? {})])
  const isKnown = (word: string) => known.has(word)
  return andThen(partsOf, (parts) => {
    const words = new Set<string>()
    for (const part of parts) {
      for (const word of knownWords(part.trim().replace(numbering, '$1'), isKnown)) {
        const one = meaning(word)
        if (one !== null) words.add(one)
      }
    }
    return [...words]
  })
}

const readers = {
  line: storableLine,
  prose: storableProse,
  date: readDay,
  dateTime: orNoDay(moment),
  percent,
  count: readCount,
  lines: lineList,
  caseNumber,
  officer: storable(partyName),
  name: storable(partyName),
  certificate,
  link: urlCell,
  contact: contactValue,
  parties: (value: unknown) => readParties(parsedCell(value)),
  passages,
  events,
} satisfies Record<string, Reader<FieldValue | undefined>>

/** Returns the reader of the field. Calls `onUnknownWord` for each word that the vocabulary does not have. */
export function fieldReader(field: Field, onUnknownWord: OnUnknownWord): FieldReader {
  if (field.type === 'amount') return amountIn(field.unit)
  if (field.type === 'word') return wordIn(field, onUnknownWord)
  if (field.type === 'words') return wordsIn(field, onUnknownWord)
  return readers[field.type]
}
