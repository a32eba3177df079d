import { leadRoutes } from '@baiqicha/contract/routes/leads'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { apiPages } from '../../platform/api/api-pages.ts'
import { apiQuery, callApi } from '../../platform/api/client.ts'
import { useSession } from '../../platform/session/session-store.ts'
import { type LeadParams, toLeadInput } from './lead-params.ts'

/** Cache time of a visit's rows, for the user to come back from a company. */
const VISIT_MS = 1_800_000

/** Companies with their contacts, page by page. A visit never refetches, as for a search. */
export function useLeadSearchQuery(params: LeadParams, visit: string) {
  const input = toLeadInput(params)
  return useInfiniteQuery({
    ...apiPages(['leadSearch', input, visit], leadRoutes.leadSearch, (page) => ({ ...input, page }), { silent: false }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: VISIT_MS,
  })
}

/** Long enough for a number, whose search uses a reveal: it is not searched before the user says so. */
const mayBeNumber = /\d{7}/

/** Number of companies under filters, for the button that applies them. */
export function useLeadCountQuery(params: LeadParams, isEnabled: boolean) {
  const { isLoggedIn } = useSession()
  const input = toLeadInput(params)
  return useQuery({
    ...apiQuery(['leadSearchCount', input], leadRoutes.leadSearch, { ...input, pageSize: 1 }),
    select: ({ total, totalCapped }) => ({ total, totalCapped }),
    enabled: isEnabled && isLoggedIn && !mayBeNumber.test(params.keyword.normalize('NFKC').replace(/[\s-]/g, '')),
    placeholderData: keepPreviousData,
  })
}

/** Contacts of a company. Each first opening uses a reveal; the cached answer is shown for the rest of the visit. */
export const useLeadDetailQuery = (id: string) =>
  useQuery({
    ...apiQuery(['leadDetail', id], leadRoutes.leadDetail, { id }),
    staleTime: VISIT_MS,
    enabled: id !== '',
  })

/** Opens the dialler of the phone with a number, which the page never shows. */
function dialNumber(number: string) {
  const link = document.createElement('a')
  link.href = `tel:${number}`
  link.click()
}

/** 拨打 of a mobile. The answer goes to the dialler of the phone at once and is stored nowhere. */
export function useDial() {
  return useMutation({
    gcTime: 0,
    mutationFn: async (of: { companyId: string; contactId: string }) => {
      const { number, dialsLeft } = await callApi(leadRoutes.dial, of)
      dialNumber(number)
      return { dialsLeft }
    },
  })
}
