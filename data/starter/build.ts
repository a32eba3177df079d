/**
 * Writes the starter set from a data folder: `node data/starter/build.ts ../shared/data`.
 * Copies only the columns that may be published (README.md), and prints what it used.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { MOST_COMPANIES_OF_SITE, siteFlaw, siteHost } from '../../server/src/domain/contacts/contact-value.ts'
import { ParseFailure, partyName } from '../../server/src/importers/file/value-readers.ts'
import { type Row, readTable } from '../read-table.ts'
import { joinMovedStocks, restoreBrackets, withFullNames } from './listed-companies.ts'
import { readLists } from './list-companies.ts'
import { employeeRows, keyPersonRows, representativeRows, shortNameChangeRows } from './listed-records.ts'

const dataFolder = process.argv[2] ?? '../shared/data'
const outputFolder = import.meta.dirname

const companyColumns = [
  'stock_code',
  'old_stock_code',
  'exchange',
  'board',
  'list_status',
  'list_date',
  'short_name',
  'full_name',
  'full_name_source',
  'full_name_as_of',
  'announced_full_name',
  'short_name_source',
  'former_full_names',
  'other_full_names',
  'full_name_en',
  'registered_capital_wan_cny',
  'founded_date',
  'province',
  'city',
  'registered_address',
  'website',
  'csrc_section',
  'csrc_industry',
  'legal_representative',
  'legal_rep_report_year',
  'reported_representative',
  'reported_representative_year',
] as const

const rowsOf = (file: string) => readTable(path.join(dataFolder, file))
const textOf = (row: Row, column: string) => row[column] ?? ''

const csvCell = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

function write(file: string, columns: readonly string[], rows: readonly Row[]) {
  const lines = rows.map((row) => columns.map((column) => csvCell(textOf(row, column))).join(','))
  const table = `${[columns.join(','), ...lines].join('\n')}\n`
  const target = path.join(outputFolder, file)
  mkdirSync(path.dirname(target), { recursive: true })
  // The gzip header holds no time and no file name: the same rows give the same bytes.
  writeFileSync(target, gzipSync(table, { level: 9 }))
  console.log(`${file}: ${rows.length} rows`)
}

const writeRecords = (source: string, kind: string, rows: readonly Row[]) =>
  write(`records/${source}/${kind}.csv.gz`, Object.keys(rows[0] ?? {}), rows)

/** Corrects the full names that come from file names of annual reports. */
const withBrackets = (row: Row): Row =>
  row['full_name_source'] === 'annual_report'
    ? { ...row, full_name: restoreBrackets(textOf(row, 'full_name'), textOf(row, 'province'), textOf(row, 'city')) }
    : row

const representativeOf = (row: Row) => textOf(row, 'legal_representative')
/** Some rows have the label of the next cell of the report (成立日期) in place of a name. */
const hasName = (row: Row) => !(partyName(representativeOf(row)) instanceof ParseFailure)

/** An address without the label and the post code beside it in the report, and without marks of the reader of the report. */
const plainAddress = (address: string) =>
  address
    .replaceAll(/\(cid:\d+\)/g, '')
    .replace(/^(?:[一二三四五六七八九十\d]+[、.])?(?:公司)?注册地址[:：]?/, '')
    .replace(/[，,]?(?:公司注册地址的)?邮政编码\s*\d{6}$/, '')

const { companies: stocks, newCodes } = joinMovedStocks(await rowsOf('listed_companies.csv'))
const listed = stocks.map((row) => ({
  ...row,
  registered_address: plainAddress(textOf(row, 'registered_address')),
  ...(!hasName(row) && { legal_representative: '', legal_rep_report_year: '' }),
}))
const statedRepresentatives = await rowsOf('listed_legal_reps_by_report.csv')
const representatives = statedRepresentatives.filter(hasName)
/** Newest row of each stock. */
const newestRepresentative = new Map(
  representatives
    .toSorted((a, b) => textOf(a, 'report_year').localeCompare(textOf(b, 'report_year')))
    .map((row) => [textOf(row, 'stock_code'), row]),
)
/** Fills a missing legal representative with the newest one that an annual report names. */
function withRepresentative(row: Row): Row {
  const reported = newestRepresentative.get(textOf(row, 'stock_code'))
  if (reported === undefined || representativeOf(row) !== '') return row
  return {
    ...row,
    reported_representative: representativeOf(reported),
    reported_representative_year: textOf(reported, 'report_year'),
  }
}

