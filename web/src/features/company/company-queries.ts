import { companyRoutes } from '@baiqicha/contract/routes/company'
import { useQuery } from '@tanstack/react-query'
import { recentCompanies, type Saved } from '../../domain/recent-companies.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'

export const companyDetailKey = (id: string) => ['companyDetail', id]

/** The company's page. Asked anew on each opening, since opening it is what the server counts as a view. */
export function useCompanyDetailQuery(id: string) {
  const query = useQuery({
    queryKey: companyDetailKey(id),
    queryFn: async ({ signal, client }) => {
      const detail = await callApi(companyRoutes.companyDetail, { id }, { signal })
      recentCompanies.saveDetail(detail)
      void client.invalidateQueries({ queryKey: ['recentBrowseList'] })
      void client.invalidateQueries({ queryKey: ['recentBrowseDetail'] })
      return detail
    },
    enabled: id !== '',
    staleTime: 0,
  })
  return { ...readable(query, recentCompanies.find(id)?.detail), retry: () => void query.refetch() }
}

/** The register entry of a company. */
export function useBusinessInfoQuery(id: string) {
  const query = useQuery({
    queryKey: ['businessInfo', id],
    queryFn: async ({ signal }) => {
      const info = await callApi(companyRoutes.businessInfo, { id }, { signal })
      recentCompanies.saveBusinessInfo(info)
      return info
    },
    enabled: id !== '',
  })
  return { ...readable(query, recentCompanies.find(id)?.businessInfo), retry: () => void query.refetch() }
}

type Readable<T> = {
  /** Absent while loading, and after a failure of a company never read. */
  data: T | undefined
  /** When `data` was read, where it stands in for an answer that did not come. Milliseconds. */
  savedAt: number | null
  error: unknown
}

/** An answer that could not be had again is replaced by the last one, with its date; one that says no is not. */
function readable<T>(query: { data: T | undefined; error: unknown }, saved: Saved<T> | null | undefined): Readable<T> {
  const { data, error } = query
  if (error === null) return { data, savedAt: null, error }
  if (rejectionOf(error) !== null || !saved) return { data: undefined, savedAt: null, error }
  return { data: saved.value, savedAt: saved.savedAt, error }
}
