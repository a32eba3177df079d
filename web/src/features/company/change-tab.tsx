import { coveredPeriod, coveredTitle, isLimited, uncoveredTitle } from '@baiqicha/contract/records/coverage-limits'
import type { RecordList } from '@baiqicha/contract/records/record'
import { ChangeEntry } from '../../domain/change/change-entry.tsx'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { limitsText } from '../../domain/record/record-content.ts'
import { latestFeedDate } from '../../domain/record/record-list-head.tsx'
import { recordListPath } from '../../domain/record/record-paths.ts'
import { SectionFoot } from '../../domain/record/section-foot.tsx'
import { readFailure } from '../../platform/api/failure.ts'
import { recordRowsOf, useRecordListQuery } from '../../platform/records/record-list-query.ts'
import { Card } from '../../ui/card.tsx'
import { CardHead, CardHeadLink } from '../../ui/card-head.tsx'
import { ListState } from '../../ui/list-state.tsx'
import styles from './company-page.module.css'
import { TableSkeleton } from './company-states.tsx'

/** Number of changes before the link to all of them. */
const NEWEST = 5

/** Newest register changes. */
export function ChangeTab({ companyId }: { companyId: string }) {
  const query = useRecordListQuery('changeRecord', companyId)
  const [first] = query.data?.pages ?? []
  const rows = recordRowsOf(query.data?.pages ?? []).slice(0, NEWEST)
  return (
    <Card label="变更记录">
      <CardHead
        title={coveredTitle('changeRecord', first?.limits)}
        aside={first === undefined || first.total === 0 ? undefined : `${first.total} 条`}
      >
        {first !== undefined && first.total > rows.length && (
          <CardHeadLink trackId="all" to={recordListPath('changeRecord', companyId)}>
            全部 {first.total} 条
          </CardHeadLink>
        )}
      </CardHead>
      {first === undefined && query.isError && (
        <CompanyFailed failure={readFailure(query.error)} onRetry={() => void query.refetch()} compact />
      )}
      {first === undefined && !query.isError && <TableSkeleton />}
      {first !== undefined && (
        <>
          {rows.length === 0 && <NoChanges list={first} />}
          {rows.map((row, at) => (
            <ChangeEntry key={row.id} record={row} isLast={at === rows.length - 1} />
          ))}
          {rows.length > 0 && isLimited(first.limits) && (
            <p className={styles.rest}>{limitsText('changeRecord', first.limits)}</p>
          )}
          <SectionFoot sources={first.feeds} />
        </>
      )}
    </Card>
  )
}

/** 未查询到证券简称变更；工商变更未接入, where the sources state changes of short names only. */
function NoChanges({ list: { connected, limits, feeds } }: { list: RecordList }) {
  const rest = uncoveredTitle('changeRecord', limits)
  const period = coveredPeriod(limits)
  const asOf = latestFeedDate(feeds)
  return (
    <ListState
      art={connected ? 'none' : 'unconnected'}
      title={`未查询到${coveredTitle('changeRecord', limits)}${rest === null ? '' : `；${rest}未接入`}`}
      text={`${asOf === null ? '' : `截至 ${asOf}，`}在已接入的数据源中未查询到${period === null ? '' : `（仅含 ${period}）`}`}
      compact
    />
  )
}
