import { type RecordList, type RecordView, recordViewLabels } from '@baiqicha/contract/records/record'
import { useState } from 'react'

/** What was answered last about the company, which stays true of it while another of its lists is on its way. */
export function useLatestRecordList(first: RecordList | undefined, companyId: string): RecordList | null {
  const [last, setLast] = useState<{ companyId: string; answer: RecordList } | null>(null)
  if (first !== undefined && last?.answer !== first) setLast({ companyId, answer: first })
  if (first !== undefined) return first
  return last?.companyId === companyId ? last.answer : null
}

/** A disputed record has a tab only where there is one, or where the address asks for it. */
export function recordViewTabs(answer: RecordList | null, view: RecordView) {
  const isCounted = answer !== null && (answer.connected || answer.total > 0)
  const countOf = (key: RecordView) => (isCounted ? answer.counts[key] : undefined)
  const isDisputeShown = view === 'disputed' || (answer?.counts.disputed ?? 0) > 0
  const keys: RecordView[] = isDisputeShown ? ['current', 'disputed', 'history'] : ['current', 'history']
  return keys.map((key) => ({ key, label: recordViewLabels[key], count: countOf(key) }))
}
