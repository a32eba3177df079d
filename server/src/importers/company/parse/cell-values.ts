import { comparableCapital } from '../../../domain/company/company-size.ts'
import { readContactValue } from '../../../domain/contacts/contact-value.ts'
import { isNoDay, parseMoment, withDigits } from '../../file/dates.ts'
import {
  andThen,
  ParseFailure,
  parseNumber,
  partsOf,
  plain,
  type Reader,
  readAs,
  readLine,
} from '../../file/value-readers.ts'
import { isNoValue } from '../../input/clean-text.ts'

/** An amount with the words that its cell has beside the number. */
export type StatedAmount = { value: number; unit: string | undefined; currency: string | undefined }

const scales = new Map([
  ['', 1],
  ['千', 1e3],
  ['仟', 1e3],
  ['万', 1e4],
  ['萬', 1e4],
  ['百万', 1e6],
  ['千万', 1e7],
  ['亿', 1e8],
  ['億', 1e8],
])
const amountShape = /^([\p{L}$¥€£]*?)([\d,.]+)(百万|千万|[千仟万萬亿億]?)(\p{L}*)$/u
const signs = new Map([
  ['¥', '人民币'],
  ['$', '美元'],
  ['US$', '美元'],
  ['HK$', '港元'],
  ['€', '欧元'],
  ['£', '英镑'],
])
/** Six digits after the point of 万元 are the hundredth part of a yuan. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/** The currency of words such as 元, 元人民币, 人民币元, 美元; the words themselves when they are of no such form. */
const currencyIn = (before: string, after: string) =>
  [
    signs.get(before) ?? before,
    after
      .replace(/(?:整|认缴|实缴)$/, '')
      .replace('圆', '元')
      .replace(/^元(?=.)|(?<=民币)元$/, '')
      // 欧元(EUR): its code adds nothing; 元(USD) is stated by its code alone.
      .replace(/(?<=.元|币|镑)[A-Z]{3}$/, ''),
  ]
    .filter((word) => word !== '' && word !== '元')
    .join('')

/** Reads 1000万人民币, 50万美元, 5亿元 or 伍佰万元整; the amount is in 万 where the cell states a unit. */
export const readCapital: Reader<StatedAmount> = readAs((written) => {
  const compact = withDigits(
    plain(written)
      .replace(/[()（）]/g, '')
      .replace(/^注册资[本金][:：]?/, ''),
  )
  const [, before = '', digits = '', scale = '', after = ''] = amountShape.exec(compact) ?? []
  const number = parseNumber(digits)
  if (digits === '' || !Number.isFinite(number) || number >= 1e15) return null
  const currency = currencyIn(before, after) || undefined
  if (scale === '' && before === '' && after === '') return { value: number, unit: undefined, currency }
  return { value: rounded((number * (scales.get(scale) ?? 1)) / 1e4), unit: '万元', currency }
}, '不是有效的金额')

/** The amount in the unit of its column; null for a unit that is not known, which never becomes 万元. */
export function amountIn(
  { value, unit }: StatedAmount,
  columnUnit: string | undefined,
): { value: number; unit: string } | null {
  if (unit !== undefined) return { value, unit }
  const stated = (columnUnit ?? '万元').replace(/[()（）\s]/g, '').replace(/^([万亿])$/, '$1元')
  return comparableCapital(0, stated, null) === null && !/^[万亿]?\p{L}*元$/u.test(stated)
    ? null
    : { value, unit: stated }
}

