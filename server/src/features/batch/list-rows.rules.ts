import { isLei, isOrganisationCode } from '@baiqicha/contract/certificate-checks'
import { KEYWORD_LIMIT } from '@baiqicha/contract/keyword-limit'
import { isCreditCode, isRegistrationNumber } from '../../domain/company/credit-code.ts'
import { parsePhoneNumber } from '../../domain/contacts/contact-value.ts'
import { isDatedIdentityNumber, isIdentityNumber } from '../../domain/masking/masking.ts'
import { cleanKeyword } from '../../domain/names/keyword.ts'

/** Rows of a table or of a pasted text, as cells. */
export type ListRows = readonly (readonly string[])[]

/** Rows before the headings of a table: titles of a report. */
const TITLE_ROWS = 5
/** Without a heading only a long code is taken for one: a shorter one may be an amount. */
const CREDIT_CODE_LENGTH = 18
/** Rows by which the column of the names is found. */
const LOOKED_AT = 200

const nameHeading =
  /^(?:企业|公司|单位|机构|客户|供应商|商户|主体|对方|交易对手)?(?:名称|全称|名)$|^(?:企业|公司|单位|客户|供应商)(?:名单|列表|清单)?$/
/** Also 统一社会信用代码/注册号, and never with the code itself. */
const codeHeading = /^(?:(?:统一)?(?:社会)?信用代码|税号|纳税人识别号|(?:工商)?注册号|组织机构代码)[^\d:]{0,12}$/
const organisation = /(?:公司|集团|厂|店|行|院|所|社|中心|企业|合伙|基金|\)|）)$/
const separators = /[、;；，]|,(?!\s*(?:Ltd|Limited|Inc|LLC|Co\b|Corp))|\s{2,}/i

const headingOf = (cell: string) => {
  const text = cell
    .normalize('NFKC')
    .replace(/[\s*]|\(.*\)$/g, '')
    .trim()
  if (nameHeading.test(text)) return text.endsWith('全称') ? 'fullName' : 'name'
  return codeHeading.test(text) ? 'code' : null
}

type Columns = { name: number | null; code: number | null }

/** The columns by their headings, and the row after them; null: the rows have no headings. A title has fewer cells than the headings. */
function findHeadings(rows: ListRows): { columns: Columns; from: number } | null {
  const found = rows.slice(0, TITLE_ROWS).flatMap((cells, at) => {
    const headings = cells.map(headingOf)
    // A table may have a column of short names before that of the full ones.
    const [fullName, code] = [headings.indexOf('fullName'), headings.indexOf('code')]
    const name = fullName === -1 ? headings.indexOf('name') : fullName
    if (name === -1 && code === -1) return []
    const width = cells.filter((cell) => cell.trim() !== '').length
    return [{ columns: { name: name === -1 ? null : name, code: code === -1 ? null : code }, from: at + 1, width }]
  })
  return found.toSorted((one, other) => other.width - one.width)[0] ?? null
}

/** How much a cell looks like the name of a company: an ending, some Chinese or Latin text, or nothing of it. */
function likenessOf(cell: string): number {
  const { name, code } = readListEntry(cell)
  if (code !== null) return 2
  if (name === null) return 0
  if (organisation.test(name)) return 3
  return /[\p{L}]{2}/u.test(name) ? 1 : 0
}

/** The column that looks most like names; the first of equals. */
function likeliestColumn(rows: ListRows): number {
  const sums: number[] = []
  for (const cells of rows.slice(0, LOOKED_AT))
    for (const [at, cell] of cells.entries()) sums[at] = (sums[at] ?? 0) + likenessOf(cell)
  return sums.reduce((best, sum, at) => (sum > (sums[best] ?? 0) ? at : best), 0)
}

/** Several names that stand in one line, each with the ending of an organisation or a code. */
function namesOfLine(line: string): string[] {
  const parts = line
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const areNames = parts.length > 1 && parts.every((part) => likenessOf(part) >= 2)
  return areNames ? parts : [line]
}

/** Whether both rows continue a count: 1 and 2. */
const countedBy = (line: string) => /^\s*(\d{1,4})\s+\S/.exec(line.normalize('NFKC'))?.[1] ?? null
function withoutCount(line: string, before: string | undefined, after: string | undefined): string {
  const own = countedBy(line)
  if (own === null) return line
  const isNext = (other: string | undefined, by: number) =>
    other !== undefined && Number(countedBy(other) ?? Number.NaN) === Number(own) + by
  return isNext(before, -1) || isNext(after, 1) ? line.normalize('NFKC').replace(/^\s*\d{1,4}\s+/, '') : line
}

