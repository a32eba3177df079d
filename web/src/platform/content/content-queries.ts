import type { AgreementType } from '@baiqicha/contract/agreements'
import { agreementRoutes } from '@baiqicha/contract/routes/agreement'
import { contentRoutes } from '@baiqicha/contract/routes/content'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/client.ts'
import { findPage } from '../navigation/pages.ts'

/** Maximum number of banners (SPEC §9). */
const BANNER_LIMIT = 3

/** Notice, if any, and up to three banners of 我的, and the hosts that links may open. */
export function useMineConfigQuery() {
  return useQuery({
    ...apiQuery(['mineConfig'], contentRoutes.mineConfig, {}),
    select: ({ noticeList, bannerList, jumpHosts }) => ({
      notice: noticeList[0] ?? null,
      banners: bannerList.slice(0, BANNER_LIMIT),
      jumpHosts,
    }),
  })
}

/** How to reach the operator. */
export const useContactQuery = () => useQuery(apiQuery(['contactConfig'], contentRoutes.contactConfig, {}))

/** Version, sources and licences of the product. */
export const useAboutQuery = () => useQuery(apiQuery(['about'], contentRoutes.about, {}))

/** Questions and answers of 帮助与反馈. */
export const useFaqQuery = () => useQuery(apiQuery(['faq'], contentRoutes.faq, {}))

/** Pages open without consent: the agreements, and those a user who does not agree can go to. */
export const openWithoutConsent = [
  '/user/agreement',
  '/user/user_protocol',
  '/user/privacy_policy',
  '/user/logout',
].map(findPage)

/** All agreements and the version that needs consent. The caller shows a failure. */
export const useAgreementListQuery = (options: { enabled?: boolean } = {}) =>
  useQuery({ ...apiQuery(['agreementList'], agreementRoutes.agreementList, {}), enabled: options.enabled ?? true })

/** Text of one agreement. */
export const useAgreementQuery = (type: AgreementType) =>
  useQuery(apiQuery(['agreement', type], agreementRoutes.agreement, { type }))
