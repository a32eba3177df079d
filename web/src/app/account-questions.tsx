import { type ComponentType, lazy, Suspense } from 'react'
import { useConsentQuestion } from '../platform/agreements/consent-question.ts'
import { findPage, type Page } from '../platform/navigation/pages.ts'
import { useSession, useSessionStore } from '../platform/session/session-store.ts'
import { useUserInfoQuery } from '../platform/session/user-info-query.ts'

const nothing = () => null

/** Code that does not come leaves the page as it is; the question comes with the next start. */
function lazily<P>(load: () => Promise<ComponentType<P>>) {
  return lazy<ComponentType<P>>(async () => ({ default: await load().catch(() => nothing) }))
}

const PendingDeactivation = lazily(
  async () => (await import('../features/account/pending-deactivation.tsx')).PendingDeactivation,
)
const ConsentSheet = lazily(async () => (await import('../features/consent/consent-sheet.tsx')).ConsentSheet)

/** Where the agreements are read, and where who does not agree may go. */
const openWithoutConsent = ['/user/agreement', '/user/user_protocol', '/user/privacy_policy', '/user/logout']
const openPages = new Set(openWithoutConsent.map(findPage))

/** What whoever is logged in has to answer first, on whatever page: one question at a time. */
export function AccountQuestions({ page }: { page: Page | undefined }) {
  const { userInfo } = useSession()
  // What a version before this one stored may not say all that is needed now. A ticket's exchange brings the info itself.
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
