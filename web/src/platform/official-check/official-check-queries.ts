import type { CheckResult, CheckSite, OfficialChecks } from '@baiqicha/contract/official-check'
import { officialCheckRoutes } from '@baiqicha/contract/routes/official-check'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery, callApi } from '../api/client.ts'
import { useSession } from '../session/session-store.ts'

const keyOf = (companyId: string, userId: string | null) => ['officialChecks', companyId, userId]

/** Official sites of a company with the marks of the user, if there is one. */
export function useOfficialChecksQuery(companyId: string) {
  const { token } = useSession()
  return useQuery({
    ...apiQuery(keyOf(companyId, token), officialCheckRoutes.officialChecks, { id: companyId }),
    enabled: companyId !== '',
  })
}

/** Stores or removes the mark of a site. The client shows a failure. */
export function useSaveOfficialCheck(companyId: string) {
  const client = useQueryClient()
  const { token } = useSession()
  return useMutation({
    mutationFn: (mark: { site: CheckSite; result: CheckResult | null }) =>
      callApi(officialCheckRoutes.saveOfficialCheck, { companyId, ...mark }),
    onSuccess: (checks: OfficialChecks) => client.setQueryData(keyOf(companyId, token), checks),
  })
}