const byStock = (rows: readonly Row[]) => Map.groupBy(rows, (row) => textOf(row, 'stock_code'))
const fullNames = {
  exchange: byStock(await rowsOf('listed_full_names_2021.csv')),
  announced: byStock(await rowsOf('listed_full_names_2026.csv')),
}
const companiesOfSite = Map.groupBy(listed, (row) => siteHost(textOf(row, 'website')))
/** Why a site is not that of the company; null: it may be. A site of more than two companies belongs to none of them. */
function siteProblem(website: string): string | null {
  const companies = companiesOfSite.get(siteHost(website))?.length ?? 0
  if (website === '') return null
  return siteFlaw(website) ?? (companies > MOST_COMPANIES_OF_SITE ? `${companies} 家企业共用` : null)
}
const withoutForeignSite = (row: Row): Row =>
  siteProblem(textOf(row, 'website')) === null ? row : { ...row, website: '' }

const aliasRows = await readTable(path.join(outputFolder, 'aliases.csv'))
const aliases = new Map(
  [...Map.groupBy(aliasRows, (row) => textOf(row, 'name'))].map(([name, rows]) => [
    name,
    rows.map((row) => textOf(row, 'alias')),
  ]),
)
/** The file has the name in use, or the full name before it, or the short name of a stock without a full name. */
const namesWithAliases = ['announced_full_name', 'full_name', 'short_name']
/** Adds the names by which people know the company. */
const withAliases = (row: Row): Row => {
  const known = namesWithAliases.flatMap((column) => aliases.get(textOf(row, column)) ?? [])
  const names = [textOf(row, 'other_full_names'), ...new Set(known)]
  return { ...row, other_full_names: names.filter((name) => name !== '').join(';') }
}

const companies = listed
  .map(withBrackets)
  .map((row) => withFullNames(row, fullNames))
  .map(withRepresentative)
  .map(withAliases)
  .map(withoutForeignSite)
const inUse = (row: Row) => textOf(row, 'announced_full_name') || textOf(row, 'full_name')
const named = companies.filter((row) => inUse(row) !== '')
const byCode = new Map(companies.map((row) => [textOf(row, 'stock_code'), row]))
const namesByCode = new Map(named.map((row) => [textOf(row, 'stock_code'), inUse(row)]))
const nameChanges = (await rowsOf('listed_name_changes.csv'))
  .map((row) => ({ ...row, stock_code: newCodes.get(textOf(row, 'stock_code')) ?? textOf(row, 'stock_code') }))
  .filter((row) => byCode.has(textOf(row, 'stock_code')))

const lists = readLists(
  await rowsOf('central_soes_2025.csv'),
  await rowsOf('private_enterprise_lists_2025.csv'),
  new Set(namesByCode.values()),
  aliases,
)
// Officers may be published only of rows that have a full name in listed_companies.csv.
const people = keyPersonRows(
  listed.filter((row) => textOf(row, 'full_name') !== ''),
  namesByCode,
)

rmSync(path.join(outputFolder, 'records'), { recursive: true, force: true })
write('companies.csv.gz', companyColumns, companies)
write('name-changes.csv.gz', ['stock_code', 'short_name', 'start_date', 'end_date'], nameChanges)
write('list-companies.csv.gz', Object.keys(lists.companies[0] ?? {}), lists.companies)
writeRecords('listed-company-facts', 'keyPerson', people.rows)
writeRecords('annual-report', 'annualEmployees', employeeRows(await rowsOf('listed_employees.csv'), namesByCode))
writeRecords('annual-report', 'reportedRepresentative', representativeRows(representatives, namesByCode))
writeRecords('short-name-changes', 'changeRecord', shortNameChangeRows(nameChanges, byCode, namesByCode))
for (const [source, entries] of lists.entries) writeRecords(source, 'listEntry', entries)

console.log(`listed_companies.csv: ${newCodes.size} stocks stand there twice, with an old and a new code`)
console.log(`companies: ${companies.length - named.length} rows have no full name and enter under their short name`)
for (const row of listed) {
  const problem = siteProblem(textOf(row, 'website'))
  if (problem !== null) {
    console.log(`listed_companies.csv: ${textOf(row, 'short_name')}: ${textOf(row, 'website')} rejected: ${problem}`)
  }
}
console.log(`listed_companies.csv: ${people.garbled} persons rejected: 姓名有无法识别的字符`)
console.log(
  `listed_legal_reps_by_report.csv: ${statedRepresentatives.length - representatives.length} rows rejected: 不是姓名`,
)
console.log(`lists: ${lists.companies.length} companies created, ${lists.merged} merged with listed companies`)
const namesStored = new Set([
  ...companies.flatMap((row) => namesWithAliases.map((column) => textOf(row, column))),
  ...lists.companies.map((row) => textOf(row, 'name')),
])
for (const name of aliases.keys()) if (!namesStored.has(name)) console.log(`aliases.csv: ${name} is not stored`)
for (const { name, reason } of lists.rejected) console.log(`lists: ${name} rejected: ${reason}`)
