import { homeRoutes } from '@baiqicha/contract/routes/home'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'

/** Maximum number of banners (SPEC §9). */
const BANNER_LIMIT = 3

/** Notice, if any, up to three banners, examples for visitors, and the hosts that links may open. */
export function useHomeConfigQuery() {
  return useQuery({
    queryKey: ['homeConfig'],
    queryFn: ({ signal }) => callApi(homeRoutes.homeConfig, {}, { signal }),
    select: ({ noticeList, bannerList, examples, jumpHosts }) => ({
      notice: noticeList[0] ?? null,
      banners: bannerList.slice(0, BANNER_LIMIT),
      examples,
      jumpHosts,
    }),
  })
}

/** Latest registered companies, newest first. */
export function useRecentRegisterQuery() {
  return useQuery({
    queryKey: ['recentRegisterList'],
    queryFn: ({ signal }) => callApi(homeRoutes.recentRegisterList, {}, { signal }),
  })
}