function entryOfCells(cells: readonly string[], { name, code }: Columns): ListEntry | null {
  const text = (name === null ? '' : (cells[name] ?? '')).trim()
  const codeCell = (code === null ? '' : (cells[code] ?? '')).trim()
  const beside =
    code === null
      ? (cells.map(codeOfCell).find((found) => found?.length === CREDIT_CODE_LENGTH) ?? null)
      : codeOfCell(codeCell)
  if (text !== '') return readListEntry(text, beside)
  if (codeCell !== '') return readListEntry(codeCell)
  return beside === null ? null : readListEntry(beside)
}

/** Blank rows are left out. The names are in the column with their heading, else in the one that looks most like names. */
export function entriesOfRows(rows: ListRows): ListEntry[] {
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const headings = findHeadings(filled)
  const body = headings === null ? filled : filled.slice(headings.from)
  const wide = body.filter((cells) => cells.length > 1)
  const columns = headings?.columns ?? { name: likeliestColumn(wide), code: null }
  return body.flatMap((cells, at) => {
    const [line = ''] = cells
    if (cells.length > 1) return entryOfCells(cells, columns) ?? []
    const text = withoutCount(line, body[at - 1]?.[0], body[at + 1]?.[0])
    return namesOfLine(text).map((one) => readListEntry(one))
  })
}

/** What a row of a list asks for. Without a name and a code, `fault` says why nothing is looked up. */
export type ListEntry = { input: string; name: string | null; code: string | null; fault: string | null }

/** Characters of the text of a row that are stored. */
const INPUT_LIMIT = 200

export const listFaults = {
  symbols: '只有符号，无法查询',
  tooShort: '少于两个字，无法查询',
  tooLong: `超过 ${KEYWORD_LIMIT} 字，无法查询`,
  email: '是邮箱，请提供企业名称或代码',
  phone: '是电话号码，请提供企业名称或代码',
  identity: '疑似身份证号，不查询个人',
  website: '是网址，请提供企业名称或代码',
  date: '是日期，请提供企业名称或代码',
  formula: '是公式，无法查询',
  rounded: '代码已被表格软件改为科学计数法，请将该列设为文本',
  number: '只有数字，不是有效的代码',
  creditCode: '统一社会信用代码校验位不符，请核对',
  registrationNumber: '注册号校验位不符，请核对',
} as const

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
const circledNumber = /^\s*[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]\s*/u
/** As in 1. · 1、 · (1) · 1): a point before a digit is part of a number. */
const numbering = /^(?:\(\d{1,4}\)|\[\d{1,4}\]|\d{1,4}(?:[)\]、:]|\.(?!\d)))\s*(?=\S)/
const bullet = /^[-–—•·●○■◆*]+\s*(?=\S)/
const label =
  /^(?:(?:企业|公司|单位|机构|客户|供应商)?(?:名称|全称)|(?:统一社会)?信用代码|税号|纳税人识别号|(?:工商)?注册号)\s*:\s*/
/** Also the brackets of an array of a program. */
const quotesAround = /^["'“”‘’《》「」[\]]+|["'“”‘’《》「」[\]]+$/g
const endMarks = /[\s;:,。、.]+$/
/** Before a contact of a signature. */
const contactLabel = /^(?:(?:联系)?(?:电话|方式)|手机|传真|(?:电子)?邮箱|邮件|网址|官网|e-?mail|tel)\s*:\s*/i
const andOthers =
  /(?<=(?:公司|集团|厂|店|行|院|所|社|中心|企业|合伙|\)))等(?:\s*[\d一二三四五六七八九十]*\s*家?(?:公司|企业|单位)?)?$/
const roundedNumber = /^\d(?:\.\d+)?E\+?\d{2}$/i
const creditCodeInText = /(?<![\dA-Z])[\dA-Z]{18}(?![\dA-Z])/i
const emptyBrackets = /[([【]\s*[)\]】]/g

/** The row without numbering, labels, quotes and end marks, in the width of letters and digits that names have. */
function withoutOrnaments(written: string): string {
  let text = written.replace(circledNumber, '').normalize('NFKC').trim()
  if (!roundedNumber.test(text)) text = text.replace(numbering, '')
  text = text.replace(bullet, '').replace(label, '').replace(contactLabel, '')
  text = text.replace(endMarks, '').replace(quotesAround, '').replace(endMarks, '').trim()
  return text.replace(andOthers, '').trim()
}

