import { comparisonRoutes } from '@baiqicha/contract/routes/comparison'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'

/** Facts and risks of companies side by side. Without ids nothing is requested. */
export const useComparisonQuery = (ids: readonly string[]) =>
  useQuery({
    queryKey: ['companyComparison', ...ids],
    queryFn: ({ signal }) =>
      callApi(comparisonRoutes.companyComparison, { ids: ids.join(',') }, { signal, silent: true }),
    enabled: ids.length > 0,
  })
