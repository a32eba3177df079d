import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { workbookBytes } from '../importers/file/template-workbook.ts'
import { ImportRefused } from '../importers/input/import-refused.ts'
import { usage } from './import-options.ts'
import { templateColumns } from './template-columns.ts'

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
