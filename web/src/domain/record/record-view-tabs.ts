import { type RecordList, type RecordView, recordViewLabels } from '@baiqicha/contract/records/record'
import { useState } from 'react'
import { isZeroKnown } from './record-coverage.ts'

/** Returns the latest response for the company. Its counts stay valid while another list of the same company loads. */
export function useLatestRecordList<Answer extends object>(
  first: Answer | undefined,
  companyId: string,
): Answer | null {
  const [last, setLast] = useState<{ companyId: string; answer: Answer } | null>(null)
  if (first !== undefined && last?.answer !== first) setLast({ companyId, answer: first })
  if (first !== undefined) return first
  return last?.companyId === companyId ? last.answer : null
}

/** Shows the tab of disputed records only when there are any or the URL selects it. */
export function recordViewTabs(answer: Pick<RecordList, 'counts' | 'connected' | 'limits'> | null, view: RecordView) {
  const countOf = (key: RecordView) => {
    const count = answer?.counts[key]
    // A 0 that the sources do not state is not shown.
    return count === 0 && answer !== null && !isZeroKnown(answer) ? undefined : count
  }
  const isDisputeShown = view === 'disputed' || (answer?.counts.disputed ?? 0) > 0
  const keys: RecordView[] = isDisputeShown ? ['current', 'disputed', 'history'] : ['current', 'history']
  return keys.map((key) => ({ key, label: recordViewLabels[key], count: countOf(key) }))
}
