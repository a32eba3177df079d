import type { AgreementList } from '@baiqicha/contract/agreements'
import { useSession, useSessionStore } from '../session/session-store.ts'
import { useUserInfoQuery } from '../session/user-info-query.ts'
import { useAgreementListQuery } from './agreements-query.ts'

/** Someone is logged in who has never agreed: they arrived from outside. Asked before anything else is offered. */
export const useNeverAgreed = () =>
  useSessionStore(({ arrivalInfo, userInfo }) => arrivalInfo !== null || userInfo?.agreementVersion === null)

/** The agreements in force, where the one who is logged in has not agreed to them; otherwise null. */
export function useConsentQuestion(): AgreementList | null {
  const { userInfo } = useSession()
  const { data } = useAgreementListQuery({ enabled: userInfo !== null })
  const differs = userInfo !== null && data !== undefined && userInfo.agreementVersion !== data.agreementVersion
  // What is stored here may be older than a consent given elsewhere.
  const { isSuccess } = useUserInfoQuery({ enabled: differs })
  return differs && isSuccess ? data : null
}
