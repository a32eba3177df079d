/**
 * Writes the starter set from a data folder: `node data/starter/build.ts ../shared/data`.
 * Copies only the columns that may be published (README.md), of rows with a full name.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Row, readTable } from '../read-table.ts'
import { restoreBrackets } from './restore-brackets.ts'

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
]
const nameColumns = ['stock_code', 'short_name', 'start_date', 'end_date']

const rowsOf = (file: string) => readTable(path.join(dataFolder, file))

const csvCell = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

function write(file: string, columns: string[], rows: Row[]) {
  const lines = rows.map((row) => columns.map((column) => csvCell(row[column] ?? '')).join(','))
  const table = `${[columns.join(','), ...lines].join('\n')}\n`
  // The gzip header holds no time and no file name: the same rows give the same bytes.
  writeFileSync(path.join(outputFolder, file), gzipSync(table, { level: 9 }))
  console.log(`${file}: ${rows.length} rows`)
}

/** Corrects the full names that come from file names of annual reports. */
const withBrackets = (row: Row): Row =>
  row['full_name_source'] === 'annual_report'
    ? { ...row, full_name: restoreBrackets(row['full_name'] ?? '', row['province'] ?? '', row['city'] ?? '') }
    : row

const companies = (await rowsOf('listed_companies.csv')).filter((row) => row['full_name'] !== '').map(withBrackets)
const codes = new Set(companies.map((row) => row['stock_code']))
const names = (await rowsOf('listed_name_changes.csv')).filter((row) => codes.has(row['stock_code'] ?? ''))

write('companies.csv.gz', companyColumns, companies)
write('name-changes.csv.gz', nameColumns, names)
