import { homeRoutes } from '@baiqicha/contract/routes/home'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../platform/api/client.ts'

/** Maximum number of banners (SPEC §9). */
const BANNER_LIMIT = 3

/** Notice, if any, up to three banners, examples for visitors, and the hosts that links may open. */
export function useHomeConfigQuery() {
  return useQuery({
    ...apiQuery(['homeConfig'], homeRoutes.homeConfig, {}, { silent: false }),
    select: ({ noticeList, bannerList, examples, jumpHosts }) => ({
      notice: noticeList[0] ?? null,
      banners: bannerList.slice(0, BANNER_LIMIT),
      examples,
      jumpHosts,
    }),
  })
}

/** Latest registered companies, newest first. */
export const useRecentRegisterQuery = () =>
  useQuery(apiQuery(['recentRegisterList'], homeRoutes.recentRegisterList, {}, { silent: false }))
