import type { ViewedCompany } from '@baiqicha/contract/company-summary'
import type { UseQueryResult } from '@tanstack/react-query'
import { CompanyRow } from '../../domain/company/company-row.tsx'
import { findNamesakes } from '../../domain/company/company-row-namesakes.ts'
import { CompanyRowSkeleton } from '../../domain/company/company-row-skeleton.tsx'
import { ListingsRanking } from './recent-listings.tsx'

type Props = { viewed: Pick<UseQueryResult<ViewedCompany[]>, 'data' | 'isPending'> | null }

/** Rankings other than the one that opens: companies viewed last or, without `viewed`, newest stocks. */
export function OtherRanking({ viewed }: Props) {
  if (viewed === null) return <ListingsRanking />
  if (viewed.isPending) return <CompanyRowSkeleton variant="compact" />
  const rows = viewed.data ?? []
  const namesakes = findNamesakes(rows)
  return rows.map((company) => (
    <CompanyRow key={company.id} company={company} variant="compact" isNamesake={namesakes.has(company.id)} />
  ))
}
