import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import { listRevenue } from '../../domain/company/list-revenue.ts'
import { amountOf, numberValueOf } from '../../domain/record/record-content.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { ExpandableListCard } from './expandable-list-card.tsx'
import styles from './people-and-branches.module.css'

/** A space at which no line ends: between a rank or an amount and its unit. */
const UNBROKEN = '\u00a0'

/** The revenue in words, for one line. */
function revenueText(fields: RecordFields): string | null {
  const value = listRevenue(amountOf(fields['revenue']))
  const year = numberValueOf(fields['revenueYear'])
  return value === null ? null : `${year === null ? '' : `${year} 年`}营业收入 ${value}`
}

/** 榜单: the entries of the company, never a whole list. */
export function ListEntryCard({ companyId }: { companyId: string }) {
  return (
    <ExpandableListCard kind="listEntry" title="榜单" unit="条" companyId={companyId}>
      {({ fields }) => {
        const rank = numberValueOf(fields['rank'])
        const year = numberValueOf(fields['year'])
        const details = [textOf(fields, 'publisher'), revenueText(fields)].filter((text) => text !== null)
        return (
          <div className={styles.line}>
            <bdi className={styles.name}>
              {year !== null && `${year} `}
              {textOf(fields, 'listName') ?? '-'}
              {rank !== null && ` 第${UNBROKEN}${formatNumber(rank)}${UNBROKEN}位`}
            </bdi>
            <span className={styles.aside}>
              <bdi>{details.join(' · ')}</bdi>
            </span>
          </div>
        )
      }}
    </ExpandableListCard>
  )
}

/** 历年法定代表人（年报）: one line per annual report. */
export function ReportedRepresentativeCard({ companyId }: { companyId: string }) {
  return (
    <ExpandableListCard kind="reportedRepresentative" title="历年法定代表人（年报）" unit="条" companyId={companyId}>
      {({ fields, publishedAt }) => (
        <div className={styles.line}>
          <bdi className={styles.name}>{textOf(fields, 'name') ?? '-'}</bdi>
          <span className={styles.aside}>
            {numberValueOf(fields['year']) ?? '-'} 年年报
            {publishedAt !== null && ` · ${formatDate(publishedAt)} 披露`}
          </span>
        </div>
      )}
    </ExpandableListCard>
  )
}
