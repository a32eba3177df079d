import { minuteOf } from '../../domain/clock.ts'
import { dateOfSerial } from '../input/workbook.ts'

const chineseDigits = '〇一二三四五六七八九'
const places = new Map([
  ['千', 1_000],
  ['百', 100],
  ['十', 10],
])
/** Numerals of cheques and older ones, as the plain ones. */
const plainNumerals = new Map(
  Array.from('零壹贰叁肆伍陆柒捌玖拾佰仟萬億貳參陸两', (sign, at) => [
    sign,
    '〇一二三四五六七八九十百千万亿二三六二'[at] ?? '',
  ]),
)

/**
 * A part below 万. null where a place is left out without 零: 一百五 is 150 when spoken and 105 by its signs. `isFollowing`:
 * whether the part comes after 万 or 亿.
 */
function partOf(written: string, isFollowing: boolean): number | null {
  let sum = 0
  let expected = isFollowing ? 1_000 : 0
  let before = Number.POSITIVE_INFINITY
  for (const [part, zero = '', digit = '', unit = ''] of written.matchAll(/(〇?)([一二三四五六七八九]?)([千百十]?)/g)) {
    if (part === '') continue
    if (digit === '' && unit !== '十') return null
    const place = places.get(unit) ?? 1
    if (place >= before || (expected !== 0 && place !== expected && zero === '')) return null
    sum += (digit === '' ? 1 : chineseDigits.indexOf(digit)) * place
    before = place
    expected = place / 10
  }
  return sum
}

/** 三千零五十万 as 30,500,000; null for what is no number, or not certain. */
export function chineseNumber(written: string): number | null {
  const plain = Array.from(written, (sign) => plainNumerals.get(sign) ?? sign).join('')
  const [, above, middle, below = ''] =
    /^(?:([〇一二三四五六七八九十百千]+)亿)?(?:([〇一二三四五六七八九十百千]+)万)?([〇一二三四五六七八九十百千]*)$/.exec(
      plain,
    ) ?? []
  // A digit after 亿 without 万 between them stands at no certain place.
  if (plain === '' || (above !== undefined && middle === undefined && below !== '' && !below.startsWith('〇')))
    return null
  const parts = [
    above === undefined ? 0 : partOf(above, false),
    middle === undefined ? 0 : partOf(middle, above !== undefined),
    partOf(below, above !== undefined || middle !== undefined),
  ]
  const [hundredMillions, tenThousands, ones] = parts
  const sum = (hundredMillions ?? Number.NaN) * 1e8 + (tenThousands ?? Number.NaN) * 1e4 + (ones ?? Number.NaN)
  return sum > 0 ? sum : null
}

/** A numeral that begins with a digit or 十: 千万 after 1 is a unit of that number, and 两 after 万 may be a currency. */
const numeral =
  /(?<![\d.,〇零一二三四五六七八九十百千万亿])(?:[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾貳參陸]|两(?=[百千万亿]))[〇零一二三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟萬億貳參陸]*/u

/** The text with its first numeral in digits, in 万 where the numeral has 万 or 亿: 伍佰万元整 as 500万元整. */
export const withDigits = (text: string): string =>
  text.replace(numeral, (written) => {
    const value = chineseNumber(written)
    if (value === null) return written
    return /[万萬亿億]/.test(written) ? `${value / 10_000}万` : String(value)
  })

/** What may follow a day: midnight, as spreadsheets and databases write it, or a weekday. */
const dayEnd = String.raw`(?:[T ]0{1,2}:00(?::00(?:\.0+)?)?(?:\+08:?00)?| ?(?:星期|周)[一二三四五六日天])?$`
const shapes = [
  /^(\d{4})-(\d{1,2})-(\d{1,2})/,
  /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})/,
  /^(\d{4})年(\d{1,2})月(\d{1,2})日?/,
  /^(\d{4})(\d{2})(\d{2})/,
].map((shape) => new RegExp(shape.source + dayEnd))

/** A day as Excel counts it, 1927 to 2173; a spreadsheet shows it in a cell without the format of a date. */
const serial = /^\d{5}(?:\.\d+)?$/

