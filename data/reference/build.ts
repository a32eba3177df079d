/**
 * Writes the reference tables that the server loads into memory, from the files of a data folder:
 * `node data/reference/build.ts ../shared/data`.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { readTable } from '../read-table.ts'

const dataFolder = process.argv[2] ?? '../shared/data'
const outputFolder = import.meta.dirname

const rowsOf = (file: string) => readTable(path.join(dataFolder, file))

/** Writes values without quotes: the reader of these files splits at commas. @throws Error for a value that needs quotes */
function write(file: string, header: string[], rows: string[][]) {
  for (const value of rows.flat()) {
    if (/[",\r\n]/.test(value)) throw new Error(`${file}: ${value} would need quotes`)
  }
  const lines = [header, ...rows].map((row) => row.join(','))
  writeFileSync(path.join(outputFolder, file), `${lines.join('\n')}\n`)
  console.log(`${file}: ${rows.length} rows`)
}

const regions = await rowsOf('admin_divisions_2023.csv')
write(
  'regions.csv',
  ['code', 'name'],
  regions.map((row) => [row['code'] ?? '', row['name'] ?? '']),
)

const industries = await rowsOf('industry_gbt4754_2017.csv')
write(
  'industries.csv',
  ['code', 'name', 'section'],
  industries.map((row) => [row['code'] ?? '', row['name'] ?? '', row['section_code'] ?? '']),
)

const currencies = await rowsOf('currencies.csv')
write(
  'currencies.csv',
  ['code', 'unit', 'aliases'],
  currencies.map((row) => {
    // 万元 is a unit of amount, not an alias of the currency.
    const aliases = (row['aliases'] ?? '').split('|').filter((alias) => alias !== '万元')
    return [row['code'] ?? '', row['unit_zh'] ?? '', [...new Set([row['name_zh'] ?? '', ...aliases])].join('|')]
  }),
)
