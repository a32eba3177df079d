import { type DetailKindKey } from '@baiqicha/contract/records/kind-table'
import { recordDetailRoutes } from '@baiqicha/contract/routes/record'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'

/** A record in full, for the company of the page. */
export function useRecordQuery(
  key: DetailKindKey,
  { id, companyId, isEnabled }: { id: string; companyId: string; isEnabled: boolean },
) {
  return useQuery({
    queryKey: ['recordDetail', key, id, companyId],
    queryFn: ({ signal }) =>
      callApi(recordDetailRoutes[`${key}Detail`], { id, ...(companyId !== '' && { companyId }) }, { signal }),
    enabled: isEnabled && id !== '',
  })
}
