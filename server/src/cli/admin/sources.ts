import { newSourceSchema, sourceKinds } from '@baiqicha/contract/desk/sources'
import * as z from 'zod/mini'
import type { AdminAction } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

export const sourceCommands: readonly AdminAction[] = [
  {
    name: 'sources list',
    help: ['各来源与类别：覆盖范围，读者看到什么，最近一次导入'],
    service: 'sources.list',
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
    service: 'sources.add',
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
