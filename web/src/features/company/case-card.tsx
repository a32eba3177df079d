import { type CaseRecord, type CaseThread, caseSteps } from '@baiqicha/contract/records/case-thread'
import { kindTable } from '@baiqicha/contract/records/kind-table'
import type { RecordView } from '@baiqicha/contract/records/record'
import { recordPath } from '../../domain/record/record-paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatAmount, formatNumber, isHanging, joinStated } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './case-card.module.css'

/** Kinds that are in force until they end; the others are events of the past. */
const enforcements = new Set<CaseRecord['recordKind']>([
  'executedPerson',
  'dishonestExecutor',
  'consumptionRestriction',
])

type DotState = 'current' | 'disputed' | 'past'
const dotWords: Readonly<Record<DotState, string>> = { current: '当前有效', disputed: '异议处理中', past: '已有记录' }

/** Only an enforcement in force is red. */
const dotOf = (kind: CaseRecord['recordKind'], view: RecordView): DotState =>
  view === 'disputed' ? 'disputed' : view === 'current' && enforcements.has(kind) ? 'current' : 'past'

type Props = {
  thread: CaseThread
  companyId: string
  isOpen: boolean
  onToggle: () => void
}

/** A case: number, matter, steps in court, and its records when unfolded. */
export function CaseCard({ thread, companyId, isOpen, onToggle }: Props) {
  const { id, caseNo, records, recordCount, sources } = thread
  const [source] = sources
  const panelId = `case-${id}`
  const title = caseNo ?? (records[0] === undefined ? '' : kindTable[records[0].recordKind].title)
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <h3 className={styles.title}>
          <bdi>{title}</bdi>
        </h3>
        <CaseTag thread={thread} />
      </header>
      <CaseMatter thread={thread} />
      {caseNo !== null && <CaseSteps steps={thread.steps} />}
      {isOpen && (
        <ul id={panelId} className={styles.records}>
          {records.map((record) => (
            <li key={`${record.recordKind} ${record.id}`}>
              <CaseRecordLink record={record} companyId={companyId} caseNo={caseNo} />
            </li>
          ))}
          {recordCount > records.length && (
            <li className={styles.rest}>仅显示最近 {records.length} 条，其余见各类记录</li>
          )}
        </ul>
      )}
      <footer className={styles.foot}>
        {source !== undefined && (
          <SourceChip
            name={sources.length > 1 ? `${source.sourceName}等 ${sources.length} 处` : source.sourceName}
            asOf={source.asOf}
          />
        )}
        <button
          track-id="unfold"
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={onToggle}
        >
          {isOpen ? '收起' : `${formatNumber(recordCount)} 条记录`}
          <span className={utility.spoken}>：{title}</span>
          <Icon name={isOpen ? 'up' : 'down'} size={16} />
        </button>
      </footer>
    </article>
  )
}

function CaseTag({ thread: { steps } }: { thread: CaseThread }) {
  const states = steps.map(({ kind, view }) => dotOf(kind, view))
  if (states.includes('current')) return <Tag tone="red">当前有效</Tag>
  if (states.includes('disputed')) return <Tag tone="amber">异议处理中</Tag>
  return steps.every(({ view }) => view === 'history') ? <Tag tone="mute">历史</Tag> : null
}

function CaseMatter({ thread: { caseNo, matter, identity, amount } }: { thread: CaseThread }) {
  const text = joinStated([caseNo === null && '未公示案号', matter, identity !== null && `作为${identity}`])
  if (text === '' && amount === null) return null
  return (
    <p className={styles.matter}>
      {text !== '' && <bdi>{text}</bdi>}
      {amount !== null && (
        <span>
          {amount.label} <b>{formatAmount(amount.value, amount.unit)}</b>
        </span>
      )}
    </p>
  )
}

/** Steps in court. A hollow dot has no record, which is no statement that the step did not happen. */
function CaseSteps({ steps }: Pick<CaseThread, 'steps'>) {
  return (
    <ol className={styles.steps} aria-label="案件进程">
      {caseSteps.map(({ kind, label }) => {
        const step = steps.find((known) => known.kind === kind)
        const state = step === undefined ? undefined : dotOf(kind, step.view)
        return (
          <li key={kind} className={classNames(styles.step, state === undefined ? styles.none : styles[state])}>
            <i className={styles.dot} aria-hidden="true" />
            {label}
            <span className={utility.spoken}>：{state === undefined ? '未收录' : dotWords[state]}</span>
          </li>
        )
      })}
    </ol>
  )
}

type RecordProps = {
  record: CaseRecord
  companyId: string
  /** Case number that stands above; it is not repeated. */
  caseNo: string | null
}

/** A record of a case in two lines, linked to its page, or to its list when the kind has no pages. */
export function CaseRecordLink({ record, companyId, caseNo }: RecordProps) {
  const { recordKind, view, recordStatus, publishedAt, brief } = record
  const lines = [record.caseNo === caseNo ? null : record.caseNo, brief].filter((line) => line !== null)
  return (
    <Link track-id="record-open" data-track-label="" to={recordPath(record, companyId)} className={styles.record}>
      <i className={classNames(styles.mark, styles[dotOf(recordKind, view)])} aria-hidden="true" />
      <span className={styles.text}>
        <b>{kindTable[recordKind].title}</b>
        {view !== 'current' && <Tag tone={view === 'disputed' ? 'amber' : 'mute'}>{recordStatus}</Tag>}
        {publishedAt !== null && <time className={styles.date}>{publishedAt}</time>}
        {lines.length > 0 && (
          <bdi className={classNames(styles.brief, isHanging(lines[0] ?? '') && utility.hanging)}>
            {lines.join('，')}
          </bdi>
        )}
      </span>
      <Icon name="right" size={16} />
    </Link>
  )
}
