import { parseArgs } from 'node:util'
import type {
  Suppression,
  SuppressionAdded,
  SuppressionError,
  SuppressionService,
} from '../../features/correction/suppression.service.ts'
import { AdminRefused, minuteOf } from './admin-refused.ts'

type SuppressDeps = { suppressions: SuppressionService; usage: string; print: (line: string) => void }

function readWords(words: string[], usage: string) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        record: { type: 'string' },
        person: { type: 'string' },
        company: { type: 'string' },
        reason: { type: 'string' },
      },
    })
  } catch {
    throw new AdminRefused(usage)
  }
}

/** Runs `suppress …`. @throws AdminRefused */
export async function runSuppress(words: string[], { suppressions, usage, print }: SuppressDeps): Promise<void> {
  const { values, positionals } = readWords(words, usage)
  const [step = 'list', id, ...more] = positionals
  if (more.length > 0) throw new AdminRefused(usage)
  if (step === 'list' && id === undefined) printList(await suppressions.list(), print)
  else if (step === 'remove' && id !== undefined) {
    if (!(await suppressions.remove(id))) throw new AdminRefused('没有这一条屏蔽。')
    print(`${id}：已解除，没有其他屏蔽的记录恢复显示。`)
  } else if (step === 'add' && id === undefined) {
    const added = await add(suppressions, values, usage)
    print(`${added.id}：已屏蔽，涉及现有记录 ${added.recordsHidden} 条；以后导入的同样屏蔽。`)
  } else throw new AdminRefused(usage)
}

type AddWords = Partial<Record<'record' | 'person' | 'company' | 'reason', string>>

async function add(suppressions: SuppressionService, words: AddWords, usage: string): Promise<SuppressionAdded> {
  const { record, person, company } = words
  const reason = words.reason?.trim() ?? ''
  if (reason === '') throw new AdminRefused('须用 --reason 说明理由。')
  if (record !== undefined && person === undefined && company === undefined) {
    return suppressions.addRecord(record, reason)
  }
  if (record !== undefined || person === undefined || company === undefined) throw new AdminRefused(usage)
  const added = await suppressions.addPerson(person, company, reason)
  if (!added.ok) throw new AdminRefused(sentence(added.error))
  return added.value
}

function sentence(error: SuppressionError): string {
  switch (error.type) {
    case 'noCompany':
      return '未找到该企业，--company 应为企业 id、统一社会信用代码或注册号。'
    case 'noPerson':
      return '--person 应为姓名。'
    default:
      return error satisfies never
  }
}

function printList(list: readonly Suppression[], print: (line: string) => void) {
  if (list.length === 0) print('没有屏蔽。')
  for (const { id, recordId, person, subjectKeys, reason, createdAt } of list) {
    const what = recordId === null ? `人员 ${person}（${subjectKeys.join('、')}）` : `记录 ${recordId}`
    print(`${id}  ${minuteOf(createdAt)}  ${what}  ${reason}`)
  }
}
