import type { RecordDetail } from '@baiqicha/contract/records/record'

type Step = RecordDetail['timeline'][number]
type StepRecord = Pick<Step, 'recordKind' | 'id'>

/** One day of a case: what happened, and the records that state it. */
export type TimelineNode = {
  key: string
  /** YYYY-MM-DD. */
  date: string
  labels: string[]
  records: StepRecord[]
}

/**
 * Nodes of a timeline in the order of its steps: one per day and case number, because several registers publish the same
 * event. A step without a case number is joined only with the steps of its own record.
 */
export function timelineNodes(timeline: readonly Step[]): TimelineNode[] {
  const nodes = new Map<string, TimelineNode>()
  for (const { date: at, label, caseNo, recordKind, id } of timeline) {
    const date = at.slice(0, 10)
    const key = `${date} ${caseNo ?? id}`
    const node = nodes.get(key) ?? { key, date, labels: [], records: [] }
    nodes.set(key, node)
    if (!node.labels.includes(label)) node.labels.push(label)
    if (!node.records.some((record) => record.id === id)) node.records.push({ recordKind, id })
  }
  return [...nodes.values()]
}
