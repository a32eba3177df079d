import { SEARCHED_ROWS, totalText } from '@baiqicha/contract/desk/action'
import { feedbackKinds, feedbackStates } from '@baiqicha/contract/feedback'
import { parseFollowUpNumber } from '../../domain/follow-up-number.ts'
import type { Result } from '../../domain/result.ts'
import {
  CONTACTS_PER_DAY,
  type FeedbackAdminError,
  type FeedbackCase,
  type InboxPage,
} from '../../features/feedback/feedback.admin.service.ts'
import type { AdminAction, AdminCall } from './admin-action.ts'
import { AdminRefused, acceptedByService, minuteOf } from './admin-refused.ts'
import { pictureAction, placesOf } from './picture-places.ts'

const ANSWER_LIMIT = 2_000

export const feedbackActions: readonly AdminAction[] = [
  {
    name: 'feedback list',
    usage: ['[--kind <类型>] [--state <状态>] [--search <文字>] [--after <编号>]'],
    help: [
      '待处理的反馈，隐私与删除在前，其余按提交时间；--after 翻页',
      `--search 在编号与往来内容中查找，最新的在前，每页至多查 ${SEARCHED_ROWS.toLocaleString('en')} 件`,
    ],
    async run(call) {
      const { option, services, print } = call
      const [kind, state, after] = [
        oneOf(call, 'kind', feedbackKinds),
        oneOf(call, 'state', feedbackStates),
        option('after'),
      ]
      const number = after === null ? null : parseFollowUpNumber(after)
      printInbox(await services.feedbackAdmin.list({ kind, state, search: option('search'), after: number }), print)
    },
  },
  {
    name: 'feedback show',
    usage: ['<编号> [--pictures <目录>]'],
    help: ['往来内容、诊断信息与图片的位置，联系方式打码；--pictures 将图片存入目录'],
    async run(call) {
      const found = await call.services.feedbackAdmin.find(parseFollowUpNumber(call.operands[0] ?? ''))
      if (found === null) throw new AdminRefused(feedbackSentence({ type: 'unknown' }))
      printCase(found, await placesOf(found.pictures, call), call.print)
    },
  },
  pictureAction('feedback'),
  {
    name: 'feedback contact',
    usage: ['<编号> --reason <理由>'],
    help: [`完整联系方式，每人每天至多 ${CONTACTS_PER_DAY} 次`],
    audit: 'feedbackContactShown',
    async run({ operands: [typed = ''], reason, operator, services, print }) {
      const number = parseFollowUpNumber(typed)
      const shown = await services.feedbackAdmin.showContact({ number, operator, reason: reason() })
      print(`${number}：${valueOf(shown)}`)
    },
  },
  {
    name: 'feedback take',
    usage: ['<编号>'],
    help: ['开始处理'],
    audit: 'feedbackTaken',
    async run({ operands: [typed = ''], operator, services, print }) {
      const number = parseFollowUpNumber(typed)
      valueOf(await services.feedbackAdmin.take({ number, operator }))
      print(`${number}：处理中。`)
    },
  },
  {
    name: 'feedback answer',
    usage: ['<编号> --text <回复>'],
    help: ['回复提交人'],
    audit: 'feedbackAnswered',
    async run({ operands: [typed = ''], option, operator, services, print }) {
      const number = parseFollowUpNumber(typed)
      const text = option('text')
      if (text === null) throw new AdminRefused('须用 --text 填写回复。')
      if (text.length > ANSWER_LIMIT) throw new AdminRefused(`回复至多 ${ANSWER_LIMIT} 字。`)
      valueOf(await services.feedbackAdmin.answer({ number, operator, text }))
      print(`${number}：已回复。`)
    },
  },
  {
    name: 'feedback withdraw',
    usage: ['<编号>'],
    help: ['撤回十分钟内的最新回复'],
    audit: 'feedbackWithdrawn',
    async run({ operands: [typed = ''], operator, services, print }) {
      const number = parseFollowUpNumber(typed)
      valueOf(await services.feedbackAdmin.withdraw({ number, operator }))
      print(`${number}：已撤回，处理中。`)
    },
  },
  {
    name: 'feedback close',
    usage: ['<编号> --reason <理由>'],
    help: ['关闭，提交人不能再补充'],
    audit: 'feedbackClosed',
    async run({ operands: [typed = ''], reason, operator, services, print }) {
      const number = parseFollowUpNumber(typed)
      valueOf(await services.feedbackAdmin.close({ number, operator, reason: reason() }))
      print(`${number}：已关闭。`)
    },
  },
  {
    name: 'feedback reopen',
    usage: ['<编号> --reason <理由>'],
    help: ['重新打开，回到处理中'],
    audit: 'feedbackReopened',
    async run({ operands: [typed = ''], reason, operator, services, print }) {
      const number = parseFollowUpNumber(typed)
      valueOf(await services.feedbackAdmin.reopen({ number, operator, reason: reason() }))
      print(`${number}：处理中。`)
    },
  },
]

function oneOf<T extends string>({ option }: AdminCall, name: string, known: readonly T[]): T | null {
  const typed = option(name)
  const found = known.find((one) => one === typed) ?? null
  if (typed !== null && found === null) throw new AdminRefused(`--${name} 应为 ${known.join('、')}之一。`)
  return found
}

const valueOf = <T>(result: Result<T, FeedbackAdminError>) => acceptedByService(result, feedbackSentence)

const feedbackSentences: Record<FeedbackAdminError['type'], string> = {
  unknown: '没有这个编号。',
  closed: '该反馈已关闭，须先用 feedback reopen 重新打开。',
  notClosed: '该反馈没有关闭。',
  taken: '该反馈已在处理中。',
  notWithdrawable: '回复已超过十分钟，或提交人已补充，不能撤回。',
  answered: '往来内容已变，请看过再回复。',
  appended: '提交人刚有补充，请看过再回复。',
  noContact: '提交人没有留下联系方式，或已按期删除。',
  tooManyContacts: `今天查看完整联系方式已达 ${CONTACTS_PER_DAY} 次。`,
}
export const feedbackSentence = ({ type }: FeedbackAdminError) => feedbackSentences[type]

function printInbox({ items, total, next }: InboxPage, print: (line: string) => void) {
  if (items.length === 0) print('没有符合条件的反馈。')
  else if (total !== null) print(`共 ${totalText(total)} 件：`)
  for (const { number, state, kind, createdAt, contactMasked, excerpt } of items) {
    print(`${number}  ${state}  ${kind}  ${minuteOf(createdAt)}  ${contactMasked ?? '无联系方式'}  ${excerpt}`)
  }
  if (next !== null) print(`下一页：feedback list --after ${next}`)
}

function printCase(row: FeedbackCase, pictures: readonly string[], print: (line: string) => void) {
  const lines: [label: string, value: string | null][] = [
    ['编号', row.number],
    ['类型', row.kind],
    ['状态', row.state],
    ['提交', minuteOf(row.createdAt)],
    ['提交人', row.userId === null ? '未登录' : `用户 ${row.userId}`],
    ['联系方式', row.contactMasked ?? '无'],
    ['诊断信息', row.context],
    ...pictures.map((place): [string, string] => ['图片', place]),
  ]
  for (const [label, value] of lines) if (value !== null) print(`${label}：${value}`)
  for (const { author, at, content } of row.entries) {
    print(`${minuteOf(at)} ${author === 'user' ? '提交人' : '回复'}：`)
    // A line of the text cannot be mistaken for a line of the output.
    for (const line of content.split(/\r?\n/)) print(`  | ${line}`)
  }
}
