import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { allKinds } from '@baiqicha/contract/records/kinds'
import { loadCompanyMapping } from '../importers/company/parse/company-row.ts'
import { columnOfHeader, headerKey, resolveHeader, type WantedColumns } from '../importers/input/header.ts'
import { ImportRefused } from '../importers/input/import-refused.ts'
import { openInput } from '../importers/input/open-input.ts'
import { openTable, type Table } from '../importers/input/table-rows.ts'
import { loadRecordMapping } from '../importers/records/record-formats.ts'
import { COMPANIES, usage } from './import-options.ts'
import { importFieldLabel } from './import-report.ts'

const SAMPLES = 3
const SHOWN = 60

/** Our format of the kind. @throws ImportRefused */
export function canonicalOf(word: string): WantedColumns {
  if (word === COMPANIES) return loadCompanyMapping('canonical')
  const kind = allKinds.find(({ key }) => key === word)
  if (kind === undefined) throw new ImportRefused(`没有类别 ${word}。\n\n${usage}`)
  return loadRecordMapping(kind, 'canonical')
}

/** The fields of a kind with the names that people know them by. */
export function labelsOf(word: string): { key: string; label: string }[] {
  const kind = allKinds.find(({ key }) => key === word) ?? null
  return [...new Set(canonicalOf(word).columns)].map((key) => ({ key, label: importFieldLabel(kind, key) }))
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

/** How each column of a file would be read, with cells of the first rows. */
export async function readColumns(file: string, wanted: WantedColumns) {
  const input = await openInput(file)
  try {
    const everyHeader = { columns: [], synonyms: everyName(wanted) }
    const opened = await openTable(input.content, everyHeader)
    const samples: string[] = []
    for await (const rows of opened.rows) {
      for (const row of rows) if (row.problem === undefined && samples.length < SAMPLES) samples.push(row.text)
      if (samples.length === SAMPLES) break
    }
    const names = namesOf(opened, samples)
    const readCells = opened.cellReader(names)
    const header = resolveHeader(names, everyHeader)
    const cells = samples.map((text) => readCells(text))
    const columns = names.map((name, at) => {
      const { column = null, unit = '' } = columnOfHeader(everyHeader, name) ?? {}
      return {
        name,
        /** null: the import does not read it. */
        column,
        /** As the name of the column states it. */
        unit,
        /** Whether another column of the file is read first. */
        isSpare: column !== null && header.placesOf(column)[0]?.place !== at,
        samples: cells.map((row) => (typeof row === 'string' ? '' : cellText(row[at]))),
      }
    })
    return { format: opened.format, columns }
  } finally {
    await input.close()
  }
}

type ReadColumn = Awaited<ReturnType<typeof readColumns>>['columns'][number]

/** The text of a mapping that reads the columns, for `--mapping`. Of several columns of a field the first counts. */
export function mappingOf(
  columns: readonly Pick<ReadColumn, 'name' | 'column' | 'unit'>[],
  { about, wanted }: { about: string; wanted: WantedColumns },
): string {
  const fields: Record<string, string | { value: string } | { column: string; unit: string }> = {}
  for (const { name, column, unit } of columns) {
    if (column === null || Object.hasOwn(fields, column)) continue
    const unitColumn = `${column.replace(/Value$/, '')}Unit`
    const hasUnitColumn = wanted.columns.includes(unitColumn)
    fields[column] = unit === '' || hasUnitColumn ? name : { column: name, unit }
    if (unit !== '' && hasUnitColumn) fields[unitColumn] = { value: unit }
  }
  const { asOf, sourceKey, ...others } = fields
  const part = { ...(asOf === undefined ? {} : { asOf }), fields: others }
  const key = sourceKey === undefined ? {} : { key: { value: sourceKey } }
  return `${JSON.stringify({ id: 'my-mapping', about, requireColumns: false, ...key, parts: [part] }, null, 2)}\n`
}

/** Prints how each column of a file would be read, with the first rows, and writes the mapping for the operator to edit. */
export async function showColumns(words: readonly string[]): Promise<void> {
  const { values, positionals } = readWords(words)
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new ImportRefused(usage)
  const wanted = canonicalOf(values.kind)
  const { format, columns } = await readColumns(file, wanted)
  if (format !== '') console.log(`识别为：${format}`)
  for (const { name, column, isSpare, samples } of columns) {
    const read = column === null ? '（不读取）' : `${column}${isSpare ? '（备用）' : ''}`
    console.log(`  ${name} → ${read}：${samples.join(' | ')}`)
  }
  const unknown = columns.flatMap(({ name, column }) => (column === null ? [name] : []))
  if (unknown.length > 0) console.log(`不认识的列：${unknown.join('、')}`)
  const out = path.join(values.out, `${path.basename(file)}.mapping.json`)
  const read = columns.filter(({ isSpare }) => !isSpare)
  writeFileSync(out, mappingOf(read, { about: path.basename(file), wanted }))
  console.log(`映射已写入 ${out}，修改后用 --mapping ${out} 导入；不必修改时直接导入。`)
}

/** Columns by every name that leads to them, also their own. */
const everyName = ({ columns, synonyms }: WantedColumns): ReadonlyMap<string, string> =>
  new Map([...synonyms, ...columns.map((column): [string, string] => [headerKey(column), column])])
