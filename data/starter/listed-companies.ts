import { nameKey } from '../../server/src/domain/names/company-name.ts'
import type { Row } from '../read-table.ts'
import { dayMark } from '../../server/src/domain/names/brief-name.ts'

const EXCHANGE_AS_OF = '2021-10'

/** Full names by stock code, from the files of 2021 and of 2026. */
export type FullNameFiles = {
  exchange: ReadonlyMap<string, readonly Row[]>
  announced: ReadonlyMap<string, readonly Row[]>
}

const rowsOf = (rows: ReadonlyMap<string, readonly Row[]>, company: Row, relation: string) =>
  (rows.get(company['stock_code'] ?? '') ?? []).filter((row) => row['relation'] === relation)
const nameOf = (row: Row | undefined) => row?.['full_name'] ?? ''

/**
 * Adds the full names of the two files to a row of listed_companies.csv. `announced_full_name` is newer than `full_name`.
 * Former names whose date is unknown end in 2021 or before, as `名称@~2021`. A name whose order is uncertain, because
 * ours is older than the file of 2021, is an alias. Without any full name the source of the short name stands in
 * `short_name_source`.
 */
export function withFullNames(company: Row, { exchange, announced }: FullNameFiles): Row {
  const bracketed =
    nameOf(rowsOf(announced, company, 'brackets_differ')[0]) || nameOf(rowsOf(exchange, company, 'brackets_differ')[0])
  const stated = bracketed || nameOf(company)
  const newer =
    nameOf(rowsOf(announced, company, 'newer_name')[0]) || nameOf(rowsOf(announced, company, 'adds_full_name')[0])
  const added = nameOf(rowsOf(exchange, company, 'adds_full_name')[0])
  const isExchangeName = stated === '' && added !== ''
  const full = isExchangeName ? added : stated
  const isOurNameNewest = (company['full_name_as_of'] ?? '') >= '2021'
  const inUse = newer || full
  const others = rowsOf(exchange, company, 'other_name').map(nameOf)
  if (newer !== '' && full !== '') others.push(full)
  const earlier = others.filter((name) => nameKey(name) !== nameKey(inUse))
  const dated = (name: string) =>
    name === full && company['full_name_source'] === 'szse_list' ? name : `${name}@~2021`
  const isListed = company['list_status'] === 'listed'
  return {
    ...company,
    full_name: full,
    ...(isExchangeName && { full_name_source: 'exchange_names', full_name_as_of: EXCHANGE_AS_OF }),
    announced_full_name: newer,
    short_name_source: inUse !== '' ? '' : isListed ? 'exchange_list' : 'company_profile',
    former_full_names: isOurNameNewest || newer !== '' || isExchangeName ? earlier.map(dated).join(';') : '',
    other_full_names: isOurNameNewest || newer !== '' || isExchangeName ? '' : earlier.join(';'),
  }
}

/** Legal forms at the end of the names of listed companies. */
const legalForm = /(股份有限公司|股份公司)$/
/** Trades that follow a bracketed place, as in 迪哲（江苏）医药股份有限公司. Others follow plain places too: 中盐内蒙古化工. */
const tradeAfterPlace = /(科技|医药)$/
const placeSuffix = /(省|市|特别行政区|壮族自治区|回族自治区|维吾尔自治区|自治区)$/
/** Shortest name in front of a bracket. Characters. */
const BRAND = 2

/**
 * Restores the brackets around a place that file names of annual reports drop: around 中国, the province or the city of
 * the company, where the place stands before the legal form or before a trade word, and not at the start of the name.
 * Returns any other name unchanged.
 */
export function restoreBrackets(name: string, province: string, city: string): string {
  const form = legalForm.exec(name)?.[0]
  if (form === undefined || /[（(]/.test(name)) return name
  const stem = name.slice(0, -form.length)
  const places = ['中国', province, city].map((text) => text.replace(placeSuffix, ''))
  for (const place of places) {
    const at = place === '' ? -1 : stem.indexOf(place, BRAND)
    // A city after its province is part of the region, as in 广东肇庆.
    if (at === -1 || places.includes(stem.slice(0, at))) continue
    const trade = stem.slice(at + place.length)
    if (trade === '' || tradeAfterPlace.test(trade)) return `${stem.slice(0, at)}（${place}）${trade}${form}`
  }
  return name
}

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
