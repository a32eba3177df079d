import type { Row } from '../read-table.ts'

/** Full names of listed companies by stock code. */
export type NamesByCode = ReadonlyMap<string, string>

const offices = [
  ['chairman', '董事长'],
  ['general_manager', '总经理'],
  ['board_secretary', '董事会秘书'],
] as const

/** A garbled name has a mark of a character that could not be decoded. */
const isGarbled = (name: string) => /[?？\ufffd]/.test(name)

/** Rows of keyPerson: each person of a company once, with all offices. A cell may name two persons. */
export function keyPersonRows(companies: readonly Row[], namesByCode: NamesByCode): { rows: Row[]; garbled: number } {
  const rows: Row[] = []
  let garbled = 0
  for (const company of companies) {
    const positions = new Map<string, string[]>()
    for (const [column, office] of offices) {
      const names = (company[column] ?? '').split(/[,，、](?=\p{Script=Han})/u).map((name) => name.trim())
      for (const name of names) {
        if (name === '') continue
        if (isGarbled(name)) garbled += 1
        else positions.set(name, [...(positions.get(name) ?? []), office])
      }
    }
    for (const [name, held] of positions) {
      rows.push({ companyName: namesByCode.get(company['stock_code'] ?? '') ?? '', name, positions: held.join('；') })
    }
  }
  return { rows, garbled }
}

/** Rows of annualEmployees. */
export const employeeRows = (employees: readonly Row[], names: NamesByCode): Row[] =>
  employees.flatMap(({ stock_code = '', report_year = '', as_of = '', employees: count = '', report_date = '' }) => {
    const companyName = names.get(stock_code)
    return companyName === undefined
      ? []
      : [{ companyName, year: report_year, employees: count, reportDate: report_date, asOf: as_of }]
  })

/** Rows of reportedRepresentative. */
export const representativeRows = (representatives: readonly Row[], names: NamesByCode): Row[] =>
  representatives.flatMap(({ stock_code = '', report_year = '', legal_representative = '', report_date = '' }) => {
    const companyName = names.get(stock_code)
    return companyName === undefined
      ? []
      : [{ companyName, year: report_year, name: legal_representative, reportDate: report_date, asOf: report_year }]
  })

/**
 * Rows of changeRecord: the changes of short names, oldest first. A name from the day of listing is the first name and no
 * change; a name equal to the one before it is none either. The name before the first known change is not stated.
 */
export function shortNameChangeRows(
  nameChanges: readonly Row[],
  companies: ReadonlyMap<string, Row>,
  names: NamesByCode,
): Row[] {
  const byCode = Map.groupBy(nameChanges, (row) => row['stock_code'] ?? '')
  return [...byCode].flatMap(([code, changes]) => {
    const company = companies.get(code)
    const companyName = names.get(code)
    if (company === undefined || companyName === undefined) return []
    const rows: Row[] = []
    let before = ''
    const inOrder = changes.toSorted((a, b) => (a['start_date'] ?? '').localeCompare(b['start_date'] ?? ''))
    for (const { short_name: after = '', start_date: changeDate = '' } of inOrder) {
      const isFirstName = before === '' && changeDate === company['list_date']
      if (!isFirstName && after !== before && changeDate !== '') {
        rows.push({ companyName, item: '证券简称变更', kind: '名称', before, after, changeDate })
      }
      before = after
    }
    return rows
  })
}
