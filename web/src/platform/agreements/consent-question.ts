import type { AgreementList } from '@baiqicha/contract/agreements'
import { useSession, useSessionStore } from '../session/session-store.ts'
import { useUserInfoQuery } from '../session/user-info-query.ts'
import { useAgreementListQuery } from './agreements-query.ts'

/** Whether the user has never agreed, as after an external login. Consent is requested before anything else is offered. */
export const useNeverAgreed = () =>
  useSessionStore(({ arrivalInfo, userInfo }) => arrivalInfo !== null || userInfo?.agreementVersion === null)

/** The agreements in force if the user has not agreed to them; null: there is nothing to agree to, or it is not known yet. */
export function useConsentQuestion(): AgreementList | null {
  const { userInfo } = useSession()
  const { data } = useAgreementListQuery({ enabled: userInfo !== null })
  const differs = userInfo !== null && data !== undefined && userInfo.agreementVersion !== data.agreementVersion
  // The stored info may be older than a consent that was given on another device.
  const { isSuccess } = useUserInfoQuery({ enabled: differs })
  return differs && isSuccess ? data : null
}
