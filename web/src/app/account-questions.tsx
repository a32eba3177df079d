import { Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { useConsentQuestion } from '../platform/agreements/consent-question.ts'
import { findPage, type Page } from '../platform/navigation/pages.ts'
import { useSession, useSessionStore } from '../platform/session/session-store.ts'
import { useUserInfoQuery } from '../platform/session/user-info-query.ts'

const PendingDeactivation = lazyPart(
  async () => (await import('../features/account/pending-deactivation.tsx')).PendingDeactivation,
)
const ConsentSheet = lazyPart(async () => (await import('../features/consent/consent-sheet.tsx')).ConsentSheet)

/** Pages open without consent: the agreements, and those a user who does not agree can go to. */
const openWithoutConsent = ['/user/agreement', '/user/user_protocol', '/user/privacy_policy', '/user/logout']
const openPages = new Set(openWithoutConsent.map(findPage))

/** Dialogs with questions to the user on any page, one at a time. */
export function AccountQuestions({ page }: { page: Page | undefined }) {
  const { userInfo } = useSession()
  // User info stored by an earlier version can lack fields. The exchange of a ticket loads it anyway.
  const isTicket = useSessionStore((session) => session.pendingTicket !== null)
  useUserInfoQuery({ enabled: userInfo === null && !isTicket })
  const eraseAt = userInfo?.eraseAt ?? null
  const consent = useConsentQuestion()
  return (
    <Suspense fallback={null}>
      {eraseAt !== null ? (
        <PendingDeactivation eraseAt={eraseAt} />
      ) : (
        consent !== null && <ConsentSheet inForce={consent} isOpen={!openPages.has(page)} />
      )}
    </Suspense>
  )
}
