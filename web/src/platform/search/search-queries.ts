import { companyRoutes } from '@baiqicha/contract/routes/company'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/client.ts'

const HOUR_MS = 3_600_000

/** Regions and industries of the filters. They change only with an import. */
export const useFilterOptionsQuery = () =>
  useQuery({ ...apiQuery(['filterOptions'], companyRoutes.filterOptions, {}), staleTime: HOUR_MS })

/** Coverage of the store. */
export const useCoverageQuery = () => useQuery(apiQuery(['coverage'], companyRoutes.coverage, {}))
