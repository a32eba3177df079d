import { companyRoutes } from '@baiqicha/contract/routes/company'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'

/** Coverage of the store. */
export function useCoverageQuery() {
  return useQuery({
    queryKey: ['coverage'],
    queryFn: ({ signal }) => callApi(companyRoutes.coverage, {}, { signal, silent: true }),
  })
}
