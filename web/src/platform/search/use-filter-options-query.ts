import { companyRoutes } from '@baiqicha/contract/routes/company'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'

const HOUR_MS = 3_600_000

/** Regions and industries of the filters. They change only with an import. */
export function useFilterOptionsQuery() {
  return useQuery({
    queryKey: ['filterOptions'],
    queryFn: ({ signal }) => callApi(companyRoutes.filterOptions, {}, { signal, silent: true }),
    staleTime: HOUR_MS,
  })
}
