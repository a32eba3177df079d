import { isCreditCode, isRegistrationNumber } from '../domain/credit-code.ts'
import { parseDate } from './dates.ts'

/** Longest text of one line that is stored: the longest registered name known has a few hundred characters. */
const LINE = 500
const PROSE = 20_000
const LIST = 500

// Line ends and tabs may stand in prose; nothing else that cannot be seen, least of all NUL.
// oxlint-disable-next-line no-control-regex -- these are the characters to refuse
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** A value that is not what it should be. */
class Unreadable {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** The one definition of what a field may hold: what the value means, or why it is refused. Never throws. */
type Reader<T> = (value: unknown) => T | Unreadable

const text =
  (limit: number): Reader<string> =>
  (value) => {
    if (typeof value !== 'string') return new Unreadable('不是文字')
    if (value.length > limit) return new Unreadable(`超过 ${limit} 个字`)
    if (unseen.test(value)) return new Unreadable('含有控制字符')
    return value.isWellFormed() ? value : new Unreadable('含有残缺的字符')
  }

const line = text(LINE)
const prose = text(PROSE)

/** Text read as something else; null says it cannot be read as such. */
const readAs =
  <T>(read: (value: string) => T | null, problem: string): Reader<T> =>
  (value) => {
    const written = line(value)
    if (written instanceof Unreadable) return written
    return read(written) ?? new Unreadable(problem)
  }

const isPlain = /^[!-~]*$/
const plain = (value: string) => (isPlain.test(value) ? value : value.normalize('NFKC').replace(/\s/g, ''))

const creditCode = readAs((value) => {
  const code = plain(value).toUpperCase()
  return isCreditCode(code) ? code : null
}, '不是有效的统一社会信用代码（校验位不符）')

const registrationNumber = readAs((value) => {
  const number = plain(value)
  return isRegistrationNumber(number) || /^\d{13}$/.test(number) ? number : null
}, '不是有效的工商注册号（校验位不符）')

const date = readAs(parseDate, '不是有效的日期')

/** NaN for nothing at all, which `Number` would take for 0. */
const numberOf = (value: string) => Number(plain(value).replaceAll(',', '') || Number.NaN)

const amount = readAs((value) => {
  const number = numberOf(value)
  return Number.isFinite(number) && number >= 0 && number < 1e15 ? number : null
}, '不是有效的金额')

const count = readAs((value) => {
  const number = numberOf(value)
  return Number.isSafeInteger(number) && number >= 0 && number < 2 ** 31 ? number : null
}, '不是有效的整数')

const year = readAs((value) => {
  const number = Number(plain(value).replace(/年$/, ''))
  return Number.isInteger(number) && number >= 1900 && number <= 2200 ? number : null
}, '不是有效的年份')

export type DatedName = { value: string; from: string; to: string | null }

const dateOrEmpty = (part: string) => (part.trim() === '' ? '' : parseDate(part))

/** 旧名@2001-01-01~2019-05-06; either date, or both, may be missing. */
function parseDatedName(value: string): DatedName | null {
  const [name = '', dates = '', ...more] = value.split('@')
  const [from = '', to = '', ...others] = dates.split('~')
  if (name.trim() === '' || more.length + others.length > 0) return null
  const [fromDate, toDate] = [dateOrEmpty(from), dateOrEmpty(to)]
  if (fromDate === null || toDate === null) return null
  return { value: name.trim(), from: fromDate, to: toDate === '' ? null : toDate }
}

/** The parts of a cell apart by semicolons, or of a JSON array. */
function partsOf(value: unknown): string[] | Unreadable {
  if (typeof value === 'string') {
    const written = prose(value)
    return written instanceof Unreadable ? written : written.split(/[;；\n]/)
  }
  if (!Array.isArray(value)) return new Unreadable('应为文字，或文字的列表')
  if (value.length > LIST) return new Unreadable(`超过 ${LIST} 项`)
  const parts: string[] = []
  for (const item of value) {
    const part = line(item)
    if (part instanceof Unreadable) return part
    parts.push(part)
  }
  return parts
}

const listOf =
  <T>(read: (value: string) => T | Unreadable | null, problem: string): Reader<T[]> =>
  (value) => {
    const parts = partsOf(value)
    if (parts instanceof Unreadable) return parts
    const answers: T[] = []
    for (const part of parts) {
      const word = part.trim()
      if (word === '' || word === '-') continue
      const answer = read(word)
      if (answer instanceof Unreadable) return answer
      if (answer === null) return new Unreadable(problem)
      answers.push(answer)
    }
    return answers
  }

/** Each of a list is a line of its own, however long the cell may be. */
const datedNames = listOf((word) => {
  const written = line(word)
  return written instanceof Unreadable ? written : parseDatedName(written)
}, '应写作 名称@起始日期~终止日期')
const words = listOf(line, '')

const fields = {
  creditCode,
  registrationNumber,
  name: line,
  nameEnglish: line,
  formerNames: datedNames,
  aliases: words,
  status: line,
  businessType: line,
  foundedOn: date,
  approvedOn: date,
  termFrom: date,
  termTo: date,
  authority: line,
  region: line,
  province: line,
  city: line,
  industry: line,
  scope: prose,
  taxpayerType: line,
  customsCode: line,
  endedOn: date,
  endedReason: line,
  endedOffice: line,
  legalRepresentative: line,
  legalRepresentativeTitle: line,
  capitalValue: amount,
  capitalUnit: line,
  capitalCurrency: line,
  paidInValue: amount,
  paidInUnit: line,
  paidInCurrency: line,
  address: line,
  mailAddress: line,
  website: line,
  email: line,
  phones: words,
  staffSize: line,
  staffYear: year,
  insuredCount: count,
  insuredYear: year,
  shortName: line,
  formerShortNames: datedNames,
  jointStockType: line,
  stockCode: line,
  oldStockCode: line,
  exchange: line,
  board: line,
  listingState: line,
  listedOn: date,
  delistedOn: date,
} satisfies Record<string, Reader<unknown>>

export type RowField = keyof typeof fields
/** What one part of a row says, read and checked. */
export type CompanyRow = { [Field in RowField]?: Exclude<ReturnType<(typeof fields)[Field]>, Unreadable> }

export const isRowField = (name: string): name is RowField => Object.hasOwn(fields, name)
export const rowFields: readonly RowField[] = Object.keys(fields).filter(isRowField)

export type RowProblem = { field: string | null; reason: string }

/** Puts the value, read and checked, into the row; or says what is wrong with it. */
export function readField(row: CompanyRow, field: RowField, value: unknown): RowProblem | null {
  const answer = fields[field](value)
  if (answer instanceof Unreadable) return { field, reason: answer.reason }
  Reflect.set(row, field, answer)
  return null
}

/** A source's own key, or what is wrong with it. */
export function parseSourceKey(value: unknown): { key: string } | RowProblem {
  const key = line(value)
  if (key instanceof Unreadable) return { field: 'sourceKey', reason: key.reason }
  return /[\n\t]/.test(key) ? { field: 'sourceKey', reason: '含有控制字符' } : { key }
}
