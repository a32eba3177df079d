import type { RemovalMode, RemovalPreview } from '../../importers/undo/company-removal.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

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
    printPreview(await services.companies.preview(company), print)
    return print('以上为将改变的内容，尚未执行。')
  }
  const reason = call.reason()
  printPreview(await services.companies.takeOut({ company, mode, reason, operator }), print)
  print(done)
}

export const companyActions: readonly AdminAction[] = [
  {
    name: 'companies list',
    usage: ['[--after <企业 id>]'],
    help: ['隐藏和移除的企业，最新的在前；--after 翻页'],
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
    async run({ operands: [company = ''], services, print }) {
      const preview = await services.companies.preview(company)
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
    audit: 'companyHidden',
    run: takeOut('hide', '已隐藏，用 companies lift 恢复。'),
  },
  {
    name: 'companies remove',
    usage: ['<企业 id 或代码> --reason <理由>', '<企业 id 或代码> --dry-run'],
    help: ['删除这家企业，lift 后再次导入才会收录'],
    audit: 'companyRemoved',
    run: takeOut('remove', '已移除。'),
  },
  {
    name: 'companies lift',
    usage: ['<企业 id>'],
    help: ['解除隐藏或移除'],
    audit: 'companyLifted',
    async run({ operands: [id = ''], operator, services, print }) {
      const { name, isStored } = await services.companies.lift({ id, operator })
      print(isStored ? `${name}：已恢复显示。` : `${name}：已解除，下次导入时收录。`)
    },
  },
]

export const inclusionActions: readonly AdminAction[] = [
  {
    name: 'inclusions list',
    usage: ['[--after <页>]'],
    help: ['有人申请收录的企业，按人数排列；--after 翻页'],
    async run({ option, services, print }) {
      const { items, total, next } = await services.inclusions.list(option('after'))
      if (total === 0) print('没有收录申请。')
      for (const row of items) {
        print(`${row.keyword}  ${row.requests} 人  自 ${minuteOf(row.since)}  最近 ${minuteOf(row.last)}`)
      }
      if (next !== null) print(`下一页：inclusions list --after ${next}`)
    },
  },
  {
    name: 'inclusions done',
    usage: ['<关键词>'],
    help: ['已收录，重新计数'],
    audit: 'inclusionsDone',
    async run({ operands: [keyword = ''], operator, services, print }) {
      const done = await services.inclusions.finish(keyword, operator)
      if (done === 0) throw new AdminRefused(`没有收录“${keyword}”的申请。`)
      print(`${keyword}：已收录，${done} 人的申请办结。`)
    },
  },
]

export const updateActions: readonly AdminAction[] = [
  {
    name: 'updates list',
    usage: ['[--after <页>]'],
    help: ['有人申请更新的企业；--after 翻页'],
    async run({ option, services, print }) {
      const { items, total, next } = await services.updates.list(option('after'))
      if (total === 0) print('没有人申请更新。')
      for (const row of items) {
        print(`${row.companyId}  ${row.requests} 人  自 ${minuteOf(row.since)}  ${row.companyName}`)
      }
      if (next !== null) print(`下一页：updates list --after ${next}`)
    },
  },
  {
    name: 'updates done',
    usage: ['<企业 id>'],
    help: ['已更新，重新计数'],
    audit: 'updatesDone',
    async run({ operands: [companyId = ''], operator, services, print }) {
      const done = await services.updates.finish(companyId, operator)
      if (done === 0) throw new AdminRefused('没有人申请更新这家企业。')
      print(`${companyId}：已更新，${done} 人的申请办结。`)
    },
  },
]
