import { kindTable, shortTitleOf } from '@baiqicha/contract/records/kind-table'
import type { RecordDetail } from '@baiqicha/contract/records/record'
import { recordDetailPath, recordListPath } from '../../domain/record/record-paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatDate } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './record-page.module.css'

type CardTitleProps = { children: string; aside?: string }

/** Title of a card of a record's page, with a note beside it. */
export function CardTitle({ children, aside }: CardTitleProps) {
  return (
    <header className={styles.title}>
      <h2>{children}</h2>
      {aside !== undefined && <span>{aside}</span>}
    </header>
  )
}

type Props = { timeline: RecordDetail['timeline']; ownId: string; companyId: string | null }

/** Timeline of the case, oldest first; hidden when there is only one step. */
export function RecordTimeline({ timeline, ownId, companyId }: Props) {
  if (timeline.length < 2) return null
  return (
    <Card>
      <CardTitle>案件进程</CardTitle>
      <ol className={styles.steps}>
        {timelineNodes(timeline).map(({ key, date, labels, records }) => (
          <li key={key} className={classNames(styles.step, records.some(({ id }) => id === ownId) && styles.own)}>
            <span className={styles.date}>{formatDate(date)}</span>
            <span className={styles.recordTimelineLabel}>{labels.join('、')}</span>
            <span className={styles.records}>
              {records.map((record) => (
                <RecordOfNode
                  key={record.id}
                  record={record}
                  isOnly={records.length === 1}
                  ownId={ownId}
                  companyId={companyId}
                />
              ))}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

type RecordProps = { record: TimelineNode['records'][number]; isOnly: boolean } & Omit<Props, 'timeline'>

/** Kind of a record, linked to its page, or to its list when the kind has no pages. */
function RecordOfNode({ record: { recordKind, id }, isOnly, ownId, companyId }: RecordProps) {
  const title = shortTitleOf(recordKind)
  if (id === ownId) {
    return (
      <span className={styles.record}>
        {title}
        <small className={styles.current}>当前</small>
      </span>
    )
  }
  const to = kindTable[recordKind].hasDetail
    ? recordDetailPath(recordKind, id, companyId)
    : companyId === null
      ? null
      : recordListPath(recordKind, companyId)
  if (to === null) return <span className={styles.record}>{title}</span>
  return (
    <Link track-id="timeline-row" data-track-label="" className={classNames(styles.record, styles.link)} to={to}>
      {title}
      {isOnly && <Icon name="right" size={14} />}
    </Link>
  )
}

type Step = RecordDetail['timeline'][number]
type StepRecord = Pick<Step, 'recordKind' | 'id'>

/** One day of a case: what happened, and the records that state it. */
type TimelineNode = {
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
