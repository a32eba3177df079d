import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  columnField,
  importKinds,
  MAX_REJECT_PERCENT,
  PIECE_BYTES,
  UPLOAD_MAX_BYTES,
  type UploadReport,
  uploadFileName,
  uploadStateLabels,
} from '@baiqicha/contract/desk/uploads'
import * as z from 'zod/mini'
import { pieceLength } from '../import/upload-files.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'
import { kindTitle } from './imports.ts'

const idOf = ({ operands: [id = ''] }: AdminCall) => id

function kindOf({ option }: AdminCall): string {
  const key = option('kind')
  const kind = importKinds.find((one) => one.key === key || one.title === key)
  if (kind === undefined) throw new AdminRefused(`--kind 应为 ${importKinds.map((one) => one.key).join('、')}。`)
  return kind.key
}

/** A piece of a file on this machine. */
const pieceOf = (file: string, size: number, index: number) =>
  createReadStream(file, { start: index * PIECE_BYTES, end: index * PIECE_BYTES + pieceLength(size, index) - 1 })

async function beginUpload({ operands: [file = ''], services, operator, print }: AdminCall) {
  const fileName = z.safeParse(uploadFileName, path.basename(file))
  const stats = await stat(file).catch(() => null)
  if (stats?.isFile() !== true || !fileName.success) throw new AdminRefused('未找到文件，或文件名过长。')
  const { size } = stats
  if (size === 0 || size > UPLOAD_MAX_BYTES) throw new AdminRefused('文件应不为空，不超过 2 GB。')
  const pieces: string[] = []
  for (let index = 0; index * PIECE_BYTES < size; index += 1) {
    const hash = createHash('sha256')
    for await (const chunk of pieceOf(file, size, index)) hash.update(chunk)
    pieces.push(hash.digest('hex'))
  }
  const { id, received } = await services.uploads.begin({ fileName: fileName.data, size, pieces, operator })
  for (const index of pieces.keys()) {
    if (!received.includes(index)) await services.uploads.add(id, index, pieceOf(file, size, index))
  }
  print(`${id}：已上传。`)
}

function printReport(report: UploadReport, print: (line: string) => void) {
  const { isDryRun, number, rowsRead, created, changed, unchanged, pending, excluded, rejected, fields } = report
  print(
    `${isDryRun ? '试运行' : `导入 ${number}`}：读取 ${rowsRead} 行，新增 ${created}，更新 ${changed}，无变化 ${unchanged}，待对应 ${pending}，不收录 ${excluded}，未收录 ${rejected}。`,
  )
  for (const { label, rejected: rows, lost, first } of fields) {
    print(`  ${label}：未收录 ${rows} 行，留空 ${lost} 个`)
    for (const { line, value, reason } of first) print(`    第 ${line} 行  ${value}  ${reason}`)
  }
}

async function saveUpload(call: AdminCall) {
  const { option, services, operator, print } = call
  const sourceId = option('source')
  if (sourceId === null) throw new AdminRefused('须用 --source 指明来源。')
  const file = option('columns')
  const columns = file === null ? null : await readColumnList(file)
  const step = { id: idOf(call), kind: kindOf(call), sourceId, covers: option('covers') ?? '', columns, operator }
  await services.uploads.save(step)
  print('已保存。')
}

async function readColumnList(file: string) {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new AdminRefused('--columns 的文件无法读取。')
  })
  try {
    return z.parse(z.array(columnField), JSON.parse(text))
  } catch {
    throw new AdminRefused('--columns 应为 JSON，如 [{"name":"公司","field":"name"}]。')
  }
}

function percentOf({ option }: AdminCall): number {
  const text = option('max-rejects')
  const percent = text === null ? MAX_REJECT_PERCENT : Number(text.replace(/%$/, ''))
  if (!(percent >= 0 && percent <= 100)) throw new AdminRefused('--max-rejects 应为百分数，如 5%。')
  return percent
}

/** Uploads of the desk, which any file on this machine can join. */
export const uploadCommands: readonly AdminAction[] = [
  {
    name: 'uploads list',
    help: ['后台上传而未导入的文件'],
    async run({ services, print }) {
      const { items } = await services.uploads.list()
      if (items.length === 0) print('没有上传的文件。')
      for (const { id, createdAt, state, kind, sourceId, fileName, operator, elsewhere } of items) {
        const content = kind === null ? '-' : `${kindTitle(kind)} ${sourceId ?? ''}`
        print(`${id}  ${minuteOf(createdAt)}  ${uploadStateLabels[state]}  ${content}  ${fileName}  ${operator}`)
        if (elsewhere !== null) print(`  文件在 ${elsewhere}`)
      }
    },
  },
  {
    name: 'uploads show',
    usage: ['<id>'],
    help: ['一次上传的进度、试运行与导入结果'],
    async run(call) {
      const { fileName, state, received, pieces, progress, check, report, failure } = await call.services.uploads.show(
        idOf(call),
      )
      call.print(`${fileName}  ${uploadStateLabels[state]}  ${received.length}/${pieces} 片`)
      if (progress !== null) call.print(`  读取 ${progress.rowsRead} 行，每秒 ${progress.rowsPerSecond} 行`)
      if (failure !== null) call.print(`  ${failure}`)
      for (const one of [check, report]) if (one !== null) printReport(one, call.print)
    },
  },
  {
    name: 'uploads begin',
    usage: ['<文件>'],
    help: ['上传本机的文件，供后台对应列与导入'],
    audit: 'importUploaded',
    run: beginUpload,
  },
  {
    name: 'uploads columns',
    usage: ['<id> --kind <类别>'],
    help: ['列各读作什么，附样例'],
    async run(call) {
      const { columns } = await call.services.uploads.columns(idOf(call), kindOf(call))
      for (const { name, field, samples } of columns)
        call.print(`  ${name} → ${field ?? '（不读取）'}：${samples.join(' | ')}`)
    },
  },
  {
    name: 'uploads save',
    usage: ['<id> --kind <类别> --source <来源> [--covers <范围>] [--columns <文件>]'],
    help: ['保存内容、来源、覆盖范围与对应列'],
    audit: 'importMappingSaved',
    run: saveUpload,
  },
  {
    name: 'uploads run',
    usage: ['<id> [--dry-run] [--max-rejects <n%>]'],
    help: ['导入，或从中断处继续；--dry-run 试运行，不写入'],
    audit: 'importFinished',
    async run(call) {
      const step = { id: idOf(call), dryRun: call.flag('dry-run'), maxRejectPercent: percentOf(call) }
      const { done, report } = await call.services.uploads.run({ ...step, operator: call.operator })
      await done
      printReport(await report, call.print)
    },
  },
  {
    name: 'uploads stop',
    usage: ['<id>'],
    help: ['停止试运行或导入，之后可继续'],
    audit: 'importStopRequested',
    async run(call) {
      await call.services.uploads.stop({ id: idOf(call), operator: call.operator })
      call.print('当前一批完成后停止。')
    },
  },
  {
    name: 'uploads discard',
    usage: ['<id>'],
    help: ['放弃上传，腾出空间'],
    audit: 'importUploadDiscarded',
    async run(call) {
      await call.services.uploads.discard({ id: idOf(call), operator: call.operator })
      call.print('已删除。')
    },
  },
]
