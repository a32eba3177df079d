import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Field } from '@baiqicha/contract/records/fields'
import { allKinds } from '@baiqicha/contract/records/kinds'
import { rowFields } from '../importers/company/parse/company-row.ts'
import { companyLabel } from '../importers/file/column-synonyms.ts'
import { workbookBytes } from '../importers/file/template-workbook.ts'
import { ImportRefused } from '../importers/input/import-refused.ts'
import { usage } from './import-options.ts'

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const line = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`

/** Writes an empty table of a kind as CSV, with the explanations above the header, and as XLSX, with a sheet of them. */
export function writeTemplates(words: readonly string[]): void {
  const options = { out: { type: 'string', default: '.' } } as const
  const { values, positionals } = parseTemplateWords(words, options)
  const [kind, ...more] = positionals
  if (kind === undefined || more.length > 0) throw new ImportRefused(usage)
  const columns = templateColumns(kind)
  if (columns === null) throw new ImportRefused(`没有类别 ${kind}。\n\n${usage}`)
  const [csv, xlsx] = ['csv', 'xlsx'].map((extension) => path.join(values.out, `${kind}-template.${extension}`))
  if (csv === undefined || xlsx === undefined) return
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

function parseTemplateWords(words: readonly string[], options: { out: { type: 'string'; default: string } }) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options })
  } catch {
    throw new ImportRefused(usage)
  }
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

/** The columns of the empty table of `companies` or of a kind of records; null for another word. */
function templateColumns(word: string): TemplateColumn[] | null {
  if (word === 'companies')
    return rowFields.map((column) => ({ column, name: companyLabel(column), note: companyNotes[column] ?? '' }))
  const kind = allKinds.find(({ key }) => key === word)
  if (kind === undefined) return null
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
