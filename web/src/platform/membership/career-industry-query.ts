import { membershipRoutes } from '@baiqicha/contract/routes/membership'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/client.ts'

type Options = {
  enabled?: boolean
  /** Refetches on every mount. */
  isFresh?: boolean
}

/** Identities and industries to choose from. The caller shows a failure. */
export const useCareerIndustryQuery = ({ enabled = true, isFresh = false }: Options = {}) =>
  useQuery({
    ...apiQuery(['careerIndustryList'], membershipRoutes.careerIndustryList, {}),
    enabled,
    refetchOnMount: isFresh ? 'always' : true,
  })