/** Fault of a text that is clearly something else than a name or a code; null: none. */
function foreignFault(text: string): string | null {
  if (/^[=@]/.test(text)) return listFaults.formula
  if (roundedNumber.test(text)) return listFaults.rounded
  if (/^\S+@\S+\.\S+$/.test(text)) return listFaults.email
  if (/^(?:https?:\/\/|www\.)/i.test(text)) return listFaults.website
  if (/^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?(?:\s|$)/.test(text)) return listFaults.date
  return null
}

const isPhone = (text: string, digits: string) =>
  parsePhoneNumber(text) !== null &&
  (/^(?:86)?1[3-9]\d{9}$|^0\d{9,11}$|^[48]00\d{7}$/.test(digits) || text.startsWith('+'))

const found = (code: string) => ({ code, fault: null })
const faulty = (fault: string) => ({ code: null, fault })

/** A text of digits and letters, without spaces and hyphens: a code, or why it is none; null: it may be a name. */
function readCode(text: string): Pick<ListEntry, 'code' | 'fault'> | null {
  const compact = text.replace(/[\s-]/g, '').toUpperCase()
  const digits = compact.replace(/\D/g, '')
  if (!/^[+(]?[\dA-Z()+.]+$/.test(compact) || digits.length < 7) return null
  if (isCreditCode(compact)) return isIdentityNumber(compact) ? faulty(listFaults.identity) : found(compact)
  if (isLei(compact) || isOrganisationCode(compact) || isRegistrationNumber(compact)) return found(compact)
  if (isDatedIdentityNumber(compact)) return faulty(listFaults.identity)
  if (/^[\dA-Z]{18}$/.test(compact)) return faulty(listFaults.creditCode)
  if (/^\d{15}$/.test(compact))
    return faulty(isIdentityNumber(compact) ? listFaults.identity : listFaults.registrationNumber)
  if (!/^[\d()+.]+$/.test(compact)) return null
  return faulty(isPhone(text, digits) ? listFaults.phone : listFaults.number)
}

/** The code that stands beside a name, and the name without it. */
function splitCode(text: string): { code: string | null; rest: string; isPerson: boolean } {
  const code = creditCodeInText.exec(text)?.[0].toUpperCase() ?? ''
  if (isIdentityNumber(code) && (isDatedIdentityNumber(code) || !isCreditCode(code)))
    return { code: null, rest: text, isPerson: true }
  if (!isCreditCode(code)) return { code: null, rest: text, isPerson: false }
  const rest = withoutOrnaments(text.replace(creditCodeInText, ' ').replace(label, '').replace(emptyBrackets, ' '))
  return { code, rest: rest.replace(/(?:统一社会)?信用代码\s*:?\s*$/, '').trim(), isPerson: false }
}

function readName(text: string): Pick<ListEntry, 'name' | 'fault'> {
  const keyword = cleanKeyword(text)
  if (keyword === null) return { name: null, fault: listFaults.symbols }
  if (keyword.cut !== undefined) return { name: null, fault: listFaults.tooLong }
  return keyword.text.length < 2 ? { name: null, fault: listFaults.tooShort } : { name: keyword.text, fault: null }
}

const shownInput = (written: string) => {
  const characters = Array.from(written.replace(invisible, ' ').trim())
  return characters.length > INPUT_LIMIT ? `${characters.slice(0, INPUT_LIMIT).join('')}…` : characters.join('')
}

/** Reads one row of a list. `codeBeside`: a code in another column of the row. */
export function readListEntry(written: string, codeBeside: string | null = null): ListEntry {
  const input = shownInput(written)
  const text = withoutOrnaments(written.replace(invisible, ' '))
  const none = { input, name: null, code: null }
  if (codeBeside !== null) {
    const own = readCode(text)
    return { input, name: own === null ? readName(text).name : null, code: own?.code ?? codeBeside, fault: null }
  }
  const foreign = foreignFault(text)
  if (foreign !== null) return { ...none, fault: foreign }
  const code = readCode(text)
  if (code !== null) return { ...none, ...code }
  const split = splitCode(text)
  if (split.isPerson) return { ...none, fault: listFaults.identity }
  if (split.code !== null) return { input, ...readName(split.rest), code: split.code, fault: null }
  return { ...none, ...readName(text) }
}

/** The valid code that a cell consists of; null: none. */
const codeOfCell = (cell: string): string | null => readCode(withoutOrnaments(cell))?.code ?? null
