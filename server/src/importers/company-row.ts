import * as z from 'zod/mini'
import { isCreditCode, isRegistrationNumber } from '../domain/credit-code.ts'
import { parseDate } from './dates.ts'

/** Longest text of one line that is stored: the longest registered name known has a few hundred characters. */
const LINE = 500
const PROSE = 20_000

// Line ends and tabs may stand in prose; nothing else that cannot be seen, least of all NUL.
// oxlint-disable-next-line no-control-regex -- these are the characters to refuse
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const text = (limit: number) =>
  z.string('不是文字').check(
    z.refine((value: string) => value.length <= limit, `超过 ${limit} 个字`),
    z.refine((value: string) => !unseen.test(value), '含有控制字符'),
    z.refine((value: string) => value.isWellFormed(), '含有残缺的字符'),
  )

const line = text(LINE)
const prose = text(PROSE)

/** Text read as something else; null says it cannot be read as such. */
const readAs = <T>(read: (value: string) => T | null, problem: string) =>
  z.pipe(
    line,
    z.transform((value: string, context) => {
      const answer = read(value)
      if (answer !== null) return answer
      context.issues.push({ code: 'custom', message: problem, input: value })
      return z.NEVER
    }),
  )

const plain = (value: string) => value.normalize('NFKC').replace(/\s/g, '')

const creditCode = readAs((value) => {
  const code = plain(value).toUpperCase()
  return isCreditCode(code) ? code : null
}, '不是有效的统一社会信用代码（校验位不符）')

const registrationNumber = readAs((value) => {
  const number = plain(value)
  return isRegistrationNumber(number) || /^\d{13}$/.test(number) ? number : null
}, '不是有效的工商注册号（校验位不符）')

const date = readAs(parseDate, '不是有效的日期')

const amount = readAs((value) => {
  const number = Number(plain(value).replaceAll(',', '') || Number.NaN)
  return Number.isFinite(number) && number >= 0 && number < 1e15 ? number : null
}, '不是有效的金额')

const count = readAs((value) => {
  const number = Number(plain(value).replaceAll(',', '') || Number.NaN)
  return Number.isSafeInteger(number) && number >= 0 && number < 2 ** 31 ? number : null
}, '不是有效的整数')

const year = readAs((value) => {
  const number = Number(plain(value).replace(/年$/, ''))
  return Number.isInteger(number) && number >= 1900 && number <= 2200 ? number : null
}, '不是有效的年份')

type DatedName = { value: string; from: string; to: string | null }

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

/** Several values in one cell, apart by semicolons, or a JSON array of them. */
const listOf = <T>(read: (value: string) => T | null, problem: string) =>
  z.pipe(
    z.union([prose, z.array(line).check(z.maxLength(500, '超过 500 项'))], '应为文字，或文字的列表'),
    z.transform((value: string | string[], context) => {
      const words = (typeof value === 'string' ? value.split(/[;；\n]/) : value).map((word) => word.trim())
      const answers = words.filter((word) => word !== '' && word !== '-').map(read)
      const known = answers.filter((answer): answer is T & ({} | null) => answer !== null)
      if (known.length === answers.length) return known
      context.issues.push({ code: 'custom', message: problem, input: value })
      return z.NEVER
    }),
  )

const datedNames = listOf(parseDatedName, '应写作 名称@起始日期~终止日期')
const words = listOf((word) => word, '')

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
}

const rowSchema = z.partial(z.object(fields))

/** What one part of a row says, read and checked. */
export type CompanyRow = z.output<typeof rowSchema>
export type RowField = keyof typeof fields
export const rowFieldSchema = z.keyof(z.object(fields))

export type RowProblem = { field: string | null; reason: string }

/** Checks the values that are there; the first problem of a row rejects it. */
export function parseCompanyRow(values: Partial<Record<RowField, unknown>>): CompanyRow | RowProblem {
  const parsed = z.safeParse(rowSchema, values)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return { field: String(issue?.path[0] ?? ''), reason: issue?.message ?? '' }
}

export const isRowProblem = (row: CompanyRow | RowProblem): row is RowProblem => 'reason' in row

/** A source's own key, or what is wrong with it. */
export function parseSourceKey(value: unknown): { key: string } | RowProblem {
  const parsed = z.safeParse(line, value)
  if (!parsed.success) return { field: 'sourceKey', reason: parsed.error.issues[0]?.message ?? '' }
  return /[\n\t]/.test(parsed.data) ? { field: 'sourceKey', reason: '含有控制字符' } : { key: parsed.data }
}
