import { parseDate } from '../../file/dates.ts'
import {
  amount,
  count,
  creditCode,
  date,
  line,
  listOf,
  plain,
  prose,
  type Reader,
  type RowProblem,
  readAs,
  registrationNumber,
  Unreadable,
  words,
} from '../../file/value-readers.ts'

const year = readAs((value) => {
  const number = Number(plain(value).replace(/年$/, ''))
  return Number.isInteger(number) && number >= 1900 && number <= 2200 ? number : null
}, '不是有效的年份')

export type DatedName = { value: string; from: string; to: string | null }

const dateOrEmpty = (part: string) => (part.trim() === '' ? '' : parseDate(part))

/** Parses 旧名@2001-01-01~2019-05-06; each date may be missing. */
function parseDatedName(value: string): DatedName | null {
  const [name = '', dates = '', ...more] = value.split('@')
  const [from = '', to = '', ...others] = dates.split('~')
  if (name.trim() === '' || more.length + others.length > 0) return null
  const [fromDate, toDate] = [dateOrEmpty(from), dateOrEmpty(to)]
  if (fromDate === null || toDate === null) return null
  return { value: name.trim(), from: fromDate, to: toDate === '' ? null : toDate }
}

/** The length limit of a line applies to each item, not to the cell. */
const datedNames = listOf((word) => {
  const written = line(word)
  return written instanceof Unreadable ? written : parseDatedName(written)
}, '应写作 名称@起始日期~终止日期')

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
/** The validated values that one part of a mapping reads from a row. */
export type CompanyRow = { [Field in RowField]?: Exclude<ReturnType<(typeof fields)[Field]>, Unreadable> }

export const isRowField = (name: string): name is RowField => Object.hasOwn(fields, name)
export const rowFields: readonly RowField[] = Object.keys(fields).filter(isRowField)

/** Validates the cell and sets the field. Returns the problem when the cell is invalid. */
export function readField(row: CompanyRow, field: RowField, cell: unknown): RowProblem | null {
  const value = fields[field](cell)
  if (value instanceof Unreadable) return { field, reason: value.reason }
  Reflect.set(row, field, value)
  return null
}

/** Validates the key that a source gives a company. */
export function parseSourceKey(value: unknown): { key: string } | RowProblem {
  const key = line(value)
  if (key instanceof Unreadable) return { field: 'sourceKey', reason: key.reason }
  return /[\n\t]/.test(key) ? { field: 'sourceKey', reason: '含有控制字符' } : { key }
}
