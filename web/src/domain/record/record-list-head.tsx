import type { CompanyOfRecord, RecordView } from '@baiqicha/contract/records/record'
import type { RecordKind } from '@baiqicha/contract/records/record-kind'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { InfoNote } from '../../ui/info-note.tsx'
import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CompanyLine } from './company-line.tsx'
import styles from './record-list-head.module.css'

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
