import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BATCH_ROWS } from '@baiqicha/contract/batch'
import * as z from 'zod/mini'
import { entriesOfRows, type ListRows } from '../../features/batch/list-rows.rules.ts'
import { workbookBytes } from '../../importers/file/template-workbook.ts'
import { csvRecords, splitCells } from '../../importers/input/csv-records.ts'
import { ImportRefused } from '../../importers/input/import-refused.ts'
import { asUtf8, type TextLine, textLines } from '../../importers/input/text-lines.ts'
import { isWorkbook, openWorkbook } from '../../importers/input/workbook.ts'
import { openZip } from '../../importers/input/zip-archive.ts'
import { type ListAnswer, type ListTask, workbookSheets } from './list-process.ts'

const UNPACKED_BYTES = 20 * 1024 * 1024
/** Rows that are read: those of the longest list, and some headings and titles. */
const READ_ROWS = BATCH_ROWS + 20
const DELIMITERS = ['\t', ',', ';', '；', '|']
/** Lines by which the delimiter is found. */
const FIRST_LINES = 20

const startsWith = (bytes: Buffer, ...head: number[]) => head.every((byte, at) => bytes[at] === byte)

const refusedFormat = (bytes: Buffer): string | null => {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return '旧版 Excel（.xls）或加密的文件，请另存为不加密的 .xlsx 或 CSV'
  if (startsWith(bytes, 0x1f, 0x8b)) return '压缩文件，请解开后上传其中的表格'
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return 'PDF 无法读取，请上传文本、CSV 或 XLSX'
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(bytes.subarray(0, 100).toString('latin1')))
    return '网页或 XML 无法读取，请用表格软件另存为 .xlsx 或 CSV'
  return null
}

const cellsOf = (record: string, delimiter: string): string[] => {
  const cells = splitCells(record, delimiter)
  return typeof cells === 'string' ? [record] : cells
}

/** The delimiter that each of the first lines has as often; a tab also where it is in some lines only. null: lines are no rows of cells. */
function delimiterOf(lines: readonly string[]): string | null {
  const first = lines.filter((line) => line.trim() !== '').slice(0, FIRST_LINES)
  if (first.some((line) => line.includes('\t'))) return '\t'
  const isRegular = (delimiter: string) => {
    const widths = new Set(first.map((line) => cellsOf(line, delimiter).length))
    return first.length > 1 && widths.size === 1 && !widths.has(1)
  }
  return DELIMITERS.find(isRegular) ?? null
}

async function readText(bytes: Buffer): Promise<{ encoding: string; rows: ListRows }> {
  const one = async function* () {
    yield bytes
  }
  const { chunks, encoding } = await asUtf8(one())
  const lines: TextLine[] = []
  for await (const more of textLines(chunks)) for (const line of more) lines.push(line)
  const unreadable = lines.find(({ text }) => text === null)
  if (unreadable !== undefined)
    throw new ImportRefused(`第 ${unreadable.number} 行无法读取，请另存为 UTF-8 或 GB18030 的文本`)
  const texts = lines.map(({ text }) => text ?? '')
  const delimiter = delimiterOf(texts)
  const rows: string[][] = []
  if (delimiter === null || delimiter === '\t') {
    for (const text of texts) if (text.trim() !== '') rows.push(delimiter === null ? [text] : cellsOf(text, '\t'))
  } else {
    const batched = async function* () {
      yield lines
    }
    for await (const records of csvRecords(batched(), delimiter))
      for (const record of records) rows.push(record.problem === undefined ? cellsOf(record.text, delimiter) : [])
  }
  return { encoding, rows }
}

async function readWorkbook(bytes: Buffer, name: string): Promise<{ encoding: string; rows: ListRows }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baiqicha-list-'))
  try {
    const file = path.join(folder, 'list')
    await writeFile(file, bytes)
    const handle = await open(file)
    try {
      const archive = await openZip(handle, { file, name, unpackedLimit: UNPACKED_BYTES })
      if (!isWorkbook(archive)) throw new ImportRefused('压缩文件，请解开后上传其中的表格')
      const workbook = await openWorkbook(archive)
      for (const sheet of workbook.sheets) {
        const rows: string[][] = []
        for await (const records of sheet.rows()) {
          for (const record of records) rows.push(record.problem === undefined ? cellsOf(record.text, ',') : [])
          if (rows.length > READ_ROWS) break
        }
        if (rows.length > 0) return { encoding: 'XLSX', rows }
      }
      return { encoding: 'XLSX', rows: [] }
    } finally {
      await handle.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readList(bytes: Buffer, listName: string | null): Promise<ListAnswer> {
  const refused = refusedFormat(bytes)
  if (refused !== null) return { refused }
  try {
    const isZip = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)
    const { encoding, rows } = await (isZip ? readWorkbook(bytes, listName ?? '文件') : readText(bytes))
    if (rows.length > READ_ROWS) return { refused: `名单超过 ${BATCH_ROWS} 行，请分成几份` }
    return { encoding: listName === null ? null : encoding, entries: entriesOfRows(rows) }
  } catch (error) {
    if (error instanceof ImportRefused) return { refused: error.message.replace(/。$/, '') }
    throw error
  }
}

/** The output of a task on the bytes that follow it. */
export const runListTask = async (task: ListTask, content: Buffer): Promise<string | Uint8Array> =>
  task.task === 'read'
    ? JSON.stringify(await readList(content, task.listName))
    : workbookBytes(z.parse(workbookSheets, JSON.parse(content.toString())))
