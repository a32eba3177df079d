import type { RecordRow } from '@baiqicha/contract/records/record'

/** List in which a record appears today. Only current records have colours and are counted. */
export type RecordState = 'current' | 'disputed' | 'past'

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
