import type { RemovalMode, RemovalPreview } from '../../importers/undo/company-removal.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { minuteOf } from './admin-refused.ts'
import { refusedByImporter } from './imports.ts'

function printCompany({ id, name, creditCode }: RemovalPreview, print: (line: string) => void) {
  print(`${name}（${creditCode === null ? '' : `${creditCode}，`}${id}）`)
}

function printPreview(preview: RemovalPreview, print: (line: string) => void) {
  const { follows, views, records } = preview
  printCompany(preview, print)
  print('  页面、搜索、联想、列表、数量、图谱、海报中不再有这家企业；再次导入也不收录')
  print(`  记录 ${records} 条保留，不再对应企业；关注 ${follows} 个、浏览记录 ${views} 条保留，不显示`)
}

const takeOut = (mode: RemovalMode, done: string) => async (call: AdminCall) => {
  const { operands, operator, services, print } = call
  const [company = ''] = operands
  if (call.flag('dry-run')) {
    printPreview(await refusedByImporter(services.companies.preview(company)), print)
    return print('以上为将改变的内容，尚未执行。')
  }
  const reason = call.reason()
  printPreview(await refusedByImporter(services.companies.takeOut({ company, mode, reason, operator })), print)
  print(done)
}

export const companyActions: readonly AdminAction[] = [
  {
    name: 'companies list',
    usage: ['[--after <企业 id>]'],
    help: ['隐藏和移除的企业，最新的在前；--after 翻页'],
    service: 'companies.list',
    async run({ option, services, print }) {
      const { items, next } = await services.companies.list(option('after'))
      if (items.length === 0) print('没有隐藏或移除的企业。')
      for (const { company_id, name, content, reason, operator, created_at } of items) {
        const state = content === null ? '已移除' : '已隐藏'
        print(`${company_id}  ${minuteOf(created_at)}  ${state}  ${name}  ${operator}  ${reason}`)
      }
      if (next !== null) print(`下一页：companies list --after ${next}`)
    },
  },
  {
    name: 'companies show',
    usage: ['<企业 id、代码或全称>'],
    help: ['一家企业：各项内容的来源，提供过它的导入'],
    service: 'companySources.sourcesOf',
    async run({ operands: [company = ''], services, print }) {
      const preview = await refusedByImporter(services.companies.preview(company))
      printCompany(preview, print)
      const { sources, imports, formerIds, mergedByName } = await services.companySources.sourcesOf(preview.id)
      for (const { name, asOf, facts } of sources) print(`  ${name}  ${asOf ?? '日期不详'}  ${facts.join('、')}`)
      if (imports.length > 0) print(`  导入 ${imports.join('、')}`)
      if (formerIds.length > 0) print(`  曾用 id ${formerIds.join('、')}`)
      if (mergedByName > 0) print(`  按名称合并 ${mergedByName} 家`)
    },
  },
  {
    name: 'companies hide',
    usage: ['<企业 id 或代码> --reason <理由>', '<企业 id 或代码> --dry-run'],
    help: ['不再显示这家企业，内容保留，lift 后恢复'],
    service: 'companies.takeOut',
    audit: 'companyHidden',
    run: takeOut('hide', '已隐藏，用 companies lift 恢复。'),
  },
  {
    name: 'companies remove',
    usage: ['<企业 id 或代码> --reason <理由>', '<企业 id 或代码> --dry-run'],
    help: ['删除这家企业，lift 后再次导入才会收录'],
    service: 'companies.takeOut',
    audit: 'companyRemoved',
    run: takeOut('remove', '已移除。'),
  },
  {
    name: 'companies lift',
    usage: ['<企业 id>'],
    help: ['解除隐藏或移除'],
    service: 'companies.lift',
    audit: 'companyLifted',
    async run({ operands: [id = ''], operator, services, print }) {
      const { name, isStored } = await refusedByImporter(services.companies.lift({ id, operator }))
      print(isStored ? `${name}：已恢复显示。` : `${name}：已解除，下次导入时收录。`)
    },
  },
]
