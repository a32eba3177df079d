import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { allKinds } from '@baiqicha/contract/records/kinds'
import { loadCompanyMapping } from '../importers/company/parse/company-mapping.ts'
import type { WantedColumns } from '../importers/input/header.ts'
import { columnOfHeader, headerKey, resolveHeader } from '../importers/input/header.ts'
import { ImportRefused } from '../importers/input/import-refused.ts'
import { openInput } from '../importers/input/open-input.ts'
import { openTable, type Table } from '../importers/input/table-rows.ts'
import { loadRecordMapping } from '../importers/records/record-mapping.ts'
import { COMPANIES, usage } from './import-options.ts'

const SAMPLES = 3
const SHOWN = 60

/** Our format of the kind. @throws ImportRefused */
export function canonicalOf(word: string): WantedColumns {
  if (word === COMPANIES) return loadCompanyMapping('canonical')
  const kind = allKinds.find(({ key }) => key === word)
  if (kind === undefined) throw new ImportRefused(`没有类别 ${word}。\n\n${usage}`)
  return loadRecordMapping(kind, 'canonical')
}

function readWords(words: readonly string[]) {
  try {
    const options = { kind: { type: 'string', default: COMPANIES }, out: { type: 'string', default: '.' } } as const
    return parseArgs({ args: [...words], allowPositionals: true, options })
  } catch {
    throw new ImportRefused(usage)
  }
}

/** Names of the columns as the file has them; of JSON, those of the first rows. */
function namesOf({ writtenHeader }: Table, samples: readonly string[]): string[] {
  if (writtenHeader !== null) return [...writtenHeader]
  return [
    ...new Set(
      samples.flatMap((text) => {
        const row: unknown = JSON.parse(text)
        return typeof row === 'object' && row !== null ? Object.keys(row) : []
      }),
    ),
  ]
}

const cellText = (cell: unknown) => {
  const text = typeof cell === 'string' ? cell : cell === undefined ? '' : JSON.stringify(cell)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

/** Prints how each column of a file would be read, with the first rows, and writes the mapping for the operator to edit. */
export async function showColumns(words: readonly string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new ImportRefused(usage)
  const wanted = canonicalOf(values.kind)
  const input = await openInput(file)
  const byName = everyName(wanted)
  const everyHeader = { columns: [], synonyms: byName }
  const opened = await openTable(input.content, everyHeader)
  const samples: string[] = []
  for await (const rows of opened.rows) {
    for (const row of rows) if (row.problem === undefined && samples.length < SAMPLES) samples.push(row.text)
    if (samples.length === SAMPLES) break
  }
  await input.close()
  const names = namesOf(opened, samples)
  const fields: Record<string, string | { value: string }> = {}
  const unknown: string[] = []
  const readCells = opened.cellReader(names)
  const header = resolveHeader(names, everyHeader)
  const cells = samples.map((text) => readCells(text))
  if (opened.format !== '') console.log(`识别为：${opened.format}`)
  for (const [at, name] of names.entries()) {
    const { column, unit = '' } = columnOfHeader(everyHeader, name) ?? {}
    const isFirst = column !== undefined && header.placesOf(column)[0]?.place === at
    if (column === undefined) unknown.push(name)
    else if (isFirst) {
      fields[column] = name
      const unitColumn = `${column.replace(/Value$/, '')}Unit`
      if (unit !== '' && wanted.columns.includes(unitColumn)) fields[unitColumn] = { value: unit }
    }
    const shown = cells.map((row) => (typeof row === 'string' ? '' : cellText(row[at])))
    console.log(
      `  ${name} → ${column === undefined ? '（不读取）' : `${column}${isFirst ? '' : '（备用）'}`}：${shown.join(' | ')}`,
    )
  }
  if (unknown.length > 0) console.log(`不认识的列：${unknown.join('、')}`)
  const out = path.join(values.out, `${path.basename(file)}.mapping.json`)
  const { asOf, ...others } = fields
  const part = { ...(asOf === undefined ? {} : { asOf }), fields: others }
  const mapping = { id: 'my-mapping', about: path.basename(file), requireColumns: false, parts: [part] }
  writeFileSync(out, `${JSON.stringify(mapping, null, 2)}\n`)
  console.log(`映射已写入 ${out}，修改后用 --mapping ${out} 导入；不必修改时直接导入。`)
}

/** Columns by every name that leads to them, also their own. */
const everyName = ({ columns, synonyms }: WantedColumns): ReadonlyMap<string, string> =>
  new Map([...synonyms, ...columns.map((column): [string, string] => [headerKey(column), column])])
