import type { Provenance } from '@baiqicha/contract/company-detail'
import type { RecordRow } from '@baiqicha/contract/records/record'
import { type ReactNode, useState } from 'react'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { SectionFoot } from '../../domain/record/section-foot.tsx'
import { readFailure } from '../../platform/api/failure.ts'
import { recordRowsOf, useRecordListQuery } from '../../platform/records/record-list-query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CardHead } from '../../ui/card-head.tsx'
import { SkeletonGroups } from '../../ui/skeleton-groups.tsx'
import styles from './expandable-list-card.module.css'
import { cardId } from './section-views.ts'

/** Number of rows before 展开. */
const FIRST_ROWS = 6
const placeholder = [Array.from({ length: 3 }, () => ['100%', 34] as const)]

type Props = {
  kind: 'keyPerson' | 'branch' | 'listEntry' | 'reportedRepresentative'
  title: string
  /** Counter word: 人, 家 or 条. */
  unit: string
  companyId: string
  children: (row: RecordRow) => ReactNode
}

/** Card for records without pages of their own: the first rows, expandable to all. */
export function ExpandableListCard({ kind, title, unit, companyId, children }: Props) {
  const query = useRecordListQuery(kind, companyId)
  const [isOpen, setIsOpen] = useState(false)
  const [first] = query.data?.pages ?? []
  const rows = recordRowsOf(query.data?.pages ?? [])
  return (
    <Card label={title}>
      <div id={cardId[kind]}>
        <CardHead title={title} aside={first === undefined ? undefined : `${first.total} ${unit}`} />
      </div>
      {first === undefined && query.isError && (
        <CompanyFailed failure={readFailure(query.error)} onRetry={() => void query.refetch()} compact />
      )}
      {first === undefined && !query.isError && <SkeletonGroups groups={placeholder} className={styles.skeleton} />}
      {first !== undefined && (
        <>
          <ul className={styles.rows}>
            {(isOpen ? rows : rows.slice(0, FIRST_ROWS)).map((row) => (
              <li key={row.id} className={styles.row}>
                {children(row)}
              </li>
            ))}
          </ul>
          {!isOpen && first.total > FIRST_ROWS && (
            <MoreButton onClick={() => setIsOpen(true)}>
              展开全部 {first.total} {unit}
            </MoreButton>
          )}
          {isOpen && query.hasNextPage && (
            <MoreButton busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {query.isFetchNextPageError ? '加载失败，点击重试' : '继续加载'}
            </MoreButton>
          )}
          <SectionFoot sources={sourcesOf(rows)} />
        </>
      )}
    </Card>
  )
}

/** Sources of the rows, each once with its newest date: the kind may have further sources, which do not name the company. */
function sourcesOf(rows: readonly RecordRow[]): Provenance[] {
  const newest = new Map<string, Provenance>()
  for (const source of rows.flatMap((row) => row.sources)) {
    const known = newest.get(source.sourceId)
    if (known === undefined || (known.asOf ?? '') < (source.asOf ?? '')) newest.set(source.sourceId, source)
  }
  return [...newest.values()]
}

function MoreButton({ children, busy = false, onClick }: { children: ReactNode; busy?: boolean; onClick: () => void }) {
  return (
    <div className={styles.more}>
      <Button trackId="list-expand" tone="line" size="sm" block busy={busy} onClick={onClick}>
        {children}
      </Button>
    </div>
  )
}
