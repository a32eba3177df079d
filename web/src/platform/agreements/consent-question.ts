import type { AgreementList } from '@baiqicha/contract/agreements'
import { useSession } from '../session/session-store.ts'
import { useUserInfoQuery } from '../session/user-info-query.ts'
import { useAgreementListQuery } from './agreements-query.ts'

/** Agreements in force when the user has not accepted them; otherwise null. */
export function useConsentQuestion(): AgreementList | null {
  const { userInfo } = useSession()
  const { data } = useAgreementListQuery({ enabled: userInfo !== null })
  const differs = userInfo !== null && data !== undefined && userInfo.agreementVersion !== data.agreementVersion
  // The stored user info can be older than a consent on another device.
  const { isSuccess } = useUserInfoQuery({ enabled: differs })
  return differs && isSuccess ? data : null
}
