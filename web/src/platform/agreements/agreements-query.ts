import type { AgreementType } from '@baiqicha/contract/agreements'
import { agreementRoutes } from '@baiqicha/contract/routes/agreement'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'
import { findPage } from '../navigation/pages.ts'

/** Pages open without consent: the agreements, and those a user who does not agree can go to. */
export const openWithoutConsent = [
  '/user/agreement',
  '/user/user_protocol',
  '/user/privacy_policy',
  '/user/logout',
].map(findPage)

/** All agreements and the version that needs consent. The caller shows a failure. */
export function useAgreementListQuery(options: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: ['agreementList'],
    queryFn: ({ signal }) => callApi(agreementRoutes.agreementList, {}, { signal, silent: true }),
    enabled: options.enabled ?? true,
  })
}

/** Text of one agreement. */
export function useAgreementQuery(type: AgreementType) {
  return useQuery({
    queryKey: ['agreement', type],
    queryFn: ({ signal }) => callApi(agreementRoutes.agreement, { type }, { signal, silent: true }),
  })
}
