import { contentRoutes } from '@baiqicha/contract/routes/content'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'

/** Maximum number of banners (SPEC §9). */
const BANNER_LIMIT = 3

/** The page shows a failure itself, with 重试. */
const silent = { silent: true } as const

/** Notice, if any, and up to three banners of 我的, and the hosts that links may open. */
export function useMineConfigQuery() {
  return useQuery({
    queryKey: ['mineConfig'],
    queryFn: ({ signal }) => callApi(contentRoutes.mineConfig, {}, { signal, ...silent }),
    select: ({ noticeList, bannerList, jumpHosts }) => ({
      notice: noticeList[0] ?? null,
      banners: bannerList.slice(0, BANNER_LIMIT),
      jumpHosts,
    }),
  })
}

/** How to reach the operator. */
export function useContactQuery() {
  return useQuery({
    queryKey: ['contactConfig'],
    queryFn: ({ signal }) => callApi(contentRoutes.contactConfig, {}, { signal, ...silent }),
  })
}

/** Version, sources and licences of the product. */
export function useAboutQuery() {
  return useQuery({
    queryKey: ['about'],
    queryFn: ({ signal }) => callApi(contentRoutes.about, {}, { signal, ...silent }),
  })
}

/** Questions and answers of 帮助与反馈. */
export function useFaqQuery() {
  return useQuery({
    queryKey: ['faq'],
    queryFn: ({ signal }) => callApi(contentRoutes.faq, {}, { signal, ...silent }),
  })
}
