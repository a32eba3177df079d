import { homeRoutes } from '@baiqicha/contract/routes/home'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'

/** Maximum number of banners (SPEC §9). */
const BANNER_LIMIT = 3

/** Notice, if any, and up to three banners. */
export function useHomeConfigQuery() {
  return useQuery({
    queryKey: ['homeConfig'],
    queryFn: ({ signal }) => callApi(homeRoutes.homeConfig, {}, { signal }),
    select: ({ noticeList, bannerList }) => ({
      notice: noticeList[0] ?? null,
      banners: bannerList.slice(0, BANNER_LIMIT),
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
