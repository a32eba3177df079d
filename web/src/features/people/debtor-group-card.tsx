import type { DebtorGroup, DebtorRecord } from '@baiqicha/contract/people'
import { recordKinds } from '@baiqicha/contract/records/kinds'
import { correctionPath, recordDetailPath } from '../../domain/record/record-paths.ts'
import { RecordValue } from '../../domain/record/record-value.tsx'
import { classNames } from '../../lib/class-names.ts'
import { isHanging } from '../../lib/hanging.ts'
import { Link } from '../../lib/router/router.tsx'
import factList from '../../ui/fact-list.module.css'
import { FactList } from '../../ui/fact-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SourceChip } from '../../ui/source-chip.tsx'
import { Tag } from '../../ui/tag.tsx'
import utility from '../../ui/utility.module.css'
import styles from './debtor-group-card.module.css'
import { identityText } from './messages.ts'
import type { DebtorView } from './people-queries.ts'

const { fields } = recordKinds.dishonestExecutor

/** Records of one name and one certificate. */
export function DebtorGroupCard({ group, view }: { group: DebtorGroup; view: DebtorView }) {
  return (
    <section className={classNames(styles.card, view === 'history' && styles.past)}>
      <header className={styles.head}>
        <h3 className={styles.name}>
          <bdi>{group.name}</bdi>
        </h3>
        <p className={utility.note}>
          <bdi>{identityText(group)}</bdi>
        </p>
      </header>
      {group.records.map((record) => (
        <Listing key={record.id} record={record} view={view} subjectType={group.subjectType} />
      ))}
    </section>
  )
}

type ListingProps = { record: DebtorRecord; view: DebtorView; subjectType: DebtorGroup['subjectType'] }

/** One record of a debtor. A tap opens it. */
function Listing({ record, view, subjectType }: ListingProps) {
  const heading = record.caseNo ?? '案号未公布'
  const isPlain = view === 'history' || record.isDisputed
  const { source } = record
  return (
    <article className={styles.record} data-record={record.id}>
      <header className={styles.recordHead}>
        <h4 className={classNames(styles.heading, isHanging(heading) && utility.hanging)}>
          <bdi>{heading}</bdi>
        </h4>
        {view === 'history' && <Tag tone="mute">已移出</Tag>}
        {view === 'current' && record.isDisputed && <Tag tone="amber">异议处理中</Tag>}
      </header>
      <FactList
        className={`${factList.columns} ${styles.facts}`}
        rows={factsOf(record, view).map(([key, label, value]) => ({
          key,
          label,
          content: (
            <RecordValue field={fields[key] ?? { label, type: 'date' }} value={value} isPlain={isPlain} isBrief />
          ),
        }))}
      />
      <footer className={styles.foot}>
        <span className={styles.source}>
          <SourceChip name={source.sourceName} asOf={source.asOf} />
        </span>
        <Link
          track-id="correct"
          className={classNames(styles.correct, utility.tap)}
          to={correctionPath({ companyId: record.companyId, recordKind: 'dishonestExecutor', recordId: record.id })}
        >
          {subjectType === '企业' ? '信息有误' : '不是同一人 / 纠错'}
          <span className={utility.spoken}>：{heading}</span>
        </Link>
        <Link
          track-id="record-open"
          className={styles.more}
          to={recordDetailPath('dishonestExecutor', record.id, record.companyId)}
        >
          详情
          <span className={utility.spoken}>：{heading}</span>
          <Icon name="right" size={16} />
        </Link>
      </footer>
    </article>
  )
}

type FactName = 'court' | 'province' | 'performance' | 'conduct' | 'filedDate' | 'publishDate' | 'removedAt'

/** Stated facts of a record in the order of the card. */
function factsOf(record: DebtorRecord, view: DebtorView): [name: FactName, label: string, value: string][] {
  const names: readonly FactName[] = [
    'court',
    'province',
    'performance',
    'conduct',
    'filedDate',
    'publishDate',
    ...(view === 'history' ? (['removedAt'] as const) : []),
  ]
  return names.flatMap((name): [FactName, string, string][] => {
    const value = record[name]
    return value === null ? [] : [[name, fields[name]?.label ?? '移出日期', value]]
  })
}
