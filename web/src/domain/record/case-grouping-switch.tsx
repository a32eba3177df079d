import type { CaseGrouping } from '@baiqicha/contract/records/case-thread'
import { Segments } from '../../ui/segments.tsx'

const groupings = [
  { key: 'case', label: '按案件' },
  { key: 'record', label: '按记录' },
] as const

type Props = { value: CaseGrouping; onChange: (next: CaseGrouping) => void }

/** Whether a list of legal records shows cases or single records. */
export const CaseGroupingSwitch = ({ value, onChange }: Props) => (
  <Segments trackId="case-grouping" label="归并方式" items={groupings} value={value} onChange={onChange} />
)
