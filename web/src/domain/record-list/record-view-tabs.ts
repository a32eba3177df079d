import { type RecordList, type RecordView, recordViewLabels } from '@baiqicha/contract/records/record'
import { useState } from 'react'

/** Returns the latest response for the company. Its counts stay valid while another list of the same company loads. */
export function useLatestRecordList(first: RecordList | undefined, companyId: string): RecordList | null {
  const [last, setLast] = useState<{ companyId: string; answer: RecordList } | null>(null)
  if (first !== undefined && last?.answer !== first) setLast({ companyId, answer: first })
  if (first !== undefined) return first
  return last?.companyId === companyId ? last.answer : null
}

/** Shows the tab of disputed records only when there are any or the URL selects it. */
export function recordViewTabs(answer: RecordList | null, view: RecordView) {
  const isCounted = answer !== null && (answer.connected || answer.total > 0)
  const countOf = (key: RecordView) => (isCounted ? answer.counts[key] : undefined)
  const isDisputeShown = view === 'disputed' || (answer?.counts.disputed ?? 0) > 0
  const keys: RecordView[] = isDisputeShown ? ['current', 'disputed', 'history'] : ['current', 'history']
  return keys.map((key) => ({ key, label: recordViewLabels[key], count: countOf(key) }))
}
