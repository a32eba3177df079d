import { type RecordFields, textOf } from '@baiqicha/contract/records/fields'
import { amountOf, numberValueOf } from '../../domain/record/record-content.ts'
import { formatAmount, formatDate, formatNumber } from '../../lib/format.ts'
import { ExpandableListCard } from './expandable-list-card.tsx'
import styles from './people-and-branches.module.css'

/** 10,000 万元 are 1 亿元. */
const WAN_PER_YI = 10_000

/** A space at which no line ends: between a rank or an amount and its unit. */
const UNBROKEN = '\u00a0'

/** A revenue in 亿元, which readers of annual figures use; files state 万元. */
function revenueOf(fields: RecordFields): string | null {
  const revenue = amountOf(fields['revenue'])
  if (revenue === null) return null
  const shown =
    revenue.unit === '万元' && revenue.value >= WAN_PER_YI
      ? formatAmount(revenue.value / WAN_PER_YI, '亿元')
      : formatAmount(revenue.value, revenue.unit)
  const year = numberValueOf(fields['revenueYear'])
  return `${year === null ? '' : `${year} 年`}营业收入 ${shown}`
}

/** 榜单: the entries of the company, never a whole list. */
export function ListEntryCard({ companyId }: { companyId: string }) {
  return (
    <ExpandableListCard kind="listEntry" title="榜单" unit="条" companyId={companyId}>
      {({ fields }) => {
        const rank = numberValueOf(fields['rank'])
        const year = numberValueOf(fields['year'])
        const details = [textOf(fields, 'publisher'), revenueOf(fields)].filter((text) => text !== null)
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
