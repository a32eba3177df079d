import { membershipRoutes } from '@baiqicha/contract/routes/membership'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'

type Options = {
  enabled?: boolean
  /** Refetches on every mount. */
  isFresh?: boolean
}

/** Identities and industries to choose from. The caller shows a failure. */
export function useCareerIndustryQuery({ enabled = true, isFresh = false }: Options = {}) {
  return useQuery({
    queryKey: ['careerIndustryList'],
    queryFn: ({ signal }) => callApi(membershipRoutes.careerIndustryList, {}, { signal, silent: true }),
    enabled,
    refetchOnMount: isFresh ? 'always' : true,
  })
}
