import type { AgreementList } from '@baiqicha/contract/agreements'
import { Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { useAgreementListQuery } from '../platform/agreements/agreements-query.ts'
import { findPage, type Page } from '../platform/navigation/pages.ts'
import { useSession, useSessionStore } from '../platform/session/session-store.ts'
import { useUserInfoQuery } from '../platform/session/user-info-query.ts'

/** Agreements in force when the user has not accepted them; otherwise null. */
function useConsentQuestion(): AgreementList | null {
  const { userInfo } = useSession()
  const { data } = useAgreementListQuery({ enabled: userInfo !== null })
  const differs = userInfo !== null && data !== undefined && userInfo.agreementVersion !== data.agreementVersion
  // The stored user info can be older than a consent on another device.
  const { isSuccess } = useUserInfoQuery({ enabled: differs })
  return differs && isSuccess ? data : null
}

const PendingDeactivation = lazyPart(
  async () => (await import('../features/account/pending-deactivation.tsx')).PendingDeactivation,
)
const AccountLockDialog = lazyPart(async () => (await import('../features/account/account-lock.tsx')).AccountLockDialog)
const ConsentSheet = lazyPart(async () => (await import('../features/consent/consent-sheet.tsx')).ConsentSheet)

/** Pages open without consent: the agreements, and those a user who does not agree can go to. */
const openWithoutConsent = ['/user/agreement', '/user/user_protocol', '/user/privacy_policy', '/user/logout']
const openPages = new Set(openWithoutConsent.map(findPage))
/** Pages that a locked account may use besides. */
const openToLocked = new Set([...openWithoutConsent, '/user/info', '/user/feedback'].map(findPage))

/** Dialogs with questions to the user on any page, one at a time. */
export function AccountQuestions({ page }: { page: Page | undefined }) {
  const { userInfo } = useSession()
  // User info stored by an earlier version can lack fields. The exchange of a ticket loads it anyway.
  const isTicket = useSessionStore((session) => session.pendingTicket !== null)
  const lock = userInfo?.lock ?? null
  // The lock may have ended since it was stored.
  useUserInfoQuery({ enabled: (userInfo === null || lock !== null) && !isTicket })
  const eraseAt = userInfo?.eraseAt ?? null
  const consent = useConsentQuestion()
  return (
    <Suspense fallback={null}>
      {eraseAt !== null ? (
        <PendingDeactivation eraseAt={eraseAt} />
      ) : lock !== null ? (
        <AccountLockDialog lock={lock} isOpen={!openToLocked.has(page)} />
      ) : (
        consent !== null && <ConsentSheet inForce={consent} isOpen={!openPages.has(page)} />
      )}
    </Suspense>
  )
}
