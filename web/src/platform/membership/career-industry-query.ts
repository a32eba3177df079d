import { membershipRoutes } from '@baiqicha/contract/routes/membership'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'

type Options = {
  enabled?: boolean
  /** Asks again each time the caller appears, however new the answer at hand is. */
  isFresh?: boolean
}

/** The identities and industries there are to choose from. Whoever shows them tells a failure. */
export function useCareerIndustryQuery({ enabled = true, isFresh = false }: Options = {}) {
  return useQuery({
    queryKey: ['careerIndustryList'],
    queryFn: ({ signal }) => callApi(membershipRoutes.careerIndustryList, {}, { signal, silent: true }),
    enabled,
    refetchOnMount: isFresh ? 'always' : true,
  })
}
