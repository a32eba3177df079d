import type { AdminAction } from './admin-action.ts'
import { minuteOf } from './admin-refused.ts'

export const sourceCommands: readonly AdminAction[] = [
  {
    name: 'sources list',
    usage: [],
    help: ['各来源与类别：覆盖范围，读者看到什么，最近一次导入'],
    operands: 0,
    service: 'sources.list',
    audit: null,
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
]
