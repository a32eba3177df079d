import type { CaseGrouping } from '@baiqicha/contract/records/case-thread'
import {
  type CompanyOfRecord,
  type RecordList,
  type RecordView,
  recordViewLabels,
} from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InfoNote } from '../../ui/info-note.tsx'
import { Segments } from '../../ui/segments.tsx'
import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { companyPath } from '../company/company-path.ts'
import { isZeroKnown } from './record-coverage.ts'
import styles from './record-list-head.module.css'

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

/** Number of characters of the credit code that distinguish companies of equal names. */
const TAIL = 4

/** Company of a list: its name, its region and the end of its code. */
export function CompanyLine({ company: { id, name, region, creditCode } }: { company: CompanyOfRecord }) {
  return (
    <Link track-id="company-row" to={companyPath(id)} className={styles.company}>
      <span className={styles.name}>
        <bdi>{name}</bdi>
        <Icon name="right" size={16} />
      </span>
      <span className={styles.aside}>
        {region !== null && <bdi>{region}</bdi>}
        {creditCode !== null && <span>代码尾号 {creditCode.slice(-TAIL)}</span>}
      </span>
    </Link>
  )
}

const groupings = [
  { key: 'case', label: '按案件' },
  { key: 'record', label: '按记录' },
] as const

type CaseGroupingSwitchProps = { value: CaseGrouping; onChange: (next: CaseGrouping) => void }

/** Whether a list of legal records shows cases or single records. */
export const CaseGroupingSwitch = ({ value, onChange }: CaseGroupingSwitchProps) => (
  <Segments trackId="case-grouping" label="归并方式" items={groupings} value={value} onChange={onChange} />
)

type Props = { company: CompanyOfRecord; children: ReactNode }

/** Company of the list with its region and the end of its code. */
export function RecordListHead({ company, children }: Props) {
  return (
    <section className={styles.head} aria-label="所属企业">
      <CompanyLine company={company} />
      {children}
    </section>
  )
}

/** Skeleton of the company and its filters. */
export function RecordHeadSkeleton() {
  return (
    <div className={`${skeleton.delayed} ${styles.loading}`}>
      <Skeleton width={180} height={14} />
      <Skeleton width={140} height={12} />
      <div className={styles.chips}>
        <Skeleton width={92} height={32} radius={6} />
        <Skeleton width={72} height={32} radius={6} />
      </div>
    </div>
  )
}

type NotesProps = { kind: RecordKind; view: RecordView; namesakes: number }

/** Notes above the rows. */
export function RecordListNotes({ kind, view, namesakes }: NotesProps) {
  const about = view === 'history' ? kind.aboutHistory : kind.about
  return (
    <div className={styles.notes}>
      {about !== undefined && <InfoNote tone={view === 'history' ? 'past' : 'info'}>{about}</InfoNote>}
      {view === 'disputed' && <InfoNote tone="amber">以下记录存在异议，核查期间不计入当前数量，20 日内答复。</InfoNote>}
      {namesakes > 0 && <NamesakeNote count={namesakes} />}
    </div>
  )
}

/**
 * Number of records that name a company only by a name that several companies have. They belong to none of them and are
 * not shown.
 */
export function NamesakeNote({ count }: { count: number }) {
  return <InfoNote tone="amber">另有 {formatNumber(count)} 条记录仅注明企业名称且存在同名企业，未计入</InfoNote>
}
