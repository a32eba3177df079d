import type { PersonTraces, RecordEffects, Suppression } from '@baiqicha/contract/desk/corrections'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import type {
  SuppressionAdded,
  SuppressionError,
  SuppressionService,
} from '../../features/correction/suppression.service.ts'
import type { HiddenNumberAdminError } from '../../features/leads/hidden-number.admin.service.ts'
import type { OffsetPage } from '../../platform/database/portable-sql.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused, acceptedByService, minuteOf } from './admin-refused.ts'

export const suppressActions: readonly AdminAction[] = [
  {
    name: 'suppress list',
    usage: ['[--after <页>]'],
    help: ['不得显示的记录与人员，最新的在前；--after 翻页'],
    run: async ({ option, services, print }) => printList(await services.suppressions.list(option('after')), print),
  },
  {
    name: 'suppress add',
    usage: [
      '--record <记录 id> --reason <理由>',
      '--record <记录 id> --dry-run',
      '--person <姓名> --company <企业 id 或代码> --reason <理由>',
      '--person <姓名> --company <企业 id 或代码> --dry-run',
    ],
    help: [
      '不再显示这条记录，或此人在这家企业的一切：法定代表人（页面、列表、',
      '搜索、联想、百言）、涉及此人的记录与联系方式、变更动态',
      '--dry-run 只列出将屏蔽的内容',
    ],
    audit: 'suppressionAdded',
    async run(call) {
      if (call.flag('dry-run')) return preview(call)
      const added = await add(call)
      call.print(`${added.id}：已屏蔽，涉及现有记录 ${added.recordsHidden} 条；以后导入的同样屏蔽。`)
      if (added.traces !== undefined) printTraces(added.traces, call.print)
    },
  },
  {
    name: 'suppress remove',
    usage: ['<屏蔽 id> --reason <理由>'],
    help: ['恢复显示'],
    audit: 'suppressionRemoved',
    async run({ operands: [id = ''], reason, operator, services, print }) {
      if (!(await services.suppressions.remove({ id, reason: reason(), operator })))
        throw new AdminRefused('没有这一条屏蔽。')
      print(`${id}：已解除，没有其他屏蔽的记录恢复显示。`)
    },
  },
]

const misused = () => new AdminRefused('--record 单独使用；--person 与 --company 一起使用。')

const NOT_DONE = '以上为将屏蔽的内容，尚未执行。'

/** @throws AdminRefused for an unknown id */
async function findRecord(suppressions: SuppressionService, recordId: string): Promise<RecordEffects> {
  const found = await suppressions.findRecord(recordId)
  if (found === null) throw new AdminRefused('没有这条记录。')
  return found
}

function printRecord({ kind, publishedOn, isHidden, companies, lines }: RecordEffects, print: AdminCall['print']) {
  print(`${kindTable[kind].title}  ${publishedOn ?? '日期不详'}${isHidden ? '  已不显示' : ''}`)
  for (const { label, value } of lines) print(`  ${label}：${value}`)
  for (const { id, name } of companies) print(`  企业：${name}（${id}）`)
}

/** Lists what `add` would hide. */
async function preview({ option, services: { suppressions }, print }: AdminCall) {
  const [recordId, person, company] = [option('record'), option('person'), option('company')]
  if (recordId !== null && person === null && company === null) {
    printRecord(await findRecord(suppressions, recordId), print)
    return print(NOT_DONE)
  }
  if (recordId !== null || person === null || company === null) throw misused()
  const found = await suppressions.findPerson({ person, company })
  printTraces(acceptedByService(found, suppressionSentence), print)
  print(NOT_DONE)
}

