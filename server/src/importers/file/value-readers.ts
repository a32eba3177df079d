import { isCreditCode, isRegistrationNumber } from '../../domain/company/credit-code.ts'
import { isPersonName } from '../../domain/records/person-name.ts'
import { isNoValue, joinLines, withoutPrivateUse } from '../input/clean-text.ts'
import { dayProblem, isNoDay, parseMoment } from './dates.ts'

/** Maximal length of a one-line text. The longest registered names have a few hundred characters. */
const LINE = 500
const PROSE = 20_000
const LIST = 500

// Prose may contain line ends and tabs; any other control character makes the value invalid.
// oxlint-disable-next-line no-control-regex -- these are the characters to refuse
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** An invalid value, with the reason. */
export class ParseFailure {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** Validates and converts a value. Returns `ParseFailure` for an invalid one; never throws. */
export type Reader<T> = (value: unknown) => T | ParseFailure

const written =
  (limit: number): Reader<string> =>
  (value) => {
    if (typeof value !== 'string') return new ParseFailure('不是文字')
    if (value.length > limit) return new ParseFailure(`超过 ${limit} 个字`)
    if (unseen.test(value)) return new ParseFailure('含有控制字符')
    return value.isWellFormed() ? value : new ParseFailure('含有残缺的字符')
  }

/** Converts what a reader has read. */
export const andThen =
  <T, U>(read: Reader<T>, convert: (value: T) => U | ParseFailure): Reader<U> =>
  (value) => {
    const result = read(value)
    return result instanceof ParseFailure ? result : convert(result)
  }

export const text = (limit: number): Reader<string> => andThen(written(limit), withoutPrivateUse)

export const unjoinedLine = text(LINE)
/** One line: line ends within it are joined. */
export const readLine: Reader<string> = andThen(unjoinedLine, joinLines)
/** A line between or below the rows of an export: the header again, 数据来源：…, 合计, 共 3 条, 2家; and labels of a table on its side. */
const note =
  /^(?:(?:法定代表人|法人|负责人|统一社会信用代码|注册号|注册资本|成立(?:日期|时间)|经营范围|(?:注册|企业)?地址|联系?电话|(?:登记|经营)状态|企业类型|(?:企业|公司|单位|机构|主体|当事人|行政相对人|被执行人|纳税人)?(?:名称|全称|姓名)|\d+\s*[家户条个])$|(?:数据来源|来源|导出(?:时间|日期|人|说明)|制表人?|备注|说明|注|声明|免责声明|查询(?:时间|条件))[:：]|(?:合计|总计|小计)(?:[:：\s]|$)|共\s*\d+\s*[条家户行个])/
const withoutNotes =
  (read: Reader<string>): Reader<string> =>
  (value) =>
    typeof value === 'string' && note.test(value) ? new ParseFailure('是表格的说明或合计，不是名称') : read(value)

/** The name of a company. */
export const readCompanyName = withoutNotes(readLine)

/**
 * The name of a company or person. A person's keeps its characters of private use, which registers of persons have for rare
 * ones: without them it would be the name of somebody else.
 */
export const partyName = withoutNotes(
  andThen(written(LINE), (name) => joinLines(isPersonName(name) ? name : withoutPrivateUse(name))),
)
export const readProse = text(PROSE)

/** Reads a line and converts it; null from `read` makes the value invalid. `problem`: the reason, or how to find it. */
export const readAs = <T>(
  read: (value: string) => T | null,
  problem: string | ((value: string) => string),
): Reader<T> =>
  andThen(readLine, (line) => read(line) ?? new ParseFailure(typeof problem === 'string' ? problem : problem(line)))

const isPlain = /^[!-~]*$/
export const plain = (value: string) => (isPlain.test(value) ? value : value.normalize('NFKC').replace(/\s/g, ''))

/** A code without the quotes that protect it in a spreadsheet. */
const codeOf = (value: string) =>
  plain(value)
    .replace(/^['"`‘’“”]+|['"`‘’“”]+$/g, '')
    .toUpperCase()

/** A code of digits that a spreadsheet has rounded, as in 9.1440E+17. */
const rounded = /^\d(?:\.\d+)?E\+?\d+$/
const readCode =
  (read: Reader<string>): Reader<string> =>
  (value) =>
    typeof value === 'string' && rounded.test(codeOf(value))
      ? new ParseFailure('被表格软件改成了科学计数，末几位已丢失：请把这一列设为文本再导出')
      : read(value)

export const creditCode = readCode(
  readAs((value) => {
    const code = codeOf(value)
    return isCreditCode(code) ? code : null
  }, '不是有效的统一社会信用代码（校验位不符）'),
)

const readRegistrationNumber = readAs((value) => {
  const number = codeOf(value)
  return isRegistrationNumber(number) || /^\d{13}$/.test(number) ? number : null
}, '不是有效的工商注册号（校验位不符）')
export const registrationNumber = readCode(readRegistrationNumber)

/** Reads a day or time; undefined for words such as 长期. */
export const orNoDay =
  (read: Reader<string>): Reader<string | undefined> =>
  (value) => {
    const day = read(value)
    return day instanceof ParseFailure && typeof value === 'string' && isNoDay(value) ? undefined : day
  }

/** A day; a time of the day is dropped. */
export const readDay = orNoDay(readAs((value) => parseMoment(value)?.slice(0, 10) ?? null, dayProblem))

/** 1,000 and 1,0000; 100,5 is a decimal of other countries, which would be ten times as much without its comma. */
const groups = /^[^,]*\d(?:,\d{3})+(?!\d)[^,]*$|^[^,]*\d(?:,\d{4})+(?!\d)[^,]*$/

/** NaN for empty text, which `Number` would convert to 0, and for commas that set no groups of digits apart. */
export const parseNumber = (value: string) => {
  const digits = plain(value)
  if (!digits.includes(',')) return Number(digits || Number.NaN)
  return groups.test(digits) ? Number(digits.replaceAll(',', '')) : Number.NaN
}

/** A number without the word that counts, and without its year: 42人, 2025年, 12人(2023年报). */
const withoutCounter = (value: string) =>
  plain(value)
    .replace(/\(\d{4}年?(?:年?度?报告?)?\)$/, '')
    .replace(/[年人名位项件条次家户个]$/, '')

export const readCount = readAs((value) => {
  const number = parseNumber(withoutCounter(value))
  return Number.isSafeInteger(number) && number >= 0 && number < 2 ** 31 ? number : null
}, '不是有效的整数')

/** Splits a cell at semicolons or line ends, or validates a JSON array. */
export function partsOf(value: unknown): string[] | ParseFailure {
  if (typeof value === 'string') {
    const cell = readProse(value)
    return cell instanceof ParseFailure ? cell : cell.split(/[;；\n]/)
  }
  if (!Array.isArray(value)) return new ParseFailure('应为文字，或文字的列表')
  if (value.length > LIST) return new ParseFailure(`超过 ${LIST} 项`)
  const parts: string[] = []
  for (const item of value) {
    const part = readLine(item)
    if (part instanceof ParseFailure) return part
    parts.push(part)
  }
  return parts
}

/** Separators of names and brands; a comma within a name in Latin letters is part of it. */
const betweenNames = /[、，|]|(?<=[\p{Script=Han})）\d]),(?=\s*\p{Script=Han})/u

/** A list whose items are also separated by 、, commas and |. */
export const namesOf =
  <T>(read: Reader<T[]>): Reader<T[]> =>
  (value) =>
    read(typeof value === 'string' ? value.split(betweenNames).join('\n') : value)

export const listOf =
  <T>(read: (value: string) => T | ParseFailure | null, problem: string): Reader<T[]> =>
  (value) => {
    const parts = partsOf(value)
    if (parts instanceof ParseFailure) return parts
    const values: T[] = []
    for (const part of parts) {
      const word = part.trim()
      if (isNoValue(word)) continue
      const item = read(word)
      if (item instanceof ParseFailure) return item
      if (item === null) return new ParseFailure(problem)
      values.push(item)
    }
    return values
  }

export const words = listOf(readLine, '')

/** Why a row, or the value of one of its fields, is not stored. */
export type RowProblem = { field: string | null; reason: string; value?: string }

/** Characters of a value that a report shows. */
const SHOWN = 80

/** A value as the file has it, cut to so many characters. */
export function textOfValue(value: unknown, most = Number.POSITIVE_INFINITY): string {
  const whole = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return whole.length > most ? `${whole.slice(0, most)}…` : whole
}

/** The problem with its value, as the file has it; undefined: it cannot be shown. */
export function problemOf(field: string | null, reason: string, value: unknown): RowProblem {
  return value === undefined ? { field, reason } : { field, reason, value: textOfValue(value, SHOWN).toWellFormed() }
}

/** A text that an exporter protects from the spreadsheet: ="0123". */
const protectedText = /^="([^"]*)"$/

/** Trims text and converts numbers to text. undefined for an empty cell, and for a word that means one. */
export const trimmedOrUndefined = (value: unknown) => {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return value
  const trimmed = value.trim()
  const content = trimmed.startsWith('="') ? (protectedText.exec(trimmed)?.[1] ?? trimmed).trim() : trimmed
  return isNoValue(content) ? undefined : content
}
