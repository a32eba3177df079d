import type { PersonDetail } from '@baiqicha/contract/people'
import { kindTable, type RecordKindKey, recordKindKeys } from '@baiqicha/contract/records/kind-table'
import { recordViewLabels, recordViews } from '@baiqicha/contract/records/record'
import { recordDetailPath, recordListPath } from '../../domain/record/record-paths.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { Link } from '../../lib/router/router.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './person-body.module.css'
import { PersonCardHead } from './person-card-head.tsx'

type Props = { person: PersonDetail }

/** What no record means, by the kinds that sources cover for the company. */
const absenceTexts = {
  all: '未查询到相关记录',
  some: '未查询到相关记录，部分风险数据未接入',
  none: '风险数据未接入',
} as const

/** Records of this company that name the person in an office, by kind, counted as their lists count. */
export function PersonRecords({ person: { company, counts, records, recordCoverage } }: Props) {
  const kinds = recordKindKeys.filter((key) => counts[key] !== undefined || records.some((of) => of.recordKind === key))
  return (
    <Card>
      <PersonCardHead title="相关记录" aside="仅含以本企业职务出现的记录" />
      {kinds.length === 0 ? (
        <p className={styles.none}>{absenceTexts[recordCoverage ?? 'none']}</p>
      ) : (
        kinds.map((key) => (
          <section key={key} className={styles.kind}>
            <KindHead kind={key} counts={counts[key]} />
            <ul>
              {records
                .filter(({ recordKind }) => recordKind === key)
                .map((record) => (
                  <li key={record.id}>
                    <RecordLink record={record} companyId={company.id} />
                  </li>
                ))}
            </ul>
          </section>
        ))
      )}
    </Card>
  )
}

type KindHeadProps = { kind: RecordKindKey; counts: PersonDetail['counts'][RecordKindKey] }

/** Title of a kind with the number of records in each view. */
function KindHead({ kind, counts }: KindHeadProps) {
  const parts = recordViews.filter((view) => (counts?.[view] ?? 0) > 0)
  return (
    <h4 className={styles.kindHead}>
      {kindTable[kind].title}{' '}
      <span>{parts.map((view) => `${recordViewLabels[view]} ${formatNumber(counts?.[view])}`).join(' · ')}</span>
    </h4>
  )
}

type RecordLinkProps = { record: PersonDetail['records'][number]; companyId: string }

/** Opens the record, or the list of its kind when it has no page of its own. */
function RecordLink({ record, companyId }: RecordLinkProps) {
  const { recordKind, id, title, role, publishedAt, view, hasDetail } = record
  const to = hasDetail
    ? recordDetailPath(recordKind, id, companyId)
    : recordListPath(recordKind, companyId, view === 'current' ? {} : { view })
  return (
    <Link track-id="person-record-row" to={to} className={styles.record}>
      <span className={styles.recordText}>
        <bdi className={styles.recordTitle}>{title}</bdi>
        <span className={styles.aside}>
          {[role, publishedAt === null ? null : `${formatDate(publishedAt)} 发布`]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </span>
      {view !== 'current' && <Tag tone={view === 'disputed' ? 'amber' : 'mute'}>{recordViewLabels[view]}</Tag>}
      <Icon name="right" size={16} />
    </Link>
  )
}
