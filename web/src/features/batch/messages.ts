import type { BatchCompany, BatchJob } from '@baiqicha/contract/batch'
import { formatShanghaiMinute } from '../../lib/days.ts'
import { formatNumber, formatShanghaiDate } from '../../lib/format.ts'

export const batchTitle = ({ listName }: Pick<BatchJob, 'listName'>) => listName ?? '粘贴的名单'

/** How the list was read, and its length. */
export const batchSize = ({ encoding, total }: BatchJob) =>
  encoding === null ? `${formatNumber(total)} 行` : `${encoding} · ${formatNumber(total)} 行`

const endings = { done: '完成', cancelled: '已停止', failed: '未能完成', running: '提交' } as const

/** When it was sent or ended, and when it is deleted. */
export const batchTimes = ({ state, createdAt, finishedAt, keptUntil }: BatchJob): [string, string] => [
  `${formatShanghaiMinute(finishedAt ?? createdAt)} ${endings[state]}`,
  `保留至 ${formatShanghaiDate(keptUntil)}`,
]

/** Why rows are missing; null: none is. */
export function batchEndNote({ state, done, total }: BatchJob): string | null {
  if (state === 'cancelled') return `已停止，查询了前 ${done} 行，其余 ${total - done} 行未查询`
  return state === 'failed' ? `查询未能完成：前 ${done} 行有结果，其余请重新提交` : null
}

/** Of a company without current risk records. */
export function noRiskText(risk: BatchCompany['risk']): string {
  if (risk === null) return '风险未接入'
  return risk.isWhole ? '未查询到风险' : '已接入类别未查询到风险'
}

/** What a match says beside the input: nothing where the input is the name or the code itself. */
export function matchNote(why: string): string {
  if (why.startsWith('曾用名一致')) return why.replace('曾用名一致', '（曾用名）')
  const note = why.replace(/^(?:企业全称|统一社会信用代码|代码)一致(?:，|$)/, '')
  return note === '' ? '' : `，${note}`
}

/** What distinguishes candidates. */
export const candidateNote = ({ stockCode, region, creditCode }: BatchCompany, isNamesake: boolean) =>
  [stockCode, region, isNamesake || region === null ? creditCode : null].filter((part) => part !== null).join(' · ')
