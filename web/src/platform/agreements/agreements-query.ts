import type { AgreementType } from '@baiqicha/contract/agreements'
import { agreementRoutes } from '@baiqicha/contract/routes/agreement'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/client.ts'
import { findPage } from '../navigation/pages.ts'

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
