import type { SearchHit } from '@baiqicha/contract/company-summary'
import { memo } from 'react'
import { CompanyHitRow } from '../../domain/company/company-hit-row.tsx'
import { companyListEnd } from '../../domain/company/company-list-end.ts'
import { CompanyRowList } from '../../domain/company/company-row-list.tsx'
import { findNamesakes } from '../../domain/company/company-row-namesakes.ts'
import { CompanyRowSkeleton } from '../../domain/company/company-row-skeleton.tsx'
import { followNotices } from '../../domain/follow/follow-notices.ts'
import { FollowStar } from '../../domain/follow/follow-star.tsx'
import { IndexRebuilding } from '../../domain/search/index-rebuilding.tsx'
import { classNames } from '../../lib/class-names.ts'
import { rowsOfPages } from '../../lib/list-pages.ts'
import { useFollowControl } from '../../platform/follow/use-follow-control.ts'
import { useSession } from '../../platform/session/session-store.ts'
import skeleton from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FEW_HITS, NextSteps } from './next-steps.tsx'
import { NoKeyword, NoMatch, ResultsFailed } from './no-results.tsx'
import styles from './result-body.module.css'
import { ResultNotes } from './result-notes.tsx'
import { useCompanySearchQuery } from './result-queries.ts'
import { isSearchable, type SearchParams, searchPath } from './search-params.ts'
import { TotalLine } from './total-line.tsx'

/** Row of a search result, which the user can follow. A page that joins the list does not render the rows before it. */
const ResultRow = memo(function ResultRow({ hit, isNamesake }: { hit: SearchHit; isNamesake: boolean }) {
  const control = useFollowControl(hit, followNotices)
  return <CompanyHitRow hit={hit} isNamesake={isNamesake} star={<FollowStar company={hit} control={control} />} />
})

type Props = {
  params: SearchParams
  /** Location key: going back to it shows the same rows. */
  visit: string
  onChange: (next: SearchParams) => void
}

/** Search results, or the state of the search. */
export function ResultBody({ params, visit, onChange }: Props) {
  const { isLoggedIn } = useSession()
  const query = useCompanySearchQuery(params, { visit, isEnabled: isLoggedIn })
  if (!isSearchable(params)) return <NoKeyword />
  // Shows a failure even while rows of the previous conditions serve as placeholder data.
  if (query.isError && !query.isFetchNextPageError) {
    return <ResultsFailed error={query.error} onRetry={() => void query.refetch()} />
  }
  if (query.data === undefined) return <Loading />

  const [first] = query.data.pages
  const rows = rowsOfPages(query.data.pages)
  const namesakes = findNamesakes(rows)
  if (first === undefined || rows.length === 0) {
    // The empty list of the previous conditions says nothing about the new ones.
    if (query.isPlaceholderData) return <Loading />
    return first?.partial === true ? (
      <IndexRebuilding searchPath={searchPath(params.keyword)} onRetry={() => void query.refetch()} />
    ) : (
      <NoMatch params={params} onChange={onChange} />
    )
  }
  return (
    <div
      className={classNames(styles.body, query.isPlaceholderData && styles.outdated)}
      aria-busy={query.isPlaceholderData}
    >
      <div className={styles.summary}>
        <ResultNotes answer={first} params={params} />
        <TotalLine answer={first} params={params} onChange={onChange} />
      </div>
      <CompanyRowList visit={visit} rows={rows} paging={query} endText={companyListEnd(rows.length, first)}>
        {(hit) => <ResultRow key={hit.id} hit={hit} isNamesake={namesakes.has(hit.id)} />}
      </CompanyRowList>
      {params.keyword !== '' && first.total <= FEW_HITS && first.partial !== true && (
        <NextSteps hits={rows} keyword={params.keyword} />
      )}
    </div>
  )
}

function Loading() {
  return (
    <>
      <div className={styles.summary}>
        <div className={`${skeleton.delayed} ${styles.line}`}>
          <Skeleton width={148} height={12} />
          <Skeleton width={60} height={12} />
        </div>
      </div>
      <CompanyRowSkeleton variant="search" />
    </>
  )
}
