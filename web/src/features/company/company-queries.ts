import { companyRoutes } from '@baiqicha/contract/routes/company'
import { useQuery } from '@tanstack/react-query'
import { recentCompanies, type Saved } from '../../domain/company/recent-companies.ts'
import { storedCompanies, summaryOfDetail } from '../../domain/company/stored-companies.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { rejectionOf } from '../../platform/api/api-error.ts'
import { callApi } from '../../platform/api/client.ts'

/** Reads the companies of earlier visits before a failure shows: one of them takes its place. */
async function orRestored<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (rejectionOf(error) === null) await storedCompanies.restore()
    throw error
  }
}

export const companyDetailKey = (id: string) => ['companyDetail', id]

/** Detail of a company. Requested on every opening, because the server counts the request as a view. */
export function useCompanyDetailQuery(id: string) {
  const query = useQuery({
    queryKey: companyDetailKey(id),
    queryFn: async ({ signal, client }) => {
      const detail = await orRestored(callApi(companyRoutes.companyDetail, { id }, { signal }))
      recentCompanies.saveDetail(detail, summaryOfDetail(detail))
      whenIdle(() => void storedCompanies.storeDetail(detail))
      void client.invalidateQueries({ queryKey: ['recentBrowseList'] })
      void client.invalidateQueries({ queryKey: ['recentBrowseDetail'] })
      return detail
    },
    enabled: id !== '',
    staleTime: 0,
  })
  return { ...readable(query, recentCompanies.find(id)?.detail), retry: () => void query.refetch() }
}

/** Register entry of a company. */
export function useBusinessInfoQuery(id: string) {
  const query = useQuery({
    queryKey: ['businessInfo', id],
    queryFn: async ({ signal }) => {
      const info = await orRestored(callApi(companyRoutes.businessInfo, { id }, { signal }))
      recentCompanies.saveBusinessInfo(info)
      whenIdle(() => void storedCompanies.storeBusinessInfo(info))
      return info
    },
    enabled: id !== '',
  })
  return { ...readable(query, recentCompanies.find(id)?.businessInfo), retry: () => void query.refetch() }
}

/**
 * Falls back to the saved response when a request fails, but not when the server rejects it. `data` is undefined while loading,
 * and after a failure without saved data; `savedAt` is the time at which data were loaded that replace a failed response, null
 * otherwise. Milliseconds.
 */
function readable<T>({ data, error }: { data: T | undefined; error: unknown }, saved: Saved<T> | null | undefined) {
  if (error === null) return { data, savedAt: null, error }
  if (rejectionOf(error) !== null || !saved) return { data: undefined, savedAt: null, error }
  return { data: saved.value, savedAt: saved.savedAt, error }
}
