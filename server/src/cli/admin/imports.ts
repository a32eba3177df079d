import { writeFile } from 'node:fs/promises'
import { newSourceSchema, sourceKinds } from '@baiqicha/contract/desk/sources'
import { importStateLabels } from '@baiqicha/contract/desk/uploads'
import { allKinds } from '@baiqicha/contract/records/kinds'
import * as z from 'zod/mini'
import type { NumberedImport } from '../../importers/file/import-run.ts'
import { REJECT_ROWS } from '../../importers/undo/import-rejects.ts'
import { countsText, type ImportWithEffects, type UndoResult } from '../../importers/undo/undo-import.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'
import { outOf } from './picture-places.ts'

export const kindTitle = (key: string) => allKinds.find((kind) => kind.key === key)?.title ?? '企业'

const numberOf = ({ operands: [word = ''] }: AdminCall) => numberIn(word)

function numberIn(word: string): number {
  if (!/^\d{1,9}$/.test(word)) throw new AdminRefused('导入的编号应为数字，见 imports list。')
  return Number(word)
}

const lineOf = ({ number, started_at, state, kind, source_id, file_name, operator, counts }: NumberedImport) =>
  `${number}  ${minuteOf(started_at)}  ${importStateLabels[state]}  ${kindTitle(kind)}  ${source_id}  ${file_name}  ${operator}  ${countsText(counts)}`

function printEffects({ numbered, effects }: ImportWithEffects, verb: '将' | '已', print: (line: string) => void) {
  const { removed, restored, pending, later, users } = effects
  const [noun, unit] = numbered.kind === 'companies' ? ['企业', '家'] : ['记录', '条']
  print(`  ${verb}删除${noun} ${removed} ${unit}（只有这次导入提供）`)
  print(`  ${verb}恢复${noun} ${restored} ${unit}（按其他导入的内容）`)
  if (pending > 0) print(`  ${verb}删除待对应 ${pending} 行`)
  for (const { number, fileName, shared } of later) {
    print(`  保留：导入 ${number}（${fileName}）后来也提供了其中 ${shared} ${unit}`)
  }
  const { follows, views, corrections } = users
  const kept = [
    ...(follows > 0 ? [`关注 ${follows} 个`] : []),
    ...(views > 0 ? [`浏览记录 ${views} 条`] : []),
    ...(corrections > 0 ? [`更正申请 ${corrections} 件`] : []),
  ]
  if (kept.length > 0) print(`  保留用户的${kept.join('、')}，再次收录后恢复显示`)
}

function printUndone(result: UndoResult, print: (line: string) => void) {
  const { numbered, unmatched } = result
  print(`导入 ${numbered.number}（${numbered.file_name}）已撤销。`)
  printEffects(result, '已', print)
  if (unmatched > 0) print(`  其他导入有 ${unmatched} 行不再对应任何企业，请重新导入这些文件`)
  print('搜索和页面几秒内更新，服务不必重启。')
}

export const importActions: readonly AdminAction[] = [
  {
    name: 'imports list',
    usage: ['[--before <编号>]'],
    help: ['各次导入的编号，新的在前；--before 翻页'],
    async run({ option, services, print }) {
      const before = option('before')
      const { items, next } = await services.imports.list(before === null ? null : numberIn(before))
      if (items.length === 0) print('没有导入。')
      for (const one of items) print(lineOf(one))
      if (next !== null) print(`下一页：imports list --before ${next}`)
    },
  },
  {
    name: 'imports show',
    usage: ['<编号>'],
    help: ['一次导入，以及撤销它会改变什么'],
    async run(call) {
      const shown = await call.services.imports.show(numberOf(call))
      call.print(lineOf(shown.numbered))
      call.print(`  SHA-256 ${shown.numbered.file_hash}`)
      if (shown.numbered.state !== 'undone') printEffects(shown, '将', call.print)
    },
  },
  {
    name: 'imports undo',
    usage: ['<编号> [--dry-run]'],
    help: [
      '撤销一次导入：恢复为其他导入的内容，只有它提供的不再收录',
      '中断后再运行即可继续；--dry-run 只列出会改变什么',
    ],
    audit: 'importUndone',
    async run(call) {
      const { services, operator, print } = call
      const number = numberOf(call)
      if (!call.flag('dry-run')) return printUndone(await services.imports.undo({ number, operator }), print)
      const shown = await services.imports.check(number)
      print(lineOf(shown.numbered))
      printEffects(shown, '将', print)
      print('以上为将改变的内容，尚未执行。')
    },
  },
  {
    name: 'imports rejects',
    usage: ['<编号> --out <文件>'],
    help: [`一次导入中未收录的行与原因，CSV，至多 ${REJECT_ROWS.toLocaleString('en')} 行`],
    audit: 'importRejectsExported',
    async run(call) {
      const out = outOf(call)
      const step = { number: numberOf(call), operator: call.operator }
      const { csv, rows } = await call.services.importRejects.export(step)
      await writeFile(out, csv, { mode: 0o600 })
      call.print(`${out}：${rows} 行。`)
    },
  },
]

export const sourceCommands: readonly AdminAction[] = [
  {
    name: 'sources list',
    help: ['各来源与类别：覆盖范围，读者看到什么，最近一次导入'],
    async run({ services, print }) {
      const { items } = await services.sources.list()
      for (const { id, name, scope, licence, asOf, parts } of items) {
        print(`${id}  ${name}  ${scope}  ${licence}  ${asOf ?? '日期不详'}`)
        if (parts.length === 0) print('  没有导入')
        for (const { title, covers, inside, outside, asOf: read, lastImport } of parts) {
          print(`  ${[title, covers, read].filter((text) => text !== null).join('  ')}`)
          for (const sentence of [inside, outside]) if (sentence !== null) print(`    ${sentence}`)
          if (lastImport === null) continue
          const { number, at, rowsRead, stored, rejected, pending } = lastImport
          print(
            `    导入 ${number}  ${minuteOf(at)}  读取 ${rowsRead}，收录 ${stored}，未收录 ${rejected}，待对应 ${pending}`,
          )
        }
      }
    },
  },
  {
    name: 'sources add',
    usage: [`<id> --name <名称> --scope <范围> --licence <许可> [--url <网址>] --kind <${sourceKinds.join('|')}>`],
    help: ['登记一个来源，之后可导入它的文件'],
    audit: 'sourceAdded',
    async run({ operands: [id = ''], option, operator, services, print }) {
      const typed = { id, url: option('url') ?? '' }
      const [name, scope, licence, kind] = [option('name'), option('scope'), option('licence'), option('kind')]
      const parsed = z.safeParse(newSourceSchema, { ...typed, name, scope, licence, kind })
      if (!parsed.success) throw new AdminRefused(SOURCE_RULE)
      if (!(await services.sources.add({ ...parsed.data, operator }))) throw new AdminRefused(sourceExists(id))
      print(`${id}：已登记。`)
    },
  },
]

const SOURCE_RULE =
  'id 只用小写字母、数字和连字符，至多 40 个；须有 --name、--scope、--licence 与 --kind，网址以 http:// 或 https:// 开头。'
export const sourceExists = (id: string) => `已有来源 ${id}。`