function printTraces(
  { company, isRepresentative, records, changes, answers }: PersonTraces,
  print: (line: string) => void,
) {
  print(`${company.name}（${company.id}）`)
  print(`  法定代表人：${isRepresentative ? '页面、列表、搜索、联想、找商机、百言中不再显示' : '不是此人'}`)
  print(`  记录：${records.length} 条`)
  for (const { id, kind, publishedOn } of records)
    print(`    ${id}  ${kindTable[kind].title}  ${publishedOn ?? '日期不详'}`)
  print(`  法定代表人变更动态：${changes} 条`)
  print(`  百言已存回答：${answers} 条，其中提到此人的句子`)
}

/** `traces`: of a person. */
type Added = SuppressionAdded & { traces?: PersonTraces }

async function add(call: AdminCall): Promise<Added> {
  const { option, operator, services } = call
  const { suppressions } = services
  const [recordId, person, company] = [option('record'), option('person'), option('company')]
  const reason = call.reason()
  if (recordId !== null && person === null && company === null) {
    await findRecord(suppressions, recordId)
    return acceptedByService(await suppressions.addRecord({ recordId, reason, operator }), suppressionSentence)
  }
  if (recordId !== null || person === null || company === null) throw misused()
  return acceptedByService(await suppressions.addPerson({ person, company, reason, operator }), suppressionSentence)
}

const suppressionSentences: Record<Exclude<SuppressionError['type'], 'suppressed'>, string> = {
  noCompany: '未找到该企业，--company 应为企业 id、统一社会信用代码或注册号。',
  noPerson: '--person 应为姓名。',
}
export const suppressionSentence = (error: SuppressionError): string =>
  error.type === 'suppressed' ? `已有相同的屏蔽 ${error.id}。` : suppressionSentences[error.type]

function printList({ items, total, next }: OffsetPage<Suppression>, print: (line: string) => void) {
  if (total === 0) print('没有屏蔽。')
  for (const { id, recordId, person, subjectKeys, reason, createdAt } of items) {
    const what = recordId === null ? `人员 ${person}（${subjectKeys.join('、')}）` : `记录 ${recordId}`
    print(`${id}  ${minuteOf(createdAt)}  ${what}  ${reason}`)
  }
  if (next !== null) print(`下一页：suppress list --after ${next}`)
}

export const numberActions: readonly AdminAction[] = [
  {
    name: 'numbers list',
    usage: ['[--after <编号>]'],
    help: ['已隐藏的号码，遮盖；本人申请与运营添加'],
    async run({ option, services, print }) {
      const { byOwner, byOperator, items, next } = await services.numbers.list(option('after'))
      print(`已隐藏号码 ${byOwner + byOperator} 个：本人申请 ${byOwner} 个，运营添加 ${byOperator} 个。`)
      for (const { reference, masked, addedBy, reason, hiddenAt } of items) {
        print(`${reference}  ${minuteOf(hiddenAt)}  ${masked}  ${addedBy === 'owner' ? '本人申请' : reason}`)
      }
      if (next !== null) print(`下一页：numbers --after ${next}`)
    },
  },
  {
    name: 'numbers add',
    usage: ['<号码或邮箱> --reason <理由>'],
    help: ['隐藏一个号码，各来源均不再显示；以后导入的同样隐藏'],
    audit: 'numberHidden',
    async run(call) {
      const added = await call.services.numbers.add(stepOf(call))
      call.print(`${acceptedByService(added, (error) => numberSentence(error, '该号码已隐藏。'))}：已隐藏。`)
    },
  },
  {
    name: 'numbers remove',
    usage: ['<号码、邮箱或编号> --reason <理由>'],
    help: ['恢复显示一个号码'],
    audit: 'numberShown',
    async run(call) {
      const removed = await call.services.numbers.remove(stepOf(call))
      call.print(`${acceptedByService(removed, (error) => numberSentence(error, '该号码未隐藏。'))}：已恢复显示。`)
    },
  },
]

const stepOf = ({ operands: [number = ''], reason, operator }: AdminCall) => ({ number, reason: reason(), operator })

export const numberSentence = (error: HiddenNumberAdminError, unchanged: string) =>
  error.type === 'unchanged' ? unchanged : `${error.flaw}。`
