import type { CompanyDetail } from '@baiqicha/contract/company-detail'
import type { Perspective } from '@baiqicha/contract/company-perspective'
import { useQuery } from '@tanstack/react-query'
import { CompanyFailed } from '../../domain/company/company-failed.tsx'
import { ApiError } from '../../platform/api/api-error.ts'
import { readFailure } from '../../platform/api/failure.ts'
import { Card } from '../../ui/card.tsx'
import { TableSkeleton } from './company-skeleton.tsx'

type Props = { detail: CompanyDetail; tab: Perspective | 'change' }

/** A tab whose code loads when it opens. Code that fails to load is requested again by 重试 or by the next opening. */
export function LaterTab({ detail, tab }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['laterTabs'],
    queryFn: async () => {
      try {
        return await import('./later-tabs.ts')
      } catch {
        throw new ApiError({ type: 'network' })
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    // A module is no data to compare, and a service worker may have its file without a connection.
    structuralSharing: false,
    networkMode: 'always',
  })
  if (data !== undefined) {
    if (tab === 'change') return <data.ChangeTab companyId={detail.id} />
    return <data.PerspectiveTab key={tab} detail={detail} perspective={tab} />
  }
  if (error === null) return <TableSkeleton />
  return (
    <Card>
      <CompanyFailed failure={readFailure(error)} onRetry={() => void refetch()} compact />
    </Card>
  )
}