/** +86, (+86), 0086, 86- and 86 before a number that is whole without it. */
const chinaCode = String.raw`(?:\(?(?:\+|00)86\)?[-\s]?|\(?86\)?[-\s]|86(?=\d{10,11}(?!\d)))`
const ofSevenOrEight = String.raw`\d{3,4}[-\s]?\d{4}(?:\s?(?:-|转|ext\.?|\*)\s?\d{1,6})?`
/** Numbers of a cell: country code, area codes in brackets or without their 0, parts set apart, extensions. */
const numbers = new RegExp(
  [
    String.raw`(?<!\d)${chinaCode}?1[3-9]\d(?:[-\s]?\d{4}){2}(?!\d)`,
    String.raw`(?<!\d)${chinaCode}?\(?0\d{2,3}\)?[-\s—]?${ofSevenOrEight}(?!\d)`,
    String.raw`(?<!\d)${chinaCode}\(?(?:10|2\d|[3-9]\d{2})\)?[-\s]?${ofSevenOrEight}(?!\d)`,
    String.raw`(?<!\d)${chinaCode}?(?:[48]00(?:[-\s]?\d){7}|\d{7,8})(?!\d)`,
    String.raw`(?<!\d)9[56]\d{3,6}(?!\d)`,
  ].join('|'),
  'gi',
)
/** Numbers of other countries: without their code they would be the numbers of others. */
const foreignNumbers = /(?:\+|(?<!\d[-\s]?)00)(?!86)[1-9]\d{0,2}[-\s)]*\d[\d\s-]{4,}/g

/** Numbers of a cell with several of them, without the names beside them. */
export const readPhones: Reader<string[]> = andThen(partsOf, (parts) => {
  const found = parts.flatMap((part) => {
    const plainPart = part.normalize('NFKC').replace(foreignNumbers, ' ')
    return (plainPart.match(numbers) ?? []).map((number) => {
      const read = readContactValue(number.replace('*', '-'))
      return typeof read === 'string' ? read : number.trim()
    })
  })
  const isStated = parts.some((part) => /[^\s-]/.test(part))
  return found.length === 0 && isStated ? new ParseFailure('没有电话号码') : [...new Set(found)]
})

export type StatedTerm = { from: string | undefined; to: string | undefined }

const mailbox = /[^\s;；,，、|<>()（）:：]+@[^\s;；,，、|<>()（）]+\.[^\s;；,，、|<>()（）]+/u

/** The first of the mailboxes of a cell. */
export const readEmail: Reader<string> = readAs((value) => mailbox.exec(value)?.[0] ?? null, '没有邮箱')

/** The first of the sites of a cell, which a word may precede. */
export const readSite: Reader<string> = readAs((value) => {
  const parts = value.split(/[\s;；，、]+|,(?=\s|https?:|www\.)/)
  return parts.find((part) => part.includes('.')) ?? (parts[0] || null)
}, '没有网址')

const rangeSigns =
  /\s*(?:至|到|~|～|[—–―]+|--+|\s-\s|(?<=\d{4}[-./年]\d{1,2}[-./月]\d{1,2}日?)-(?=\d{4}|[长无永])|(?<=^\D*\d{8})-(?=\d{8}))\s*/

/** One end of a range; undefined for 长期. */
function endOf(written: string): string | undefined | null {
  if (isNoValue(written) || isNoDay(written)) return undefined
  return parseMoment(written)?.slice(0, 10) ?? null
}

/** Reads 2019-03-05至2039-03-04; `to` is undefined for 无固定期限, and for a single day, which is the first. */
export const readTerm: Reader<StatedTerm> = andThen(readLine, (written) => {
  const [first = '', last = '', ...more] = written
    .trim()
    .replace(/^[自从]/, '')
    .replace(/止$/, '')
    .replace(/\s*[（(]\d+年[)）]$/, '')
    .split(rangeSigns)
  const [from, to] = [endOf(first), endOf(last)]
  return from === null || to === null || more.length > 0 ? new ParseFailure('不是有效的期限') : { from, to }
})

/** The first day of a term; a range is read as well. */
export const readTermStart: Reader<string | undefined> = (value) => {
  const term = readTerm(value)
  return term instanceof ParseFailure ? new ParseFailure('不是有效的日期') : term.from
}

/** The last day of a term; a range is read as well. */
export const readTermEnd: Reader<string | undefined> = (value) => {
  const term = readTerm(value)
  if (term instanceof ParseFailure) return new ParseFailure('不是有效的日期')
  return typeof value === 'string' && rangeSigns.test(value.trim()) ? term.to : term.from
}
