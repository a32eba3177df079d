import { correctionResults } from '@baiqicha/contract/correction'
import { parseFollowUpNumber } from '../../domain/follow-up-number.ts'
import { maskMobile } from '../../domain/masking/masking.ts'
import type { Result } from '../../domain/result.ts'
import type { CorrectionDetail, OpenCorrection, ReviewError } from '../../features/correction/review.service.ts'
import type { AdminAction } from './admin-action.ts'
import { AdminRefused, acceptedByService, minuteOf } from './admin-refused.ts'
import { pictureAction, placesOf } from './picture-places.ts'

export const correctionActions: readonly AdminAction[] = [
  {
    name: 'corrections list',
    help: ['待办的纠错与异议，超期的在前'],
    run: async ({ services, print }) => printOpen(await services.reviews.listOpen(), print),
  },
  {
    name: 'corrections show',
    usage: ['<编号> [--pictures <目录>]'],
    help: ['一件的全部内容与证据图片的位置，--pictures 将图片存入目录'],
    async run(call) {
      const found = await call.services.reviews.find(parseFollowUpNumber(call.operands[0] ?? ''))
      if (found === null) throw new AdminRefused(reviewSentence({ type: 'unknown' }))
      printWhole(found, await placesOf(found.evidence, call), call.print)
    },
  },
  pictureAction('corrections'),
  {
    name: 'corrections examine',
    usage: ['<编号> [--note <说明>]'],
    help: ['开始核查'],
    audit: 'correctionExamined',
    async run({ operands: [typed = ''], option, operator, services, print }) {
      const number = parseFollowUpNumber(typed)
      valueOf(await services.reviews.examine({ number, note: option('note'), operator }))
      print(`${number}：核查中。`)
    },
  },
  {
    name: 'corrections decide',
    usage: ['<编号> --result <已更正|已移除|维持|无法确认> [--note <说明>] [--keep-hidden]'],
    help: ['维持、无法确认须说明理由；--keep-hidden 使记录继续不显示'],
    audit: 'correctionDecided',
    async run({ operands: [typed = ''], option, flag, operator, services, print }) {
      const number = parseFollowUpNumber(typed)
      const result = correctionResults.find((known) => known === option('result'))
      if (result === undefined) throw new AdminRefused(`--result 应为 ${correctionResults.join('、')}之一。`)
      const staysHidden = flag('keep-hidden')
      valueOf(await services.reviews.decide({ number, result, note: option('note'), staysHidden, operator }))
      print(`${number}：已办结，${result}。`)
    },
  },
  {
    name: 'corrections reopen',
    usage: ['<编号> --reason <理由>'],
    help: ['撤销决定，重新核查；决定造成的屏蔽一并解除'],
    audit: 'correctionReopened',
    async run({ operands: [typed = ''], reason, operator, services, print }) {
      const number = parseFollowUpNumber(typed)
      valueOf(await services.reviews.reopen({ number, reason: reason(), operator }))
      print(`${number}：重新核查。`)
    },
  },
]

const valueOf = <T>(result: Result<T, ReviewError>) => acceptedByService(result, reviewSentence)

const reviewSentences: Record<Exclude<ReviewError['type'], 'openAgain'>, string> = {
  unknown: '没有这个编号。',
  decided: '这件纠错已办结。',
  noRecord: '这件纠错不针对某一条记录，没有可移除或隐藏的内容。',
  noNote: '维持或无法确认，须用 --note 说明理由。',
  open: '这件纠错没有办结。',
}
export const reviewSentence = (error: ReviewError): string =>
  error.type === 'openAgain' ? `同一人对同一内容另有未办结的异议 ${error.number}。` : reviewSentences[error.type]

const dueText = ({ due_at, isOverdue }: OpenCorrection) => `${minuteOf(due_at)}${isOverdue ? '（已超期）' : ''}`

function printOpen(open: readonly OpenCorrection[], print: (line: string) => void) {
  if (open.length === 0) {
    print('没有待办的纠错。')
    return
  }
  const overdue = open.filter(({ isOverdue }) => isOverdue).length
  print(`待办 ${open.length} 件${overdue > 0 ? `，其中已超期 ${overdue} 件` : ''}：`)
  for (const row of open) {
    print(`${row.number}  ${row.state}  截止 ${dueText(row)}  ${row.reason}  ${row.company_name}  ${row.title}`)
  }
}

function applicantText({ claimant, user_id, mobile }: CorrectionDetail): string {
  if (mobile !== null) return `${claimant}，手机 ${maskMobile(mobile)}`
  return user_id === null ? `${claimant}，联系方式已删除` : `${claimant}，用户 ${user_id}`
}

function effectText({ record_id, is_shielding, state }: CorrectionDetail): string {
  if (record_id === null) return '无'
  if (state === '已办结') return '标记已解除'
  return is_shielding === 1 ? '已先行屏蔽' : '已标记异议处理中'
}

/** A step, and what the applicant submitted with it after the first submission. */
function stepLines(step: CorrectionDetail['steps'][number], at: number): [label: string, value: string][] {
  const line: [string, string] = [
    '经过',
    `${minuteOf(step.at)} ${step.label}${step.note === null ? '' : `：${step.note}`}`,
  ]
  if (at === 0 || step.content === null) return [line]
  const submitted: [string, string][] = [['补充内容', `${step.content}（身份：${step.claimant}）`]]
  if (step.statement) submitted.push(['补充声明', step.statement])
  return [line, ...submitted]
}

function printWhole(row: CorrectionDetail, evidence: readonly string[], print: (line: string) => void) {
  const lines: [label: string, value: string | null][] = [
    ['编号', row.number],
    ['状态', row.result === null ? row.state : `${row.state}，${row.result}`],
    ['截止', dueText(row)],
    ['企业', `${row.company_name}（${row.company_id}）`],
    ['对象', row.record_id === null ? row.title : `${row.title}（记录 ${row.record_id}）`],
    ['处置', effectText(row)],
    ['错误类型', row.reason],
    ['身份', applicantText(row)],
    ['正确内容', row.content],
    ['当事人声明', row.statement || null],
    ['说明', row.note],
    ...evidence.map((place): [string, string] => ['证据', place]),
    ...row.steps.flatMap(stepLines),
  ]
  for (const [label, value] of lines) if (value !== null) print(`${label}：${value}`)
}