/** 15/3/2015 or 3/15/2015. */
const yearLast = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})${dayEnd}`)

/** The day of a form with the year last; null where day and month may each be the other. */
function dayBeforeYear(written: string): [string, string, string] | null {
  const [, first = '', , second = '', year = ''] = yearLast.exec(written) ?? []
  if (year === '') return null
  if (Number(first) > 12 || Number(first) === Number(second)) return [year, second, first]
  return Number(second) > 12 ? [year, first, second] : null
}

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** 5-Mar-2019, as Excel shows a day by default in English; of two digits 30 is 1930 and 29 is 2029, as there. */
const englishShape = /^(\d{1,2})[- ]([a-z]{3})[a-z]*[-, ]{1,2}(\d{4}|\d{2})$/i

const chineseDay = /^([〇零○一二三四五六七八九]{4})年([一二三四五六七八九十]{1,3})月([一二三四五六七八九十]{1,3})日$/

/** Year, month and day of the forms that name a month. */
function namedDay(written: string): [string, string, string] | null {
  const monthFirst = written.replace(/^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i, '$2 $1 $3')
  const [, day = '', month = '', year = ''] = englishShape.exec(monthFirst) ?? []
  if (year !== '') {
    const century = year.length === 4 ? '' : Number(year) < 30 ? '20' : '19'
    return [century + year, String(monthNames.indexOf(month.toLowerCase()) + 1), day]
  }
  const [, chineseYear = '', monthWord = '', dayWord = ''] = chineseDay.exec(written.replaceAll(/[零○]/g, '〇')) ?? []
  if (chineseYear === '') return null
  const digits = Array.from(chineseYear, (digit) => chineseDigits.indexOf(digit)).join('')
  return [digits, String(chineseNumber(monthWord)), String(chineseNumber(dayWord))]
}

/** Words and placeholders for a day that has not come, or is unknown. */
const noDay =
  /^(?:长期(?:有效)?|永久(?:有效|存续)?|永续(?:经营)?|终身(?:有效)?|无(?:固定|限定)?(?:期限?)?|不(?:限|约定期限|定期)|至今|未移出|尚未移出|未注销|\*+|[09]000[-/.]0{1,2}[-/.]0{1,2}|[29]999.*|0001[-/.]0?1[-/.]0?1|1900[-/.]0?1[-/.]0{1,2})(?:[ T]0?0:00(?::00(?:\.0+)?)?)?$/
export const isNoDay = (value: string): boolean => noDay.test(value.normalize('NFKC').trim())

/** The common form, tried first. */
const plainShape = /^(\d{4})-(\d\d)-(\d\d)$/

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

function isDay(year: number, month: number, day: number) {
  const days = month === 2 && isLeap(year) ? 29 : (daysOf[month - 1] ?? 0)
  return day >= 1 && day <= days && year >= 1800 && year <= 2200
}

const dayOf = (year: string, month: string, day: string) =>
  isDay(Number(year), Number(month), Number(day)) ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null

/** Without the quote that makes a text of a cell of Excel, without blanks around 年, 月 and 日, with the dashes of a keyboard. */
const writtenDay = (value: string) =>
  value
    .normalize('NFKC')
    .trim()
    .replace(/^'/, '')
    .replaceAll(/(?<=\d)\s+(?=[年月日])|(?<=[年月])\s+/g, '')
    .replaceAll(/(?<=\d)[\u2010-\u2015\u2212](?=\d)/g, '-')

/**
 * Parses a calendar date of any common form into YYYY-MM-DD. null for a day that does not exist, a year outside
 * 1800–2200, and 3/5/2019, whose month is not certain.
 */
export function parseDate(value: string): string | null {
  const plain = plainShape.exec(value)
  if (plain !== null) return isDay(Number(plain[1]), Number(plain[2]), Number(plain[3])) ? value : null
  const written = writtenDay(value)
  for (const shape of shapes) {
    const [, year = '', month = '', day = ''] = shape.exec(written) ?? []
    if (year !== '') return dayOf(year, month, day)
  }
  if (serial.test(written)) return dateOfSerial(Math.floor(Number(written)))
  const named = dayBeforeYear(written) ?? namedDay(written)
  return named === null ? null : dayOf(...named)
}

/** Why a text is no day, for the operator. */
export function dayProblem(value: string): string {
  const written = writtenDay(value)
  if (/^\d{4}(?:[-/.]\d{1,2}|年\d{1,2}月)$/.test(written)) return '只有年月，没有日'
  if (/^\d{4}年$/.test(written)) return '只有年份，没有月日'
  const [, first, , second] = yearLast.exec(written) ?? []
  return Number(first) <= 12 && Number(second) <= 12 ? '日和月的先后不能确定' : '不是有效的日期'
}

/** Parses a day, month or year: the precision of an as-of date. */
export function parseAsOf(value: string): string | null {
  const written = value.trim()
  if (/^(19|20)\d{2}(-(0[1-9]|1[0-2]))?$/.test(written)) return written
  return parseDate(written)
}

const clockTime = /^(\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?)[T ]?(上午|下午)?(\d{1,2})[:时点](\d{1,2})?/
/** 20190305103000. */
const compactTime = /^(\d{8})(\d\d)(\d\d)\d\d$/
/** An instant with its offset, as JSON has them. */
const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/
/** Milliseconds, or seconds from 2001 to 2033, since 1970; some sources write dates so. */
const milliseconds = /^\d{12,13}$/
const seconds = /^1\d{9}$/

function inChina(instantMs: number): string | null {
  if (!Number.isFinite(instantMs)) return null
  return minuteOf(instantMs).replace(' 00:00', '')
}

/** Parses a time in China (2026-11-22 09:30), or a day when the source has no time. */
export function parseMoment(value: string): string | null {
  const day = parseDate(value)
  // The serial of a day has the time after its point.
  if (day !== null && !value.includes('.')) return day
  const written = writtenDay(value)
  if (day !== null) return serial.test(written) ? (dateOfSerial(Number(written))?.slice(0, 16) ?? null) : day
  if (milliseconds.test(written)) return inChina(Number(written))
  if (seconds.test(written)) return inChina(Number(written) * 1000)
  if (instant.test(written)) return inChina(Date.parse(written))
  const [, date = '', half, hours = '', minutes = '0'] =
    clockTime.exec(
      written
        .replace(compactTime, (_, of, hour, minute) => `${parseDate(of) ?? ''} ${hour}:${minute}`)
        .replace(/\s+/g, ' '),
    ) ?? []
  const ofDay = parseDate(date)
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === '下午' ? 12 : 0)
  if (ofDay === null || hours === '' || hour > 23 || Number(minutes) > 59) return null
  return `${ofDay} ${String(hour).padStart(2, '0')}:${minutes.padStart(2, '0')}`
}
