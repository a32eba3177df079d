import { codeOfCell, type ListEntry, readListEntry } from './list-entry.rules.ts'

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
