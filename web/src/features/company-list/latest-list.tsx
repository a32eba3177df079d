import { companyListEnd } from '../../domain/company/company-list-end.ts'
import { CompanyRow } from '../../domain/company/company-row.tsx'
import { CompanyRowList } from '../../domain/company/company-row-list.tsx'
import { findNamesakes } from '../../domain/company/company-row-namesakes.ts'
import { CompanyRowSkeleton } from '../../domain/company/company-row-skeleton.tsx'
import { ListFailed } from '../../domain/page/list-failed.tsx'
import { describeError } from '../../platform/api/messages.ts'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { useLatestQuery } from './company-list-queries.ts'

export function LatestList() {
  const query = useLatestQuery(true)
  const { key: visit } = usePageLocation()
  if (query.isError && !query.isFetchNextPageError) {
    return <ListFailed reason={describeError(query.error)} onRetry={() => void query.refetch()} />
  }
  if (query.data === undefined) return <CompanyRowSkeleton variant="compact" />
  const rows = query.data.pages.flat()
  if (rows.length === 0) return <ListState art="none" title="暂无新注册企业" text="已接入来源暂未收录企业" />
  const namesakes = findNamesakes(rows)
  return (
    <CompanyRowList visit={visit} rows={rows} paging={query} endText={companyListEnd(rows.length)}>
      {(company, index) => (
        <CompanyRow
          key={company.id}
          company={company}
          variant="compact"
          rank={index + 1}
          isNamesake={namesakes.has(company.id)}
        />
      )}
    </CompanyRowList>
  )
}
