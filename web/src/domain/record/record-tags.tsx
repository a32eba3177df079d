import type { RecordRow } from '@baiqicha/contract/records/record'
import { Tag, type TagTone } from '../../ui/tag.tsx'

/** List in which a record appears today. Only current records have colours and are counted. */
type RecordState = 'current' | 'disputed' | 'past'

type StateFields = Pick<RecordRow, 'recordStatus' | 'dispute'>

export function recordStateOf({ recordStatus, dispute }: StateFields): RecordState {
  if (dispute !== null || recordStatus === '异议处理中') return 'disputed'
  return recordStatus === '当前有效' ? 'current' : 'past'
}

export const matchedByLabels = {
  creditCode: '按统一社会信用代码关联',
  registrationNumber: '按注册号关联',
  name: '仅按企业全称关联（全国唯一）',
} as const

type Record = Pick<RecordRow, 'recordStatus' | 'dispute' | 'severity' | 'identity'>

const severityTones = { 高: 'red', 中: 'amber', 提示: 'info' } as const

/** Status of a record. Red marks current serious records; records in history have no colour. */
export function RecordStatusTag({ record }: { record: Record }) {
  const state = recordStateOf(record)
  if (state === 'disputed') return <Tag tone="amber">异议处理中</Tag>
  if (state === 'past') return <Tag tone="mute">{record.recordStatus}</Tag>
  return <Tag tone={record.severity === null ? 'info' : severityTones[record.severity]}>{record.recordStatus}</Tag>
}

/** Role of the company. Only the role of the defendant is highlighted. */
export function IdentityTag({ record }: { record: Record }) {
  if (record.identity === null) return null
  const tone: TagTone = record.identity === '被告' && recordStateOf(record) === 'current' ? 'amber' : 'mute'
  return <Tag tone={tone}>{record.identity}</Tag>
}
