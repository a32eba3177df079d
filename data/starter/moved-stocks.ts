import { dayMark } from '../../server/src/domain/names/brief-name.ts'
import type { Row } from '../read-table.ts'

const codeOf = (row: Row) => row['stock_code'] ?? ''
const shortNameOf = (row: Row) => row['short_name'] ?? ''

/** Whole short names of stocks that the list cuts on that day and that have no other name in the files. */
const wholeNames: Readonly<Record<string, string>> = {
  '603194': '中力股份',
  '603370': '华新精科',
  '688411': '海博思创',
  '688479': '友车科技',
  '920020': '泰凯英',
}

/** Same day of listing, and the last three digits of the code or the same name: the Beijing exchange gave new codes in 2025. */
const isSameStock = (old: Row, listed: Row) =>
  old['list_date'] === listed['list_date'] &&
  (codeOf(old).slice(-3) === codeOf(listed).slice(-3) ||
    shortNameOf(old).startsWith(shortNameOf(listed).replace(dayMark, '')))

const isMissing = (row: Row) => row['exchange'] === 'BSE' && row['list_status'] !== 'listed'

/** Stocks of the Beijing exchange that stand in the file twice: the new code by the old one. */
function movedStocks(rows: readonly Row[]): ReadonlyMap<string, string> {
  const renumbered = rows.filter((row) => row['exchange'] === 'BSE' && row['list_status'] === 'listed')
  return new Map(
    rows.filter(isMissing).flatMap((old) => {
      const found = renumbered.filter((row) => row['old_stock_code'] === '' && isSameStock(old, row))
      const [only] = found
      return only === undefined || found.length > 1 ? [] : [[codeOf(old), codeOf(only)] as const]
    }),
  )
}

/**
 * Joins the two rows of a stock with a new code: what only the old one states stays. A short name that the mark of a day cuts
 * is the whole one, if the stock has no other name.
 */
export function joinMovedStocks(rows: readonly Row[]): { companies: Row[]; newCodes: ReadonlyMap<string, string> } {
  const newCodes = movedStocks(rows)
  const oldOf = new Map(rows.flatMap((row) => (newCodes.has(codeOf(row)) ? [[newCodes.get(codeOf(row)), row]] : [])))
  const companies = rows.flatMap((row) => {
    if (newCodes.has(codeOf(row))) return []
    const old = oldOf.get(codeOf(row))
    const joined: Row = { ...row, ...(old !== undefined && { old_stock_code: codeOf(old) }) }
    for (const [column, value] of Object.entries(old ?? {})) if (!joined[column]) joined[column] = value
    const isCut = dayMark.test(shortNameOf(row)) && !joined['full_name']
    const whole = old === undefined ? wholeNames[codeOf(row)] : shortNameOf(old)
    return [isCut && whole !== undefined ? { ...joined, short_name: whole } : joined]
  })
  return { companies, newCodes }
}
