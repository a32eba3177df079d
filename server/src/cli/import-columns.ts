import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Field } from '@baiqicha/contract/records/fields'
import { allKinds } from '@baiqicha/contract/records/kinds'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { loadCompanyMapping, rowFields } from '../importers/company/parse/company-row.ts'
import { companyLabel } from '../importers/file/column-synonyms.ts'
import { workbookBytes } from '../importers/file/template-workbook.ts'
import { textOfValue } from '../importers/file/value-readers.ts'
import { columnOfHeader, headerKey, resolveHeader, type WantedColumns } from '../importers/input/header.ts'
import { ImportRefused } from '../importers/input/import-refused.ts'
import { openInput } from '../importers/input/open-input.ts'
import { openTable, type Table } from '../importers/input/table-rows.ts'
import { quotedCell } from '../importers/input/workbook.ts'
import { loadRecordMapping } from '../importers/records/record-formats.ts'
import { COMPANIES, parseWords, usage } from './import-options.ts'
import { importFieldLabel } from './import-report.ts'

const SAMPLES = 3
const SHOWN = 60

/** The kind of records of a word; null: companies. @throws ImportRefused */
function kindOf(word: string): RecordKind | null {
  const kind = allKinds.find(({ key }) => key === word) ?? null
  if (kind === null && word !== COMPANIES) throw new ImportRefused(`没有类别 ${word}。\n\n${usage}`)
  return kind
}

/** Our format of the kind. @throws ImportRefused */
export function canonicalOf(word: string): WantedColumns {
  const kind = kindOf(word)
  return kind === null ? loadCompanyMapping('canonical') : loadRecordMapping(kind, 'canonical')
}

/** The fields of a kind with the names that people know them by. */
export const labelsOf = (word: string): { key: string; label: string }[] =>
  [...new Set(canonicalOf(word).columns)].map((key) => ({ key, label: importFieldLabel(kindOf(word), key) }))

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
        samples: cells.map((row) => (typeof row === 'string' ? '' : textOfValue(row[at], SHOWN))),
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
  const options = { kind: { type: 'string', default: COMPANIES }, out: { type: 'string', default: '.' } } as const
  const { values, positionals } = parseWords(words, options)
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

const line = (cells: readonly string[]) => `${cells.map(quotedCell).join(',')}\r\n`

/** Writes an empty table of a kind as CSV, with the explanations above the header, and as XLSX, with a sheet of them. */
export function writeTemplates(words: readonly string[]): void {
  const options = { out: { type: 'string', default: '.' } } as const
  const { values, positionals } = parseWords(words, options)
  const [kind, ...more] = positionals
  if (kind === undefined || more.length > 0) throw new ImportRefused(usage)
  const columns = templateColumns(kind)
  const fileOf = (extension: string) => path.join(values.out, `${kind}-template.${extension}`)
  const [csv, xlsx] = [fileOf('csv'), fileOf('xlsx')]
  const header = columns.map(({ name }) => name)
  writeFileSync(csv, `\uFEFF${line(columns.map(({ note }) => note))}${line(header)}`)
  const notes = [['列名', '字段', '填写说明'], ...columns.map(({ name, column, note }) => [name, column, note])]
  writeFileSync(
    xlsx,
    workbookBytes([
      { name: '数据', rows: [header] },
      { name: '填写说明', rows: notes },
    ]),
  )
  console.log(`已写入 ${csv} 和 ${xlsx}。`)
}

/** A column of an empty table: the name that people know it by, our own name, and how to fill it. */
type TemplateColumn = { name: string; column: string; note: string }

const companyNotes: Readonly<Record<string, string>> = {
  name: '必填，登记的全称',
  creditCode: '18 位，请设为文本',
  registrationNumber: '没有信用代码时填，请设为文本',
  foundedOn: '如 2024-05-03',
  capitalValue: '如 1000万人民币、50万美元；只写数字时单位为万元',
  term: '如 2019-03-05至2039-03-04、2019-03-05至无固定期限',
  phones: '多个用分号分隔',
  formerNames: '多个用分号分隔，可注明 名称@起始日期~终止日期',
  industry: '国标行业的代码或名称',
}

const typeNotes: Readonly<Partial<Record<Field['type'], string>>> = {
  date: '如 2026-03-18',
  dateTime: '如 2026-11-22 09:30',
  percent: '如 60%',
  count: '整数',
  lines: '多个用分号分隔',
  words: '多个用顿号分隔',
  parties: '如 被告:某公司；原告:某人',
}

function fieldNote(field: Field, isRequired: boolean): string {
  const rule =
    field.type === 'amount'
      ? `数字，单位${field.unit}`
      : field.type === 'word' || field.type === 'words'
        ? field.words.join('、')
        : (typeNotes[field.type] ?? '')
  return [isRequired ? '必填' : '', rule].filter((part) => part !== '').join('，')
}

/** The columns of the empty table of companies or of a kind of records. @throws ImportRefused */
function templateColumns(word: string): TemplateColumn[] {
  const kind = kindOf(word)
  if (kind === null)
    return rowFields.map((column) => ({ column, name: companyLabel(column), note: companyNotes[column] ?? '' }))
  const ofCompany = [
    { column: 'companyName', name: '企业名称', note: '记录所属的企业' },
    { column: 'companyCreditCode', name: '统一社会信用代码', note: '18 位，请设为文本' },
  ]
  const own = Object.entries(kind.fields).map(([column, field]) => ({
    column,
    name: field.label,
    note: fieldNote(field, column === kind.identity[0]),
  }))
  return [...ofCompany.filter(({ column }) => !own.some((one) => one.column === column)), ...own]
}
