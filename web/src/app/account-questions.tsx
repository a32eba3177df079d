import type { AgreementList } from '@baiqicha/contract/agreements'
import { Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { useAgreementListQuery } from '../platform/content/content-queries.ts'
import type { Page } from '../platform/navigation/pages.ts'
import { useUserInfoQuery } from '../platform/session/session-actions.ts'
import { useSession, useSessionStore } from '../platform/session/session-store.ts'

/** Agreements in force when the user has not accepted them; otherwise null. */
function useConsentQuestion(): AgreementList | null {
  const { userInfo } = useSession()
  const { data } = useAgreementListQuery({ enabled: userInfo !== null })
  const differs = userInfo !== null && data !== undefined && userInfo.agreementVersion !== data.agreementVersion
  // The stored user info can be older than a consent on another device.
  const { isSuccess } = useUserInfoQuery({ enabled: differs })
  return differs && isSuccess ? data : null
}

const AccountDialog = lazyPart(async () => (await import('../features/account/account-dialog.tsx')).AccountDialog)
const ConsentSheet = lazyPart(async () => (await import('../features/consent/consent-sheet.tsx')).ConsentSheet)

/** Dialogs with questions to the user on any page, one at a time. */
export function AccountQuestions({ page }: { page: Page | undefined }) {
  const { userInfo } = useSession()
  // User info stored by an earlier version can lack fields. The exchange of a ticket loads it anyway.
  const isTicket = useSessionStore((session) => session.pendingTicket !== null)
  useUserInfoQuery({ enabled: userInfo === null && !isTicket })
  const consent = useConsentQuestion()
  return (
    <Suspense fallback={null}>
      {userInfo !== null && (userInfo.eraseAt ?? userInfo.lock) !== null ? (
        <AccountDialog page={page} />
      ) : (
        consent !== null && <ConsentSheet inForce={consent} page={page} />
      )}
    </Suspense>
  )
}
